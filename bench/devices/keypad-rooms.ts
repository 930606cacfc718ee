import { startKeypadLock, type KeypadLock } from '@munjigi/virtual-devices';
import mqtt from 'mqtt';
import { PREFIX, type Rig, type Server } from './door-rig.ts';

/** Rooms whose doors have a lock that keeps codes, for measurements of codes and of the messages about them. */

/** A memory slot of the lock that is not reserved for our codes. */
const FOREIGN_SLOT = 200;

export interface KeypadRoom {
  readonly roomId: string;
  readonly doorId: string;
  readonly lock: KeypadLock;
  /** The next free hour, counted from now. */
  nextHour: number;
}

export async function makeKeypadRoom(rig: Rig, server: Server, number: number): Promise<KeypadRoom> {
  const room = await rig.call<{ id: string }>(server, 'POST', '/room', {
    storeId: rig.storeId,
    name: `Keypad ${number}`,
    capacity: 4,
  });
  const name = `keypad-${number}`;
  const lock = await startKeypadLock({
    url: rig.broker.url,
    baseTopic: `${PREFIX}/${name}`,
    name: 'lock',
    answerMs: 20,
  });
  const door = await rig.call<{ id: string }>(server, 'POST', '/door', {
    manualBinding: { storeId: rig.storeId, binding: lock.binding },
    name,
    roomId: room.id,
  });
  return { roomId: room.id, doorId: door.id, lock, nextHour: 1 };
}

/** Counts doors whose spare codes are all in their locks, because writing them would disturb the measurement. */
export async function countFilledSpares(rig: Rig, server: Server): Promise<number> {
  const { items } = await rig.call<{ items: { size: number; ready: number }[] }>(
    server,
    'GET',
    '/door/spare?limit=200',
  );
  return items.filter(({ size, ready }) => size > 0 && ready === size).length;
}

/** Does the server's work for one code over bare MQTT: sets the code, and reads it when the lock reports a write. */
export async function writeBareCode({ broker }: Rig, { lock: { binding } }: KeypadRoom): Promise<number> {
  const topic = `${binding.baseTopic}/${binding.friendlyName}`;
  const client = await mqtt.connectAsync(broker.url);
  (client.stream as unknown as { setNoDelay(on: boolean): void }).setNoDelay(true);
  await client.subscribeAsync(topic);
  const say = (verb: 'set' | 'get', more: object) =>
    client.publish(`${topic}/${verb}`, JSON.stringify({ pin_code: { user: FOREIGN_SLOT, ...more } }), { qos: 0 });
  const untilState = (isIt: (state: Said) => boolean) =>
    new Promise<void>((resolve) => {
      client.on('message', function listener(_topic, payload) {
        if (!isIt(JSON.parse(payload.toString()) as Said)) return;
        client.off('message', listener);
        resolve();
      });
    });
  const from = Date.now();
  const started = performance.now();
  say('set', { user_type: 'unrestricted', user_enabled: true, pin_code: '730164' });
  await untilState((state) => (state.last_successful_pincode_save ?? 0) >= from);
  say('get', {});
  await untilState((state) => state.users?.[String(FOREIGN_SLOT)]?.status === 'enabled');
  const took = performance.now() - started;
  const clearedFrom = Date.now();
  say('set', { pin_code: null });
  await untilState((state) => (state.last_successful_pincode_clear ?? 0) >= clearedFrom);
  say('get', {});
  await untilState((state) => state.users?.[String(FOREIGN_SLOT)]?.status === 'available');
  await client.endAsync();
  return took;
}

interface Said {
  readonly last_successful_pincode_save?: number;
  readonly last_successful_pincode_clear?: number;
  readonly users?: Readonly<Record<string, { status: string }>>;
}
