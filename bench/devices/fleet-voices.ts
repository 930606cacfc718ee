import mqtt, { type MqttClient } from 'mqtt';
import { setTimeout as sleep } from 'node:timers/promises';
import { prefixOf, ROOMS_PER_STORE } from './fleet.ts';

/**
 * Publishes for a whole fleet, as a separate process: `tsx fleet-voices.ts URL STORES`. One connection speaks for many
 * devices, each with its own topics and availability; switches execute commands at once.
 */

/** The last report of each device, by the number of its room. */
export interface Said {
  readonly isUnlocked: boolean[];
  readonly isLeafOpen: boolean[];
  readonly isOn: boolean[];
  readonly climate: number[];
  readonly thermometer: number[];
  /** Number of entries that the history must have: one for each lock or switch that moved. */
  readonly lines: number;
}

export type Order =
  | { readonly kind: 'there' }
  | { readonly kind: 'speak'; readonly perSecond: number; readonly ms: number }
  | { readonly kind: 'tell' };
export type Answer =
  | { readonly kind: 'done'; readonly sent: number; readonly ms: number }
  | { readonly kind: 'said'; readonly said: Said };

const CONNECTIONS = 4;
/** The rate at which devices come online: an ordinary day of a broker. */
const THERE_PER_SECOND = 12_000;

const [url = '', stores = '0'] = process.argv.slice(2);
const rooms = Number(stores) * ROOMS_PER_STORE;
const fill = <T>(value: T) => Array.from({ length: rooms }, () => value);
const said = {
  isUnlocked: fill(false),
  isLeafOpen: fill(false),
  isOn: fill(false),
  climate: fill(235),
  thermometer: fill(235),
  lines: 0,
};

const clients: MqttClient[] = [];
for (let number = 0; number < CONNECTIONS; number += 1) {
  const client = await mqtt.connectAsync(url, { clientId: `fleet-${number}`, queueQoSZero: false });
  (client.stream as unknown as { setNoDelay(on: boolean): void }).setNoDelay(true);
  clients.push(client);
}
const place = (room: number, node: string) =>
  `${prefixOf(Math.floor(room / ROOMS_PER_STORE))}/${node}-${room % ROOMS_PER_STORE}`;
function say(room: number, node: string, what: string, payload: string): void {
  clients[room % CONNECTIONS]?.publish(`${place(room, node)}/${what}`, payload, { qos: 0, retain: true });
}

const listening = clients[0];
await listening?.subscribeAsync('measured/+/+/console/set');
listening?.on('message', (topic, payload) => {
  const [, store = '', node = ''] = topic.split('/');
  const room = Number(store.slice('fleet-'.length)) * ROOMS_PER_STORE + Number(node.slice('switch-'.length));
  const isOn = payload.toString() === 'ON';
  if (!(room < rooms) || said.isOn[room] === isOn) return;
  said.isOn[room] = isOn;
  say(room, 'switch', 'console/state', isOn ? 'ON' : 'OFF');
});

/** All messages that the devices of a room send when they come online. */
const THERE: readonly ((room: number) => void)[] = [
  (room) => say(room, 'door', 'lock/state', 'LOCKED'),
  (room) => say(room, 'door', 'contact/state', 'OFF'),
  (room) => say(room, 'door', 'battery/state', '90'),
  (room) => say(room, 'door', 'status', 'online'),
  (room) => say(room, 'switch', 'console/state', 'OFF'),
  (room) => say(room, 'switch', 'status', 'online'),
  (room) => say(room, 'climate', 'climate/mode', 'cool'),
  (room) => say(room, 'climate', 'climate/target', '24'),
  (room) => say(room, 'climate', 'climate/current', '23.5'),
  (room) => say(room, 'climate', 'status', 'online'),
  (room) => say(room, 'thermometer', 'temperature/state', '23.5'),
  (room) => say(room, 'thermometer', 'status', 'online'),
];

/** One report of a device of the room. All devices report equally often, and no report repeats the previous one. */
function report(room: number): void {
  const which = Math.floor(Math.random() * 4);
  // A leaf opens only while its lock is open, so that no door counts as forced.
  const isLeaf =
    which === 0 && Math.random() < 0.3 && (said.isLeafOpen[room] === true || said.isUnlocked[room] === true);
  if (which === 0 && !isLeaf) {
    said.isUnlocked[room] = !said.isUnlocked[room];
    said.lines += 1;
    say(room, 'door', 'lock/state', said.isUnlocked[room] ? 'UNLOCKED' : 'LOCKED');
  } else if (isLeaf) {
    said.isLeafOpen[room] = !said.isLeafOpen[room];
    say(room, 'door', 'contact/state', said.isLeafOpen[room] ? 'ON' : 'OFF');
  } else if (which === 1) {
    said.isOn[room] = !said.isOn[room];
    said.lines += 1;
    say(room, 'switch', 'console/state', said.isOn[room] ? 'ON' : 'OFF');
  } else {
    const node = which === 2 ? 'climate' : 'thermometer';
    const last = said[node][room] ?? 0;
    const next = last + (Math.random() < 0.5 ? -1 : 1) * (1 + Math.floor(Math.random() * 5));
    said[node][room] = Math.max(100, Math.min(400, next === last ? last + 1 : next));
    say(
      room,
      node,
      node === 'climate' ? 'climate/current' : 'temperature/state',
      ((said[node][room] ?? 0) / 10).toFixed(1),
    );
  }
}

/** Runs so many acts a second, evenly: a late turn of the event loop is caught up. Resolves with the elapsed time. */
async function pace(count: number, perSecond: number, act: (number: number) => void): Promise<number> {
  const from = performance.now();
  for (let done = 0; done < count;) {
    const due = Math.min(count, Math.floor(((performance.now() - from) / 1000) * perSecond));
    for (; done < due; done += 1) act(done);
    await sleep(5);
  }
  return performance.now() - from;
}

async function obey(order: Order): Promise<Answer> {
  if (order.kind === 'tell') return { kind: 'said', said };
  const isThere = order.kind === 'there';
  const count = isThere ? rooms * THERE.length : Math.round((order.perSecond * order.ms) / 1000);
  const ms = await pace(count, isThere ? THERE_PER_SECOND : order.perSecond, (number) => {
    if (isThere) THERE[number % THERE.length]?.(Math.floor(number / THERE.length));
    else report(Math.floor(Math.random() * rooms));
  });
  return { kind: 'done', sent: count, ms };
}

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => clients.forEach((client) => client.end(true)));
process.send?.({ kind: 'done', sent: 0, ms: 0 } satisfies Answer);
