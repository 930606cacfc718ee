import {
  addDays,
  appliesToRoom,
  businessDay,
  calculatePrice,
  openPeriods,
  subtractPeriods,
  type Period,
  type PriceRule,
} from '@munjigi/rules';
import type { Tx } from '../../../db/index.ts';
import { readPricing, type PricingContext } from '../../price-policies/index.ts';
import { findTimes, freeTime } from '../../reservations/index.ts';
import type { OpenStore } from './open-stores.sql.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/** A room with its free periods; stays begin and end on their slot grid. */
export interface FreeRoom {
  readonly id: string;
  readonly capacity: number;
  readonly free: readonly Period[];
  /** When the store has closed the room. */
  readonly closures: readonly Period[];
}

/** What is free at a store in a range of time, with its prices: the base of all answers about times. */
export interface FreeTimes {
  readonly now: Date;
  readonly rooms: readonly FreeRoom[];
  /** The opening hours of the store in the range. */
  readonly open: readonly Period[];
  readonly pricing: PricingContext;
}

/** Reads the free time of all rooms on these business dates, in two statements for any number of rooms. */
export async function readFreeTimes(
  tx: Tx,
  store: OpenStore,
  {
    now,
    date,
    days,
    exceptReservationId,
  }: { readonly now: Date; readonly date: string; readonly days: number; readonly exceptReservationId?: string },
): Promise<FreeTimes> {
  const range = bookableRange(store, { now, date, days });
  const bufferMs = store.bufferMinutes * MINUTE_MS;
  const [pricing, rows] = await Promise.all([
    readPricing(tx, store.id),
    range.startsAt < range.endsAt
      ? findTimes(tx, {
          storeId: store.id,
          roomId: undefined,
          now,
          exceptReservationId,
          from: range.startsAt,
          // A stay also needs its buffer free.
          to: new Date(range.endsAt.getTime() + bufferMs),
        })
      : [],
  ]);
  const open = openPeriods(store, range.startsAt, range.endsAt);
  const rooms = rows.map((row) => ({
    id: row.id,
    capacity: row.capacity,
    free: freeTime(store, open, row),
    closures: toPeriods(row.closures),
  }));
  return { now, rooms, open, pricing };
}

function toPeriods(rows: readonly { readonly startsAt: string; readonly endsAt: string }[]): Period[] {
  return rows.map(({ startsAt, endsAt }) => ({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) }));
}

/** The rooms with what they would have free without any reservation. Rooms without closures share one computation. */
export function* listWithoutReservations(
  store: OpenStore,
  open: readonly Period[],
  rooms: readonly FreeRoom[],
): Generator<FreeRoom> {
  const alwaysOpen = freeTime(store, open, NOTHING);
  for (const room of rooms) {
    const free =
      room.closures.length === 0 ? alwaysOpen : freeTime(store, subtractPeriods(open, room.closures), NOTHING);
    yield { ...room, free };
  }
}

const NOTHING = { taken: [], closures: [] };

/** From the first cut-off, or from now, until the longest stay that begins on the last date or at the horizon ends. */
function bookableRange(
  store: OpenStore,
  { now, date, days }: { readonly now: Date; readonly date: string; readonly days: number },
): Period {
  const [first, last] = [businessDay(store, date), businessDay(store, addDays(date, days - 1))];
  const latestStart = Math.min(last.endsAt.getTime(), now.getTime() + store.horizonDays * DAY_MS);
  return {
    startsAt: new Date(Math.max(first.startsAt.getTime(), now.getTime())),
    endsAt: new Date(latestStart + store.maxMinutes * MINUTE_MS),
  };
}

export interface StayLength {
  readonly headCount: number;
  readonly minutes: number;
}

/** Whether a stay can last so long at this store. */
export function isPossibleLength(store: OpenStore, minutes: number): boolean {
  return minutes % store.slotMinutes === 0 && minutes >= store.minMinutes && minutes <= store.maxMinutes;
}

/** The starts, in milliseconds since the epoch, at which a stay of this length fits into the free time of a room. */
export function* startsOf(
  store: OpenStore,
  room: FreeRoom,
  { day, minutes, now }: { readonly day: Period; readonly minutes: number; readonly now: Date },
): Generator<number> {
  const slotMs = store.slotMinutes * MINUTE_MS;
  const latest = Math.min(day.endsAt.getTime() - 1, now.getTime() + store.horizonDays * DAY_MS);
  for (const { startsAt, endsAt } of room.free) {
    const last = Math.min(latest, endsAt.getTime() - minutes * MINUTE_MS);
    const skipped = Math.max(0, Math.ceil((day.startsAt.getTime() - startsAt.getTime()) / slotMs));
    for (let at = startsAt.getTime() + skipped * slotMs; at <= last; at += slotMs) yield at;
  }
}

/** The starts of a business day at which one of the rooms is free and has a price, in order, with the price in each room. */
export function listPricedStarts(
  store: OpenStore,
  rooms: readonly FreeRoom[],
  { day, minutes, now, priceAt }: PricedDay,
): { readonly at: number; readonly amounts: (number | null)[] }[] {
  const starts = new Map<number, (number | null)[]>();
  for (const [index, room] of rooms.entries()) {
    for (const at of startsOf(store, room, { day, minutes, now })) {
      const amount = priceAt(room.id, at);
      if (amount === null) continue;
      let amounts = starts.get(at);
      if (!amounts) starts.set(at, (amounts = Array<number | null>(rooms.length).fill(null)));
      amounts[index] = amount;
    }
  }
  return [...starts].sort(([one], [other]) => one - other).map(([at, amounts]) => ({ at, amounts }));
}

interface PricedDay {
  readonly day: Period;
  readonly minutes: number;
  readonly now: Date;
  readonly priceAt: PriceAt;
}

/** Returns the price of a stay that starts then, or `null` if a part of it has none. */
export type PriceAt = (roomId: string, startsAtMs: number) => number | null;

/** Rooms with the same policies have the same price, so each price is calculated once for all of them. */
export function pricesOf(pricing: PricingContext, { headCount, minutes }: StayLength): PriceAt {
  const classes = new Map<
    string,
    { readonly policies: readonly PriceRule[]; readonly amounts: Map<number, number | null> }
  >();
  const classOfRoom = new Map<string, string>();

  function classOf(roomId: string) {
    let key = classOfRoom.get(roomId);
    const policies = key === undefined ? pricing.policies.filter((policy) => appliesToRoom(policy, roomId)) : [];
    key ??= policies.map(({ id }) => id).join();
    classOfRoom.set(roomId, key);
    let found = classes.get(key);
    if (!found) classes.set(key, (found = { policies, amounts: new Map() }));
    return found;
  }

  return (roomId, startsAtMs) => {
    const { policies, amounts } = classOf(roomId);
    let amount = amounts.get(startsAtMs);
    if (amount === undefined) {
      const startsAt = new Date(startsAtMs);
      const endsAt = new Date(startsAtMs + minutes * MINUTE_MS);
      const quote = calculatePrice({ ...pricing, policies, roomId, headCount, startsAt, endsAt });
      amount = quote.kind === 'priced' ? quote.totalAmount : null;
      amounts.set(startsAtMs, amount);
    }
    return amount;
  };
}
