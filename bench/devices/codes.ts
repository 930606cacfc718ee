import type { EventData } from '@munjigi/contract';
import { listenToEvents } from '../../apps/server/src/testing/peers/event-stream.ts';
import { makeRig, SLUG, until, type Server } from './door-rig.ts';
import { countFilledSpares, makeKeypadRoom, writeBareCode, type KeypadRoom } from './keypad-rooms.ts';
import { percentileOf } from '../support/percentile.ts';

/**
 * Measures the time from "confirmed" (the reply to the request) until the lock itself has acknowledged a guest's code
 * (the event that every screen receives). The baseline, in the same run, is the same lock over bare MQTT. It includes
 * the delay of the lock twice, because the lock reports only that it has written something and must then be queried.
 */

const LOCKS = 40;
const QUICK = { answerMs: 200, reservations: 100, atOnce: 1 };
const SLOW = { answerMs: 5000, reservations: 40, atOnce: 40 };
const HOUR_MS = 3600_000;
const BARE_TURNS = 8;
const MOST_MS = 120_000;

interface Took {
  /** Milliseconds until the lock got the command, and until every screen got the acknowledgement. */
  readonly deliveryMs: number;
  readonly acknowledged: number;
}

const rig = await makeRig();
const rooms: KeypadRoom[] = [];
try {
  const server = await rig.startServer();
  for (let number = 0; number < LOCKS; number += 1) rooms.push(await makeKeypadRoom(rig, server, number));
  await until(async () => (await countFilledSpares(rig, server)) === LOCKS);
  const stream = await listenToEvents(server.url, SLUG, rig.token);
  const waiting = new Map<string, (at: number) => void>();
  let looked = 0;
  const pollTimer = setInterval(readEvents, 1);
  let isKept = true;
  for (const kind of [QUICK, SLOW]) {
    for (const { lock } of rooms) lock.slow(kind.answerMs);
    const bare = await Promise.all(rooms.slice(0, BARE_TURNS).map((room) => writeBareCode(rig, room)));
    const own = percentileOf(bare, 0.5);
    const took = await confirmAll(server, kind);
    const times = took.map((took) => took.acknowledged);
    const latencies = took.map((took) => took.deliveryMs);
    console.log(
      `a lock that answers after ${kind.answerMs / 1000} s: confirmed → acknowledged p50 ${Math.round(percentileOf(times, 0.5))} ms, p99 ${Math.round(percentileOf(times, 0.99))} ms, ` +
        `n ${times.length}, ${kind.atOnce} at a time; by bare MQTT p50 ${Math.round(own)} ms; ratio p50 ${(percentileOf(times, 0.5) / own).toFixed(3)}, p99 ${(percentileOf(times, 0.99) / own).toFixed(3)}; ` +
        `confirmed → told to the lock p50 ${Math.round(percentileOf(latencies, 0.5))} ms, p99 ${Math.round(percentileOf(latencies, 0.99))} ms`,
    );
    isKept &&= times.length === kind.reservations;
  }
  clearInterval(pollTimer);
  stream.close();
  if (!isKept) process.exitCode = 1;

  async function confirmAll(on: Server, { reservations, atOnce }: typeof QUICK): Promise<Took[]> {
    const took: Took[] = [];
    for (let done = 0; done < reservations; done += atOnce) {
      const batch = Array.from({ length: atOnce }, (_, index) => rooms[(done + index) % LOCKS] as KeypadRoom);
      const held = await Promise.all(batch.map((room) => hold(on, room)));
      took.push(...(await Promise.all(held.map((one) => confirm(on, one)))));
    }
    return took;
  }
  async function confirm(on: Server, { id, version, room: { doorId, lock } }: Held): Promise<Took> {
    const before = lock.orders.length;
    await rig.call(on, 'POST', `/reservation/${id}/confirm`, { version });
    const [confirmedAt, confirmedDate] = [performance.now(), Date.now()];
    const acknowledgedAt = await new Promise<number>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('No lock acknowledged the code')), MOST_MS);
      waiting.set(`${id} ${doorId}`, (receivedAt) => {
        clearTimeout(timer);
        resolve(receivedAt);
      });
    });
    return {
      deliveryMs: (lock.orders[before]?.at.getTime() ?? 0) - confirmedDate,
      acknowledged: acknowledgedAt - confirmedAt,
    };
  }
  function readEvents(): void {
    const now = performance.now();
    for (const { event, data } of stream.events.slice(looked)) {
      if (event === 'access-code.changed') for (const key of acknowledgedIn(data as Access)) waiting.get(key)?.(now);
    }
    looked = stream.events.length;
  }
} finally {
  for (const { lock } of rooms) await lock.stop();
  await rig.stop();
}

type Access = EventData<'access-code.changed'>;

/** The doors whose locks have acknowledged the code, each with its reservation. */
function acknowledgedIn({ reservationId, doors }: Access): string[] {
  return doors
    .filter(({ code }) => code !== null && code.wanted !== 'ABSENT' && code.acknowledged === code.wanted)
    .map(({ doorId }) => `${reservationId} ${doorId}`);
}

interface Held {
  readonly id: string;
  readonly version: number;
  readonly room: KeypadRoom;
}

async function hold(server: Server, room: KeypadRoom): Promise<Held> {
  const from = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + (room.nextHour += 1) * HOUR_MS;
  const period = { startsAt: new Date(from).toISOString(), endsAt: new Date(from + HOUR_MS / 2).toISOString() };
  const body = {
    roomId: room.roomId,
    ...period,
    headCount: 2,
    guestName: 'Guest',
    guestPhone: '010-1234-5678',
    state: 'PENDING',
  };
  return { ...(await rig.call<{ id: string; version: number }>(server, 'POST', '/reservation', body)), room };
}
