import { startKeypadLock, startVirtualLock, startVirtualShelly, type KeypadLock } from '@munjigi/virtual-devices';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '@munjigi/contract';
import { PREFIX, until, type Rig, type Server } from '../devices/door-rig.ts';

/**
 * The doors of the proof: strikes whose wire names the command, locks that announce themselves, and locks that keep
 * codes.
 */

/** A message that reached a virtual device. `orderId`: the id of the command, where the wire names it. */
export interface Reached {
  readonly action: 'OPEN' | 'LOCK';
  readonly at: Date;
  readonly isRetained: boolean;
  readonly orderId: string | null;
}

export interface Click {
  readonly from: Date;
  /** The reply to the click; `null`: no reply arrived. */
  readonly answer: Command | null;
}

export interface ProofDoor {
  readonly name: string;
  readonly doorId: string;
  readonly namesOrders: boolean;
  /** The lock, if it keeps codes. */
  readonly keypad: KeypadLock | null;
  /** The clicks, oldest first and one at a time. */
  readonly clicks: Click[];
  readonly isBusy: () => boolean;
  reached(): readonly Reached[];
  /** A person presses "open". Resolves with the reply, or once none can arrive any more. */
  click(server: Server): Promise<Command | null>;
  offline(on: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Duration of a strike's pulse, and how long a lock stays open before the server locks it. */
const OPEN_SECONDS = 2;
/** The wait after a missing reply, by which time a command that was sent has arrived. */
const UNKNOWN_MS = 700;

export async function makeProofDoors(rig: Rig, server: Server): Promise<ProofDoor[]> {
  const doors: ProofDoor[] = [];
  for (const number of [1, 2, 3]) {
    const name = `strike-${number}`;
    const twin = await startVirtualShelly({ url: rig.broker.url, prefix: PREFIX, name, answerMs: 10 });
    const doorId = await createDoor(rig, server, name, { driver: 'shelly', topicPrefix: twin.topicPrefix }, null);
    doors.push(
      proofDoor(rig, {
        name,
        doorId,
        twin,
        keypad: null,
        namesOrders: true,
        reached: () => twin.received.flatMap(readShelly),
      }),
    );
  }
  for (const number of [1, 2]) {
    const name = `lock-${number}`;
    const twin = await startVirtualLock({ url: rig.broker.url, prefix: PREFIX, name, moveMs: 15 });
    const found = await until(async () =>
      (await rig.call<{ items: { id: string; name: string }[] }>(server, 'GET', '/door/discovered')).items.find(
        (item) => item.name === name,
      ),
    );
    const door = await rig.call<{ id: string; version: number }>(server, 'POST', '/door', {
      discoveredLockId: found.id,
      name,
      roomId: null,
    });
    await rig.call(server, 'PATCH', `/door/${door.id}`, { version: door.version, openSeconds: OPEN_SECONDS });
    doors.push(
      proofDoor(rig, {
        name,
        doorId: door.id,
        twin,
        keypad: null,
        namesOrders: false,
        reached: () => twin.received.map(readWord),
      }),
    );
  }
  for (const number of [1, 2, 3]) {
    const name = `keypad-${number}`;
    const baseTopic = `${PREFIX}/bridge-${number}`;
    const twin = await startKeypadLock({ url: rig.broker.url, baseTopic, name, answerMs: 60 });
    const doorId = await createDoor(rig, server, name, twin.binding, rig.roomIds[number - 1] ?? null);
    doors.push(
      proofDoor(rig, {
        name,
        doorId,
        twin,
        keypad: twin,
        namesOrders: false,
        reached: () => twin.received.map(readWord),
      }),
    );
  }
  return doors;
}

async function createDoor(
  rig: Rig,
  server: Server,
  name: string,
  binding: object,
  roomId: string | null,
): Promise<string> {
  const door = await rig.call<{ id: string; version: number }>(server, 'POST', '/door', {
    told: { storeId: rig.storeId, binding }, // The name that the previous release knows too.
    name,
    roomId,
  });
  await rig.call(server, 'PATCH', `/door/${door.id}`, { version: door.version, openSeconds: OPEN_SECONDS });
  return door.id;
}

function readShelly({ payload, at, isRetained }: { payload: string; at: Date; isRetained: boolean }): Reached[] {
  const request = JSON.parse(payload) as { id: string; method: string; params: { on?: boolean } };
  return request.method === 'Switch.Set'
    ? [{ action: request.params.on ? 'OPEN' : 'LOCK', at, isRetained, orderId: request.id }]
    : [];
}

function readWord({ payload, at, isRetained }: { payload: string; at: Date; isRetained: boolean }): Reached {
  return { action: payload === 'LOCK' ? 'LOCK' : 'OPEN', at, isRetained, orderId: null };
}

interface CreatedTwin extends Pick<ProofDoor, 'name' | 'doorId' | 'keypad' | 'namesOrders' | 'reached'> {
  readonly twin: Pick<ProofDoor, 'offline' | 'stop'>;
}

function proofDoor(rig: Rig, { twin, ...item }: CreatedTwin): ProofDoor {
  const clicks: Click[] = [];
  let isBusy = false;
  return {
    ...item,
    clicks,
    isBusy: () => isBusy,
    async click(server) {
      isBusy = true;
      const from = new Date();
      try {
        const answer = await ask<Command>(rig, server, 'POST', '/door/open', { doorId: item.doorId });
        clicks.push({ from, answer });
        if (answer === null) await sleep(UNKNOWN_MS);
        return answer;
      } finally {
        isBusy = false;
      }
    },
    offline: twin.offline,
    stop: twin.stop,
  };
}

/**
 * Resolves with `null` when the result is unknown: the server died during the request or lost its database, as the test
 * intends. Throws for a reply with a refusal.
 */
export async function ask<T>(rig: Rig, server: Server, method: string, path: string, body?: object): Promise<T | null> {
  try {
    return await rig.call<T>(server, method, path, body);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isCut = /socket hang up|ECONNRESET|ECONNREFUSED|EPIPE/.test(
      `${error.message} ${(error as NodeJS.ErrnoException).code ?? ''}`,
    );
    if (isCut || error.cause === 500 || error.cause === 503) return null;
    throw error;
  }
}
