import {
  listBookingTimes,
  type BookingTimes,
  type listBookingDays,
  type QueryOf,
  type ReplyOf,
} from '@munjigi/contract';
import { addDays, businessDay } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import { storeActor, type Database } from '../../db/index.ts';
import { SharedReply } from '../../http/index.ts';
import { isPossibleLength, pricesOf, readFreeTimes, startsOf, type FreeTimes } from './free-starts.ts';
import { readOpenStore, type OpenStore, type StorePath } from './open-stores.sql.ts';
import { createShortCache } from './short-cache.ts';

const MINUTE_MS = 60_000;
/** How old an answer about times can be (BK-2). A reservation checks again. */
const TIMES_KEPT_MS = 1000;
/** A calendar reads up to six weeks of every room, so it can be older. */
const DAYS_KEPT_MS = 5000;
const MOST_BASES = 60;
const MOST_REPLIES = 500;

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
}: {
  readonly db: Database;
  readonly clock: Clock;
}): BookingTimesReader {
  const stores = createShortCache<OpenStore>({ keptMs: TIMES_KEPT_MS, most: MOST_REPLIES });
  const dates = createShortCache<FreeTimes>({ keptMs: TIMES_KEPT_MS, most: MOST_BASES });
  const times = createShortCache<SharedReply<typeof listBookingTimes>>({ keptMs: TIMES_KEPT_MS, most: MOST_REPLIES });
  const calendars = createShortCache<Days>({ keptMs: DAYS_KEPT_MS, most: MOST_REPLIES });

  const findStore = (path: StorePath) => stores.get(`${path.product} ${path.storeId}`, () => readOpenStore(db, path));
  const read = (store: OpenStore, date: string, days: number) =>
    db.withActor(storeActor(store.productId, store.id), (tx) =>
      readFreeTimes(tx, store, { now: clock.now(), date, days }),
    );

  return {
    async readTimes(path, query) {
      const store = await findStore(path);
      const key = [store.id, query.date, query.minutes, query.headCount].join(' ');
      return times.get(key, async () => {
        const base = await dates.get(`${store.id} ${query.date}`, () => read(store, query.date, 1));
        return new SharedReply(listBookingTimes, composeTimes(store, base, query));
      });
    },
    async readDays(path, query) {
      const store = await findStore(path);
      const key = [store.id, query.from, query.days, query.minutes, query.headCount].join(' ');
      return calendars.get(key, async () => composeDays(store, await read(store, query.from, query.days), query));
    },
  };
}

function composeTimes(store: OpenStore, { now, rooms, pricing }: FreeTimes, query: TimesQuery): BookingTimes {
  const { date, minutes, headCount } = query;
  const suitable = rooms.filter(({ capacity }) => capacity >= headCount);
  const starts = new Map<number, (number | null)[]>();
  if (isPossibleLength(store, minutes)) {
    const day = businessDay(store, date);
    const priceAt = pricesOf(pricing, query);
    for (const [index, room] of suitable.entries()) {
      for (const at of startsOf(store, room, { day, minutes, now })) {
        const amount = priceAt(room.id, at);
        if (amount === null) continue;
        let amounts = starts.get(at);
        if (!amounts) starts.set(at, (amounts = Array<number | null>(suitable.length).fill(null)));
        amounts[index] = amount;
      }
    }
  }
  const items = [...starts].sort(([one], [other]) => one - other);
  return {
    date,
    minutes,
    headCount,
    roomIds: suitable.map(({ id }) => id),
    items: items.map(([at, amounts]) => ({
      startsAt: new Date(at).toISOString(),
      endsAt: new Date(at + minutes * MINUTE_MS).toISOString(),
      amounts,
    })),
  };
}

/** A room counts on a date once it has one free start with a price, so few prices are calculated. */
function composeDays(store: OpenStore, { now, rooms, pricing }: FreeTimes, query: DaysQuery): Days {
  const { from, days, minutes, headCount } = query;
  const priceAt = pricesOf(pricing, query);
  const suitable = isPossibleLength(store, minutes) ? rooms.filter(({ capacity }) => capacity >= headCount) : [];
  return {
    items: Array.from({ length: days }, (_, index) => {
      const date = addDays(from, index);
      const day = businessDay(store, date);
      const free = suitable.filter((room) => {
        for (const at of startsOf(store, room, { day, minutes, now })) if (priceAt(room.id, at) !== null) return true;
        return false;
      });
      return { date, freeRoomCount: free.length };
    }),
  };
}
