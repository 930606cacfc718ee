import { businessDateOf, businessDay } from '@munjigi/rules';
import type { Clock } from '../../../clock.ts';
import type { Tx } from '../../../db/index.ts';
import { notFound, Problem } from '../../../http/index.ts';
import { addExtras, type ChosenExtras } from '../../reservations/index.ts';
import { pricesOf, readFreeTimes, startsOf, type FreeTimes } from './free-starts.ts';
import type { OpenStore } from './open-stores.sql.ts';

const MINUTE_MS = 60_000;
/** How often the free rooms are read again when other guests took the ones of the first read. */
const MOST_READS = 4;
/** How many rooms of one read are tried. */
const MOST_TRIES = 4;

/** What decides about the price of a stay besides its room. */
interface Stay {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly headCount: number;
  readonly expectedPriceAmount: number;
  readonly extras: ChosenExtras;
}

interface AnyRoomDeps<T> {
  readonly clock: Clock;
  readonly run: (work: (tx: Tx) => Promise<FreeTimes>) => Promise<FreeTimes>;
  /** Creates the reservation in a room, in a separate transaction. Throws SLOT_TAKEN when the room is taken. */
  readonly bookRoom: (roomId: string) => Promise<T>;
}

/**
 * Books the cheapest and then the smallest room that is free and large enough. Among equal rooms a random one is tried, so
 * that guests who book at the same time do not compete for one room.
 */
export async function bookAnyRoom<T>(
  { clock, run, bookRoom }: AnyRoomDeps<T>,
  store: OpenStore,
  stay: Stay,
): Promise<T> {
  const date = businessDateOf(store, new Date(stay.startsAt));
  let fallback: string | undefined;
  for (let reads = 0; reads < MOST_READS; reads += 1) {
    const times = await run((tx) => readFreeTimes(tx, store, { now: clock.now(), date, days: 1 }));
    const suitable = suitableRooms(store, times, stay);
    const expected = suitable.filter(({ amount }) => amount === stay.expectedPriceAmount);
    // A room that cannot be booked makes the refusal: the changed price, or why the time cannot be booked.
    fallback = suitable[0]?.id ?? smallestRoom(times, stay);
    if (expected.length === 0) break;
    for (const { id } of expected.slice(0, MOST_TRIES)) {
      fallback = id;
      try {
        return await bookRoom(id);
      } catch (error) {
        if (!(error instanceof Problem && error.code === 'SLOT_TAKEN')) throw error;
      }
    }
  }
  if (fallback === undefined) throw notFound();
  return bookRoom(fallback);
}

function suitableRooms(store: OpenStore, { rooms, pricing, now }: FreeTimes, stay: Stay) {
  const { startsAt, endsAt, headCount, extras } = stay;
  const period = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
  const start = new Date(startsAt).getTime();
  const minutes = (new Date(endsAt).getTime() - start) / MINUTE_MS;
  if (!(minutes > 0)) return [];
  const day = businessDay(store, businessDateOf(store, new Date(start)));
  const priceAt = pricesOf(pricing, { headCount, minutes });
  return rooms
    .filter(({ id }) => extras.fitsRoom(id))
    .filter((room) => room.capacity >= headCount && [...startsOf(store, room, { day, minutes, now })].includes(start))
    .flatMap(({ id, capacity }) => {
      const roomAmount = priceAt(id, start);
      if (roomAmount === null) return [];
      const { totalAmount: amount } = addExtras({ totalAmount: roomAmount, lines: [] }, extras, period);
      return [{ id, capacity, amount, turn: Math.random() }];
    })
    .sort((a, b) => a.amount - b.amount || a.capacity - b.capacity || a.turn - b.turn);
}

/**
 * The room that names the reason of a refusal: the smallest one that is large enough, or the largest. A closed room only when
 * all are closed, so that a taken time is refused as taken.
 */
function smallestRoom({ rooms }: FreeTimes, { startsAt, endsAt, headCount }: Stay): string | undefined {
  const [from, to] = [new Date(startsAt), new Date(endsAt)];
  const large = rooms.filter(({ capacity }) => capacity >= headCount);
  const candidates = large.length > 0 ? large : rooms;
  const open = candidates.filter(
    ({ closures }) => !closures.some((closure) => closure.startsAt < to && closure.endsAt > from),
  );
  const bySize = [...(open.length > 0 ? open : candidates)].sort((a, b) => a.capacity - b.capacity);
  return (bySize.find(({ capacity }) => capacity >= headCount) ?? bySize.at(-1))?.id;
}
