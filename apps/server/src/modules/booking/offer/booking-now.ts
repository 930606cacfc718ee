import type { BookingNow, QueryOf, readBookingNow } from '@munjigi/contract';
import {
  addDays,
  businessDateOf,
  businessDay,
  calculatePrice,
  openPeriods,
  subtractPeriods,
  walkInSlots,
  type Period,
} from '@munjigi/rules';
import type { Clock } from '../../../clock.ts';
import { storeActor, type Database, type Tx } from '../../../db/index.ts';
import { createShortCache, jsonSize } from '../../../http/index.ts';
import { readPricing, type PricingContext } from '../../price-policies/index.ts';
import { findTimes, freeGaps, freeTime } from '../../reservations/index.ts';
import { isPossibleLength, listPricedStarts, pricesOf, type FreeRoom } from './free-starts.ts';
import { keyOfPath, readOpenStore, type OpenStore, type StorePath } from './open-stores.sql.ts';

const MINUTE_MS = 60_000;
const MOST_NEXT = 6;
/** How old an answer can be (BK-2). A reservation checks again. */
const KEPT_MS = 1000;
const MOST_KEPT = 100;
const BYTES_OF_PERIOD = 100;

type NowQuery = QueryOf<typeof readBookingNow>;

/** A room with the free period that contains the present minute. */
interface MomentRoom extends FreeRoom {
  readonly gap: Period | null;
}

/** What is free at a store at this minute, today and tomorrow. */
interface MomentTimes {
  readonly now: Date;
  /** The present minute, at which a stay can start (decision 058). */
  readonly minute: Date;
  /** Until when the free time was read. */
  readonly until: Date;
  readonly rooms: readonly MomentRoom[];
  readonly open: readonly Period[];
  /** The present business date and the next one. */
  readonly dates: readonly [string, string];
  readonly pricing: PricingContext;
}

interface BookingNowDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/** Creates the function that answers what can begin now; all guests of a store share one read for a second. */
export function createBookingNow({ db, clock }: BookingNowDeps) {
  const moments = createShortCache<{ readonly store: OpenStore; readonly moment: MomentTimes }>({
    keptMs: KEPT_MS,
    most: MOST_KEPT,
    sizeOf: ({ moment: { rooms, pricing } }) =>
      rooms.reduce((sum, { free }) => sum + BYTES_OF_PERIOD * (1 + free.length), jsonSize(pricing.policies)),
  });
  return async (path: StorePath, query: NowQuery): Promise<BookingNow> => {
    const { store, moment } = await moments.get(keyOfPath(path), async () => {
      const found = await readOpenStore(db, path);
      const read = (tx: Tx) => readMoment(tx, found, clock.now());
      return { store: found, moment: await db.withActor(storeActor(found.productId, found.id), read) };
    });
    return composeNow(store, moment, query);
  };
}

/** Reads what is free from the present minute until the longest stay of tomorrow ends, in two statements. */
async function readMoment(tx: Tx, store: OpenStore, now: Date): Promise<MomentTimes> {
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  const today = businessDateOf(store, now);
  const tomorrow = addDays(today, 1);
  const until = new Date(businessDay(store, tomorrow).endsAt.getTime() + store.maxMinutes * MINUTE_MS);
  const [pricing, rows] = await Promise.all([
    readPricing(tx, store.id),
    findTimes(tx, {
      storeId: store.id,
      roomId: undefined,
      now,
      from: minute,
      // A stay also needs its buffer free.
      to: new Date(until.getTime() + store.bufferMinutes * MINUTE_MS),
    }),
  ]);
  const open = openPeriods(store, minute, until);
  const openFromNow = subtractPeriods(open, [{ startsAt: minute, endsAt: now }]);
  const rooms = rows.map((row) => ({
    id: row.id,
    capacity: row.capacity,
    closures: [],
    free: freeTime(store, openFromNow, row),
    gap: freeGaps(store, open, row).find(({ startsAt }) => startsAt <= minute) ?? null,
  }));
  return { now, minute, until, rooms, open, dates: [today, tomorrow], pricing };
}

/** Which rooms are free at this minute, until when and at what price, and the next starts (BK-14). */
function composeNow(store: OpenStore, moment: MomentTimes, query: NowQuery): BookingNow {
  const { now, minute, until, open, dates, pricing } = moment;
  const { minutes, headCount } = query;
  const rooms = moment.rooms.filter(({ capacity }) => capacity >= headCount);
  const isPossible = isPossibleLength(store, minutes);
  const priceAt = pricesOf(pricing, query);
  const startsOn = (date: string) =>
    listPricedStarts(store, rooms, { day: businessDay(store, date), minutes, now, priceAt }).map((start) => ({
      date,
      ...start,
    }));
  const starts = isPossible ? dates.flatMap(startsOn) : [];
  const amounts = starts.flatMap((start) => start.amounts).filter((amount) => amount !== null);
  const isOpen = open[0] !== undefined && open[0].startsAt <= minute;
  return {
    now: now.toISOString(),
    today: dates[0],
    minutes,
    headCount,
    isOpen,
    opensAt: isOpen ? null : (open[0]?.startsAt.toISOString() ?? null),
    rooms: rooms.map(({ id, gap }) => ({
      roomId: id,
      stay:
        gap && isPossible
          ? priceStayNow(store, pricing, { roomId: id, headCount, ...stayIn(store, gap, minute, minutes) })
          : null,
      freeUntil: gap && gap.endsAt < until ? gap.endsAt.toISOString() : null,
    })),
    next: starts.slice(0, MOST_NEXT).map(({ date, at, amounts: ofStart }) => ({
      date,
      startsAt: new Date(at).toISOString(),
      endsAt: new Date(at + minutes * MINUTE_MS).toISOString(),
      amounts: ofStart,
    })),
    fromAmount: amounts.length > 0 ? amounts.reduce((least, amount) => Math.min(least, amount)) : null,
  };
}

/**
 * The stay of this length that starts at the present minute. Where the room is free for less, it ends with the last whole
 * slot or at the last border, as a walk-in does (decision 058).
 */
function stayIn(store: OpenStore, gap: Period, minute: Date, minutes: number): Period {
  const slotMs = store.slotMinutes * MINUTE_MS;
  const start = minute.getTime();
  const border = walkInSlots(store, { startsAt: minute, endsAt: new Date(start + 1) }).startsAt.getTime();
  const lastFrom = (from: number) => from + Math.floor((gap.endsAt.getTime() - from) / slotMs) * slotMs;
  const latest = Math.max(lastFrom(start), lastFrom(border));
  return { startsAt: minute, endsAt: new Date(Math.min(start + minutes * MINUTE_MS, latest)) };
}

/** The stay with its price. `null`: it is shorter than the shortest stay of the store, or a part of it has no price. */
function priceStayNow(
  store: OpenStore,
  pricing: PricingContext,
  { startsAt, endsAt, ...stay }: Period & { readonly roomId: string; readonly headCount: number },
): BookingNow['rooms'][number]['stay'] {
  if (endsAt <= startsAt) return null;
  const paid = walkInSlots(store, { startsAt, endsAt });
  if (paid.endsAt.getTime() - paid.startsAt.getTime() < store.minMinutes * MINUTE_MS) return null;
  const quote = calculatePrice({ ...pricing, ...stay, ...paid });
  return quote.kind === 'priced'
    ? { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), amount: quote.totalAmount }
    : null;
}
