import { startVirtualLock, type OddDeviceOptions, type VirtualLock } from '@munjigi/virtual-devices';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/index.ts';
import { seededRandom } from './random.ts';
import { findOccupiedRooms } from './current-guests.ts';
import { ROOM_NAMES, WORLD } from './world.ts';

/** The broker's URL with the account of the devices below a prefix. */
export type DeviceUrl = (prefix: string) => string;

export interface DemoLock {
  readonly productSlug: string;
  readonly mqttPrefix: string;
  /** The label in its announcement, and the name of its door. */
  readonly label: string;
  /** The number of its room in the store, from 1; `null`: the entrance. */
  readonly room: number | null;
  readonly lock: VirtualLock;
}

/** The time from turning the knob until the person has locked the door again, in milliseconds. */
const GOES_THROUGH_MS = 7000;

/**
 * One message in a hundred is odd in a way that no person has to act on: the present state follows at once, or the value is
 * one that the server shows as unknown.
 */
export function oddInDemo(seed: number): OddDeviceOptions {
  return { rate: 0.01, seed, kinds: ['BATTERY', 'MISSING', 'NULL', 'UNKNOWN_WORD', 'DUPLICATE'] };
}

/** Starts a lock for each room and each entrance. In the last store one is slow and one has gone offline. */
export async function startDemoLocks(deviceUrl: DeviceUrl): Promise<DemoLock[]> {
  const missing = WORLD.flatMap((product) =>
    product.stores.flatMap((store) => [
      { productSlug: product.slug, mqttPrefix: store.mqttPrefix, label: '현관', room: null, name: 'entrance' },
      ...Array.from({ length: store.rooms }, (_, index) => ({
        productSlug: product.slug,
        mqttPrefix: store.mqttPrefix,
        label: `${index + 1}번 ${ROOM_NAMES[index % ROOM_NAMES.length]}룸 문`,
        room: index + 1,
        name: `room-${index + 1}`,
      })),
    ]),
  );
  const random = seededRandom(42);
  return Promise.all(
    missing.map(async ({ name, ...item }, index) => ({
      ...item,
      lock: await startVirtualLock({
        url: deviceUrl(item.mqttPrefix),
        prefix: item.mqttPrefix,
        name,
        label: item.label,
        form: 'bundle',
        moveMs: random.int(250, 700),
        battery: random.int(35, 98),
        odd: oddInDemo(index + 1),
      }),
    })),
  );
}

export async function applyFaults(locks: readonly DemoLock[]): Promise<void> {
  const of = (room: number) =>
    locks.find((lock) => lock.mqttPrefix === 'playroom/seomyeon' && lock.room === room)?.lock;
  of(11)?.slow(3000);
  await of(12)?.offline(true);
}

/**
 * Every half minute or so, a guest in a room turns the knob, goes through and locks the door. The server locks what it
 * has opened. In an empty room nothing moves: a lock that opens there by itself is an alarm (DR-7).
 */
export function letThemMove(db: Database, locks: readonly DemoLock[], log: FastifyBaseLogger): () => void {
  let timer: NodeJS.Timeout;
  const behind = new Set<NodeJS.Timeout>();
  let isEnded = false;
  const scheduleNext = () => {
    if (isEnded) return;
    timer = setTimeout(
      () => {
        moveOne()
          .catch((error: unknown) => log.warn({ err: error }, 'a virtual lock could not be turned'))
          .finally(scheduleNext);
      },
      20_000 + Math.random() * 25_000,
    );
  };
  async function moveOne(): Promise<void> {
    const occupied = await findOccupiedRooms(db, new Date(Date.now() + 2 * GOES_THROUGH_MS));
    const healthy = locks.filter(
      ({ lock, mqttPrefix, room }) =>
        lock.state() === 'LOCKED' && room !== null && room < 11 && occupied.has(`${mqttPrefix} ${room}`),
    );
    const one = healthy[Math.floor(Math.random() * healthy.length)];
    if (one && !isEnded) goThrough(one.lock);
  }
  function goThrough(lock: VirtualLock): void {
    lock.turn('UNLOCKED');
    const locking = setTimeout(() => {
      behind.delete(locking);
      lock.turn('LOCKED');
    }, GOES_THROUGH_MS);
    behind.add(locking);
  }
  scheduleNext();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    for (const locking of behind) clearTimeout(locking);
  };
}
