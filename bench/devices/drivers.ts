import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '@munjigi/contract';
import { makeDriverCases, type DriverCase } from './driver-cases.ts';
import { makeRig, until, type Rig, type Server } from './door-rig.ts';
import { connectBare, inTurns } from '../support/in-turns.ts';
import { percentileOf } from '../support/percentile.ts';

/**
 * Measures each driver with its virtual device: the time from a command to its acknowledgement through the built
 * server, compared with the bare MQTT round trip of the same device, alternating in one run. Also reports what a person
 * sees, and after how long, when the device is offline, refuses, is silent, or restarts. Promised: every command ends
 * in a status that says what happened.
 */

const COMMANDS = Number(process.env['BENCH_TURNS'] ?? 200);
const WARM_UP = 20;
const PAUSE_MS = 30;
/** How long a restarting device is away; it forgets its commands. */
const RESTART_MS = 300;

const EXPECTED: Record<Trouble, readonly string[]> = {
  offline: ['REJECTED_OFFLINE DEVICE_OFFLINE'],
  // Zigbee2MQTT's `/set` has no reply: a device that refuses sends nothing.
  refuses: ['FAILED REFUSED', 'TIMED_OUT NO_ANSWER'],
  'is silent': ['TIMED_OUT NO_ANSWER'],
  // When the device is back, it reports that the command was not executed, or the result stays unknown.
  restarts: ['FAILED REFUSED', 'TIMED_OUT NO_ANSWER'],
};
type Trouble = 'offline' | 'refuses' | 'is silent' | 'restarts';

const rig = await makeRig();
try {
  const server = await rig.startServer();
  const cases = await makeDriverCases(rig, server);
  try {
    const speed: string[][] = [];
    const seen: string[][] = [];
    for (const one of cases) {
      console.log(`${one.name} …`);
      speed.push(await measure(rig, server, one));
      seen.push(await trouble(rig, server, one));
    }
    table(
      ['driver', 'bare p50', 'bare p99', 'server p50', 'server p99', 'p50 ratio', 'p50 more', 'p99 more', 'commands'],
      speed,
    );
    table(['driver', 'shown as gone after', ...Object.keys(EXPECTED)], seen);
  } finally {
    for (const one of cases) await one.twin.stop();
  }
} finally {
  await rig.stop();
}

async function measure({ broker, connect }: Rig, server: Server, one: DriverCase): Promise<string[]> {
  const connection = await connect(server);
  const bare = await connectBare(broker.url, one.bare.topic);
  const overServer = async (isOn: boolean): Promise<number> => {
    const { path, body } = one.order(isOn);
    const from = performance.now();
    const command = await connection.call<Command>('POST', path, body);
    const ms = performance.now() - from;
    if (command.status !== 'EXECUTED') throw new Error(`${one.name}: ${JSON.stringify(command)}`);
    return ms;
  };

  const times = await inTurns({
    turns: COMMANDS,
    warmUp: WARM_UP,
    pauseMs: PAUSE_MS,
    bare: (isOn) => bare.order({ ...one.bare.order(isOn), isDone: (payload) => one.bare.says(payload, isOn) }),
    server: overServer,
  });
  await bare.end();
  connection.close();

  const [bare50, bare99, server50, server99] = [
    percentileOf(times.bare, 0.5),
    percentileOf(times.bare, 0.99),
    percentileOf(times.server, 0.5),
    percentileOf(times.server, 0.99),
  ];
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return [
    one.name,
    ms(bare50),
    ms(bare99),
    ms(server50),
    ms(server99),
    (server50 / bare50).toFixed(2),
    ms(server50 - bare50),
    ms(server99 - bare99),
    String(times.server.length),
  ];
}

/** Records what a person sees for each fault, and after how long. */
async function trouble(rig: Rig, server: Server, one: DriverCase): Promise<string[]> {
  const { twin } = one;
  const order = async (kind: Trouble): Promise<string> => {
    const { path, body } = one.order(true);
    const from = performance.now();
    const { status, error } = await rig.call<Command>(server, 'POST', path, body);
    const ms = Math.round(performance.now() - from);
    const answer = [status, ...(error ? [error.code] : [])].join(' ');
    if (!EXPECTED[kind].includes(answer)) {
      console.log(`NOT KEPT: ${one.name}, which ${kind}: ${answer}`);
      process.exitCode = 1;
    }
    return `${answer}, ${ms} ms`;
  };
  const isShown = (expected: string) => until(async () => (await one.online()) === expected);

  const goneAt = performance.now();
  await twin.offline(true);
  await isShown('DEVICE_OFFLINE');
  const gone = `${Math.round(performance.now() - goneAt)} ms`;
  const offline = await order('offline');
  await twin.offline(false);
  await isShown('ONLINE');
  await sleep(500); // The device sends its reports after it is back.

  twin.refuse(true);
  const refused = await order('refuses');
  twin.refuse(false);

  twin.silent(true);
  const silent = await order('is silent');

  const received = twin.received.length;
  const restart = order('restarts');
  await until(async () => twin.received.length > received);
  await twin.offline(true);
  await sleep(RESTART_MS);
  twin.silent(false);
  await twin.offline(false);
  const restarted = await restart;
  await isShown('ONLINE');
  return [one.name, gone, offline, refused, silent, restarted];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  console.log(['', line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), ''].join('\n'));
}
