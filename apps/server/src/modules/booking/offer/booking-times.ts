import { setImmediate } from 'node:timers/promises';
import {
  listBookingTimes,
  type BookingTimes,
  type listBookingDays,
  type QueryOf,
  type ReplyOf,
} from '@munjigi/contract';
import { addDays, appliesToRoom, businessDateOf, businessDay, openPeriods, type Period } from '@munjigi/rules';
import type { Clock } from '../../../clock.ts';
import { storeActor, type Database } from '../../../db/index.ts';
import { createShortCache, jsonSize, SharedReply, workSlots, type StaffPriority } from '../../../http/index.ts';
import {
  isPossibleLength,
  listPricedStarts,
  listWithoutReservations,
  pricesOf,
  readFreeTimes,
  startsOf,
  type FreeRoom,
  type FreeTimes,
} from './free-starts.ts';
import { keyOfPath, readOpenStore, type OpenStore, type StorePath } from './open-stores.sql.ts';

const MINUTE_MS = 60_000;
/** How old an answer about times can be (BK-2). A reservation checks again. */
const TIMES_KEPT_MS = 1000;
/** A calendar reads up to six weeks of every room, so it can be older. */
const DAYS_KEPT_MS = 5000;
const MOST_BASES = 60;
const MOST_CALENDAR_BASES = 20;
const MOST_REPLIES = 500;
const DAY_MS = 24 * 3600_000;
const WEEK = 7;
const BYTES_OF_PERIOD = 100;
/** A calendar occupies a connection and computes for long, so at most two are read or composed at once. */
const CALENDARS = {
  most: 2,
  mostOfProduct: 2,
  mostOfCaller: 2,
  mostWaitingOfCaller: 50,
  mostWaiting: 100,
  maxWaitMs: 10_000,
};

type TimesQuery = QueryOf<typeof listBookingTimes>;
type DaysQuery = QueryOf<typeof listBookingDays>;
type Days = ReplyOf<typeof listBookingDays>;

/** Answers the questions of guests about free times; many guests share one read and one answer. */
export interface BookingTimesReader {
  readTimes(path: StorePath, query: TimesQuery): Promise<SharedReply<typeof listBookingTimes>>;
  readDays(path: StorePath, query: DaysQuery): Promise<Days>;
}

export function createBookingTimes({
  db,
  clock,
  staffPriority,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly staffPriority: StaffPriority;
}): BookingTimesReader {
  const stores = createShortCache<OpenStore>({ keptMs: TIMES_KEPT_MS, most: MOST_REPLIES, sizeOf: jsonSize });
  const bases = { sizeOf: sizeOfBase };
  const dates = createShortCache<Base>({ ...bases, keptMs: TIMES_KEPT_MS, most: MOST_BASES });
  const ranges = createShortCache<Base>({ ...bases, keptMs: DAYS_KEPT_MS, most: MOST_CALENDAR_BASES });
  const times = createShortCache<SharedReply<typeof listBookingTimes>>({
    keptMs: TIMES_KEPT_MS,
    most: MOST_REPLIES,
    sizeOf: ({ json }) => json.length,
  });
  const calendars = createShortCache<Days>({ keptMs: DAYS_KEPT_MS, most: MOST_REPLIES, sizeOf: jsonSize });
  const slots = workSlots(CALENDARS);
  let serial = 0;

  const findStore = (path: StorePath) => stores.get(keyOfPath(path), () => readOpenStore(db, path));
  const read = async (store: OpenStore, date: string, days: number): Promise<Base> => {
    const free = await db.withActor(storeActor(store.productId, store.id), (tx) =>
      readFreeTimes(tx, store, { now: clock.now(), date, days }),
    );
    return { free, serial: (serial += 1) };
  };
  const inTurn = async <T>(store: OpenStore, work: () => Promise<T>): Promise<T> => {
    const release = await slots.acquire({ callerId: store.id, productId: store.productId });
    try {
      return await work();
    } finally {
      release();
    }
  };

  return {
    async readTimes(path, query) {
      const store = await findStore(path);
      const base = await dates.get(`${store.id} ${query.date}`, () => read(store, query.date, 1));
      return times.get(keyOf(base, query), async () =>
        SharedReply.check(listBookingTimes, composeTimes(store, base.free, query)),
      );
    },
    async readDays(path, query) {
      const store = await findStore(path);
      const { from, days } = query;
      if (!canHaveTimes(store, query, clock.now())) return listDays(query, () => NO_ROOM);
      const base = await ranges.get(`${store.id} ${from} ${days}`, () => inTurn(store, () => read(store, from, days)));
      return calendars.get(keyOf(base, query), () =>
        inTurn(store, () => composeDays(store, base.free, query, staffPriority)),
      );
    },
  };
}

/** What was read, shared by all lengths and numbers of guests. */
interface Base {
  readonly free: FreeTimes;
  readonly serial: number;
}

/** A reply belongs to the base that it was composed from, so that it is never older than a base may be. */
function keyOf({ serial }: Base, { minutes, headCount }: { readonly minutes: number; readonly headCount: number }) {
  return `${serial} ${minutes} ${headCount}`;
}

function sizeOfBase({ free: { rooms, pricing } }: Base): number {
  return rooms.reduce((sum, { free }) => sum + BYTES_OF_PERIOD * (1 + free.length), jsonSize(pricing.policies));
}

/** Whether stays of this length exist, and a date of the calendar lies between today and the horizon. */
function canHaveTimes(store: OpenStore, { from, days, minutes }: DaysQuery, now: Date): boolean {
  const lastDate = businessDateOf(store, new Date(now.getTime() + store.horizonDays * DAY_MS));
  const isInReach = from <= lastDate && addDays(from, days - 1) >= businessDateOf(store, now);
  return isInReach && isPossibleLength(store, minutes);
}

type DayState = Omit<Days['items'][number], 'date'>;
const NO_ROOM: DayState = { freeRoomCount: 0, isClosed: false, isHoliday: false };

function listDays({ from, days }: DaysQuery, stateOf: (index: number) => DayState): Days {
  return { items: Array.from({ length: days }, (_, index) => ({ date: addDays(from, index), ...stateOf(index) })) };
}

/** Whether no stay could begin on this date even without reservations: no opening hours, or closures of all rooms. */
function isClosedOn(store: OpenStore, rooms: readonly FreeRoom[], day: Period): boolean {
  const until = new Date(day.endsAt.getTime() + store.maxMinutes * MINUTE_MS);
  const open = openPeriods(store, day.startsAt, until);
  for (const { free } of listWithoutReservations(store, open, rooms))
    if (free.some(({ startsAt }) => startsAt < day.endsAt)) return false;
  return rooms.length > 0;
}

function composeTimes(store: OpenStore, times: FreeTimes, query: TimesQuery): BookingTimes {
  const { now, rooms, pricing } = times;
  const { date, minutes, headCount } = query;
  const suitable = rooms.filter(({ capacity }) => capacity >= headCount);
  const starts = isPossibleLength(store, minutes)
    ? listPricedStarts(store, suitable, {
        day: businessDay(store, date),
        minutes,
        now,
        priceAt: pricesOf(pricing, query),
      })
    : [];
  const free = new Set(starts.map(({ at }) => at));
  return {
    date,
    minutes,
    headCount,
    roomIds: suitable.map(({ id }) => id),
    items: starts.map(({ at, amounts }) => ({
      startsAt: new Date(at).toISOString(),
      endsAt: new Date(at + minutes * MINUTE_MS).toISOString(),
      amounts,
    })),
    full: findFullStarts(store, { ...times, rooms: suitable }, query)
      .filter((at) => !free.has(at))
      .map((at) => ({
        startsAt: new Date(at).toISOString(),
        endsAt: new Date(at + minutes * MINUTE_MS).toISOString(),
      })),
  };
}

/** The starts, in order, at which a room has a price and would be free without any reservation. */
function findFullStarts(store: OpenStore, { now, rooms, open, pricing }: FreeTimes, query: TimesQuery): number[] {
  if (!isPossibleLength(store, query.minutes)) return [];
  const day = businessDay(store, query.date);
  const priceAt = pricesOf(pricing, query);
  const found = new Set<number>();
  for (const room of listWithoutReservations(store, open, rooms))
    for (const at of startsOf(store, room, { day, minutes: query.minutes, now }))
      if (!found.has(at) && priceAt(room.id, at) !== null) found.add(at);
  return [...found].sort((one, other) => one - other);
}

/**
 * A room counts on a date once it has one free start with a price, so few prices are calculated. Other requests run
 * between two dates, because a store without prices at most times needs many calculations, and staff go first after each week.
 */
async function composeDays(
  store: OpenStore,
  { now, rooms, pricing }: FreeTimes,
  query: DaysQuery,
  staffPriority: StaffPriority,
): Promise<Days> {
  const { from, days, minutes, headCount } = query;
  const priceAt = pricesOf(pricing, query);
  // A room without a price policy has no price at any time.
  const suitable = rooms.filter(
    ({ id, capacity }) => capacity >= headCount && pricing.policies.some((policy) => appliesToRoom(policy, id)),
  );
  const states: DayState[] = [];
  for (let index = 0; index < days; index += 1) {
    const date = addDays(from, index);
    const day = businessDay(store, date);
    const hasPricedStart = (room: FreeRoom) => {
      for (const at of startsOf(store, room, { day, minutes, now })) if (priceAt(room.id, at) !== null) return true;
      return false;
    };
    const freeRoomCount = suitable.filter(hasPricedStart).length;
    states.push({
      freeRoomCount,
      isClosed: freeRoomCount === 0 && isClosedOn(store, rooms, day),
      isHoliday: pricing.isHoliday(date),
    });
    await setImmediate();
    if (index % WEEK === 0) await staffPriority.waitForStaff();
  }
  return listDays(query, (index) => states[index] ?? NO_ROOM);
}
