import type { FreePeriod } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../db/index.ts';
import { HOUR_MS, openBookingDesk, type BookingDesk } from './desks/booking-desk.ts';
import type { Answer, Caller, TestServer } from './server.ts';

/** The desk of the races: rooms of one store, some of them linked, with cleaning after each guest. */
export interface RaceDesk extends Pick<BookingDesk, 'roomIds' | 'wish' | 'createReservation'> {
  readonly slug: string;
  /** The faults that the database shows; see `faultsIn`. */
  faults(): Promise<string[]>;
}

/**
 * Many requests for the same free hour at the same moment: one succeeds, and each refusal names free periods nearby.
 */
export interface RaceScenario {
  readonly name: string;
  /** Prepares the requests of `count` callers for this hour; `by` sends one to one of the servers. */
  prepare(desk: RaceDesk, hour: Hour, count: number): Promise<readonly ((by: Caller['call']) => Promise<Answer>)[]>;
  /** The number of requests that can succeed. */
  readonly winners: number;
  /** Whether refusals name free periods. A refused change of the same reservation returns its new state instead. */
  readonly hearsOfFree: boolean;
  /** A block needs no cleaning after it, so a period that is free for it may not be free for a guest. */
  readonly hasBlocks?: boolean;
}

export interface Hour {
  readonly startsAt: string;
  readonly endsAt: string;
}

const BUFFER_MINUTES = 30;
const after = ({ startsAt, endsAt }: Hour, hours: number): Hour => ({
  startsAt: new Date(Date.parse(startsAt) + hours * HOUR_MS).toISOString(),
  endsAt: new Date(Date.parse(endsAt) + hours * HOUR_MS).toISOString(),
});
const times = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number));
const url = ({ slug }: RaceDesk, rest = '') => `/${slug}/reservation${rest}`;

/** The rooms of the desk: all requests want room 0; 1 and 2 are the parts of 3; the movers come from the others. */
const [REQUESTED, LEFT, RIGHT, WHOLE, FIRST_OTHER] = [0, 1, 2, 3, 4];
const OTHER_ROOMS = 8;

export const RACES: readonly RaceScenario[] = [
  {
    name: 'creates of one hour',
    winners: 1,
    hearsOfFree: true,
    prepare: async (desk, hour, count) =>
      times(count, () => (call) => call('POST', url(desk), desk.wish({ roomId: desk.roomIds[REQUESTED], ...hour }))),
  },
  {
    name: 'unpaid holds, blocks and confirmed ones of one hour',
    winners: 1,
    hasBlocks: true,
    hearsOfFree: true,
    prepare: async (desk, hour, count) =>
      times(count, (number) => {
        const kind = number % 3 === 2 ? { kind: 'BLOCK' } : { state: number % 3 === 0 ? 'PENDING' : 'CONFIRMED' };
        return (call) => call('POST', url(desk), desk.wish({ roomId: desk.roomIds[REQUESTED], ...hour, ...kind }));
      }),
  },
  {
    name: 'creates that meet in the buffer only',
    winners: 1,
    hearsOfFree: true,
    // Half of the periods end when the others begin, apart from the cleaning between them.
    prepare: async (desk, hour, count) =>
      times(
        count,
        (number) => (call) =>
          call('POST', url(desk), desk.wish({ roomId: desk.roomIds[REQUESTED], ...after(hour, number % 2) })),
      ),
  },
  {
    name: 'creates of a room and of the rooms that it consists of',
    winners: 1,
    hearsOfFree: true,
    prepare: async (desk, hour, count) =>
      times(
        count,
        (number) => (call) =>
          call('POST', url(desk), desk.wish({ roomId: desk.roomIds[number % 2 ? WHOLE : LEFT], ...hour })),
      ),
  },
  {
    name: 'creates of both parts and of the whole',
    // Either both parts win, or the whole.
    winners: Number.NaN,
    hearsOfFree: true,
    prepare: async (desk, hour, count) =>
      times(
        count,
        (number) => (call) =>
          call('POST', url(desk), desk.wish({ roomId: desk.roomIds[[LEFT, RIGHT, WHOLE][number % 3] ?? 0], ...hour })),
      ),
  },
  {
    name: 'moves to one hour',
    winners: 1,
    hearsOfFree: true,
    prepare: async (desk, hour, count) => {
      const reservations: Answer['body'][] = [];
      for (let number = 0; number < count; number += 1) {
        const elsewhere = {
          roomId: desk.roomIds[FIRST_OTHER + (number % OTHER_ROOMS)],
          ...after(hour, -2 - 2 * Math.floor(number / OTHER_ROOMS)),
        };
        reservations.push(await desk.createReservation(elsewhere));
      }
      return reservations.map(
        (jsonBody) => (call) =>
          call('PATCH', url(desk, `/${jsonBody['id']}`), { version: 1, roomId: desk.roomIds[REQUESTED], ...hour }),
      );
    },
  },
  {
    name: 'extensions from both sides, creates and moves into one hour',
    winners: 1,
    hearsOfFree: true,
    prepare: async (desk, hour, count) => {
      const before = await desk.createReservation({
        roomId: desk.roomIds[REQUESTED],
        startsAt: after(hour, -1.5).startsAt,
        endsAt: after(hour, -0.5).startsAt,
      });
      const mover = await desk.createReservation({ roomId: desk.roomIds[FIRST_OTHER], ...hour });
      return times(count, (number) => (call) => {
        if (number === 0) return call('POST', url(desk, `/${before['id']}/extend`), { version: 1, minutes: 60 });
        if (number === 1)
          return call('PATCH', url(desk, `/${mover['id']}`), { version: 1, roomId: desk.roomIds[REQUESTED] });
        return call('POST', url(desk), desk.wish({ roomId: desk.roomIds[REQUESTED], ...hour }));
      });
    },
  },
  {
    name: 'extensions of one reservation',
    winners: 1,
    hearsOfFree: false,
    prepare: async (desk, hour, count) => {
      const jsonBody = await desk.createReservation({ roomId: desk.roomIds[REQUESTED], ...hour });
      return times(
        count,
        () => (call) => call('POST', url(desk, `/${jsonBody['id']}/extend`), { version: 1, minutes: 30 }),
      );
    },
  },
  {
    name: 'confirmations, cancellations and moves of one hold',
    winners: 1,
    hearsOfFree: false,
    prepare: async (desk, hour, count) => {
      const jsonBody = await desk.createReservation({ roomId: desk.roomIds[REQUESTED], ...hour, state: 'PENDING' });
      return times(count, (number) => (call) => {
        if (number % 3 === 0) return call('POST', url(desk, `/${jsonBody['id']}/confirm`), { version: 1 });
        if (number % 3 === 1) return call('POST', url(desk, `/${jsonBody['id']}/cancel`), { version: 1 });
        return call('PATCH', url(desk, `/${jsonBody['id']}`), { version: 1, ...after(hour, 1) });
      });
    },
  },
  {
    name: 'series that meet in one hour',
    winners: 1,
    hearsOfFree: true,
    prepare: async (desk, hour, count) =>
      times(count, (number) => (call) => {
        const { kind: _, ...wish } = desk.wish({ roomId: desk.roomIds[REQUESTED], ...after(hour, -24 * (number % 3)) });
        return call('POST', url(desk, '/series'), { ...wish, rule: { frequency: 'DAILY', count: 3 } });
      }),
  },
];

export const RACE_ROOMS = FIRST_OTHER + OTHER_ROOMS;

/** Opens a desk for races on a test's server. */
export async function openRaceDesk(
  server: TestServer,
): Promise<RaceDesk & { readonly admin: Caller; time: BookingDesk['time'] }> {
  const desk = await openBookingDesk(server, { rooms: RACE_ROOMS });
  await desk.set({ buffer_minutes: BUFFER_MINUTES, horizon_days: 730 });
  await linkRaceRooms(desk.admin.call, desk.shop.slug, desk.roomIds);
  return {
    ...desk,
    slug: desk.shop.slug,
    faults: () => server.withActor(desk.admin.actor, (tx) => faultsIn(tx, desk.storeId)),
  };
}

export async function linkRaceRooms(call: Caller['call'], slug: string, roomIds: readonly string[]): Promise<void> {
  const { body: room } = await call('GET', `/${slug}/room/${roomIds[WHOLE]}`);
  const linked = await call('PATCH', `/${slug}/room/${roomIds[WHOLE]}`, {
    version: room['version'],
    partRoomIds: [roomIds[LEFT], roomIds[RIGHT]],
  });
  if (linked.status !== 200) throw new Error(`The rooms could not be linked: ${JSON.stringify(linked.body)}`);
}

export interface RaceResult {
  /** Empty if the round had no fault. */
  readonly faults: readonly string[];
  readonly winners: number;
  readonly losers: number;
}

/** Runs one round: all requests at the same moment, distributed over the processes that `callers` call. */
export async function runRace(
  scenario: RaceScenario,
  desk: RaceDesk,
  callers: readonly Caller['call'][],
  hour: Hour,
  count: number,
): Promise<RaceResult> {
  const senders = await scenario.prepare(desk, hour, count);
  const answers = await Promise.all(
    senders.map((send, number) => send(callers[number % callers.length] ?? expectCaller())),
  );
  const won = answers.filter((answer) => answer.status === 200);
  const lost = answers.filter((answer) => answer.status !== 200);
  const isBothParts =
    Number.isNaN(scenario.winners) &&
    won.length === 2 &&
    won.every((answer) => answer.body['roomId'] !== desk.roomIds[WHOLE]);
  const faults = [
    ...(won.length === 1 || isBothParts ? [] : [`${won.length} won`]),
    ...lost
      .filter((answer) => !isOrderlyLoser(answer, scenario.hearsOfFree))
      .map((answer) => `a loser heard ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`),
    ...untrue(scenario, won, lost),
    ...(await desk.faults()),
  ];
  return { faults: [...new Set(faults)], winners: won.length, losers: lost.length };
}

function expectCaller(): never {
  throw new Error('There is nobody to call');
}

function isOrderlyLoser({ status, body }: Answer, hearsOfFree: boolean): boolean {
  if (status !== 409) return false;
  return hearsOfFree
    ? body['code'] === 'SLOT_TAKEN' && Number(body['free']?.length) > 0
    : body['code'] === 'STALE' || body['code'] === 'STATE_NOT_ALLOWED';
}

/** Offered periods that belong to the winner: they were not free when the refusal named them. */
function untrue({ hasBlocks = false }: RaceScenario, won: readonly Answer[], lost: readonly Answer[]): string[] {
  const [winner] = won.flatMap(
    (answer) => (answer.body['reservations'] as Answer['body'][] | undefined) ?? [answer.body],
  );
  // If two can win, the period of the second one was still free when the first refusals were sent.
  if (won.length !== 1 || !winner || winner['state'] === 'CANCELLED') return [];
  const occupied = { from: Date.parse(winner['startsAt'] ?? ''), to: Date.parse(winner['bufferEndsAt'] ?? '') };
  const cleaningMs = hasBlocks ? 0 : BUFFER_MINUTES * 60_000;
  const wrong = lost
    .flatMap((answer) => (answer.body['free'] ?? []) as unknown as FreePeriod[])
    .filter(
      (item) =>
        item.roomId === winner['roomId'] &&
        Date.parse(item.startsAt) < occupied.to &&
        Date.parse(item.endsAt) + cleaningMs > occupied.from,
    );
  return wrong.length === 0 ? [] : [`a loser was told of ${JSON.stringify(wrong[0])}, which the winner has`];
}

/**
 * Checks the database without its constraint: which reservations overlap in a room, and whether each holds exactly its
 * own period.
 */
export async function faultsIn(tx: Tx, storeId: string): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with kept as (
      select r.id, coalesce(p.part_room_id, r.room_id) as room_id, coalesce(r.keeps_from, r.starts_at) as starts_at,
        r.buffer_ends_at as ends_at
      from reservations r left join room_parts p on p.room_id = r.room_id
      where r.store_id = ${storeId} and r.state in ('PENDING', 'CONFIRMED', 'IN_USE', 'COMPLETED'))
    select 'two keep one room: ' || a.id || ' ' || b.id as fault from kept a join kept b on a.room_id = b.room_id
      and a.id < b.id
      where a.starts_at < b.ends_at and b.starts_at < a.ends_at
    union all
    select 'keeps no room as it should: ' || k.id from kept k
      where not exists (select from reservation_holds h where h.reservation_id = k.id and h.room_id = k.room_id
        and h.starts_at = k.starts_at and h.ends_at = k.ends_at)
    union all
    select 'keeps a room that it should not: ' || h.reservation_id from reservation_holds h
      where h.store_id = ${storeId} and not exists
        (select from kept k where k.id = h.reservation_id and k.room_id = h.room_id)`.execute(tx);
  return rows.map((row) => row.fault);
}
