import type { FreePeriod } from '@munjigi/contract';
import { businessDay, businessDateOf, overlaps, calculatePrice, type Period } from '@munjigi/rules';
import { prepareStatement, type Tx } from '../../../db/index.ts';
import { pricedPeriod, findBookingRefusal, refuseBooking, type Booking, type RequestedStay } from '../stay/booking.ts';
import { isKeptAt, keepsOf } from '../stay/holds.sql.ts';
import type { Problem } from '../../../http/index.ts';

const MOST = 6;
const MINUTE_MS = 60_000;

interface Found {
  /** The taken periods of the room, within the searched period. */
  taken: { startsAt: string; endsAt: string }[];
  closures: { startsAt: string; endsAt: string }[];
  /** Other rooms that are large enough and free at the requested time. */
  other_room_ids: string[];
}

/**
 * Parameters: $1 room, $2–$3 the searched period, $4–$5 the requested time with its buffer, $6 people, $7 the
 * reservation being changed or null, $8 now.
 */
const FREE = prepareStatement<Found>(`
  select
    (select coalesce(json_agg(json_build_object('startsAt', h.starts_at, 'endsAt', h.ends_at)), '[]') from ${keepsOf('r')}
     where h.ends_at > $2 and h.starts_at < $3 and h.reservation_id is distinct from $7::uuid and ${isKeptAt('$8')}) as taken,
    (select coalesce(json_agg(json_build_object('startsAt', c.starts_at, 'endsAt', c.ends_at)), '[]') from closures c
     where c.store_id = r.store_id and c.withdrawn_at is null and c.ends_at > $2 and c.starts_at < $3
       and closes_room(c.store_id, c.room_ids, r.id)) as closures,
    array(
      select o.id from rooms o
      where o.store_id = r.store_id and o.id <> r.id and o.archived_at is null and o.capacity >= $6::integer
        and not exists (
          select from ${keepsOf('o')}
          where h.ends_at > $4 and h.starts_at < $5 and h.reservation_id is distinct from $7::uuid and ${isKeptAt('$8')})
        and not exists (
          select from closures c
          where c.store_id = o.store_id and c.withdrawn_at is null and c.ends_at > $4 and c.starts_at < $5
            and closes_room(c.store_id, c.room_ids, o.id))
      order by o.capacity, abs(o.sort_order - r.sort_order), o.id limit ${MOST}) as other_room_ids
  from rooms r where r.id = $1`);

export interface FreePeriodQuery extends RequestedStay {
  readonly reservationId?: string;
}

/**
 * Finds free alternatives (RV-2), nearest in time first: in other rooms at the requested time, then in the same room on that
 * business day. For an extension, finds shorter extensions in the same room, then other rooms.
 */
export async function findFreePeriods(tx: Tx, booking: Booking, query: FreePeriodQuery): Promise<FreePeriod[]> {
  const { store, room } = booking;
  const day = businessDay(store, businessDateOf(store, query.startsAt));
  const bufferMs = query.isBlock ? 0 : store.bufferMinutes * MINUTE_MS;
  const lengthMs = query.endsAt.getTime() - query.startsAt.getTime();
  // A guest who is already in a room needs another one only from now on.
  const from = query.isNew === 'time' || query.startsAt > query.now ? query.startsAt : query.now;
  const latest = new Date(Math.max(day.endsAt.getTime() + lengthMs, query.endsAt.getTime()) + bufferMs);
  const [found] = await FREE.read(
    tx,
    room.id,
    day.startsAt.toISOString(),
    latest.toISOString(),
    from.toISOString(),
    new Date(query.endsAt.getTime() + bufferMs).toISOString(),
    query.isBlock ? 1 : query.headCount,
    query.reservationId ?? null,
    query.now.toISOString(),
  );
  if (!found) return [];
  const occupied = found.taken.map(periodOf);
  const there: Booking = { ...booking, closures: found.closures.map(periodOf) };
  const isFree = (period: Period) => {
    const keeps = {
      startsAt: query.isNew === 'time' ? period.startsAt : from,
      endsAt: new Date(period.endsAt.getTime() + bufferMs),
    };
    return (
      !occupied.some((other) => overlaps(other, keeps)) &&
      findBookingRefusal(there, { ...query, ...period }) === null &&
      hasPrice(booking, query, { ...period, roomId: room.id })
    );
  };

  const here: FreePeriod[] = [];
  for (const period of query.isNew === 'end' ? shorter(booking, query) : nearest(booking, query, day)) {
    if (here.length === MOST) break;
    if (isFree(period)) here.push(shaped(room.id, period));
  }
  const elsewhere = found.other_room_ids
    .filter((roomId) => hasPrice(booking, query, { ...query, roomId }))
    .map((roomId) => shaped(roomId, query));
  // Takes half of the results from each side, unless one side has fewer.
  const fromHere = Math.min(here.length, Math.max(MOST / 2, MOST - elsewhere.length));
  const [sameRoom, sameTime] = [here.slice(0, fromHere), elsewhere.slice(0, MOST - fromHere)];
  return query.isNew === 'end' ? [...sameRoom, ...sameTime] : [...sameTime, ...sameRoom];
}

/** The refusal of a request for time that is taken. */
export async function slotTaken(tx: Tx, booking: Booking, query: FreePeriodQuery): Promise<Problem> {
  return refuseBooking('SLOT_TAKEN', query.isNew === 'end' ? 'endsAt' : 'startsAt', 'taken', {
    free: await findFreePeriods(tx, booking, query),
  });
}

/** Periods of the same length on the slot grid, nearest first; of two equally near ones the later comes first. */
function* nearest({ store }: Booking, query: FreePeriodQuery, day: Period): Generator<Period> {
  // A walk-in that starts inside a slot counts from the start of that slot.
  const { startsAt, endsAt } = pricedPeriod(store, query);
  const lengthMs = endsAt.getTime() - startsAt.getTime();
  const slotMs = store.slotMinutes * MINUTE_MS;
  const at = (ms: number): Period => ({ startsAt: new Date(ms), endsAt: new Date(ms + lengthMs) });
  for (let distance = slotMs; ; distance += slotMs) {
    const later = startsAt.getTime() + distance;
    const earlier = startsAt.getTime() - distance;
    const isLaterInDay = later < day.endsAt.getTime();
    const isEarlierInDay = earlier >= day.startsAt.getTime();
    if (isLaterInDay) yield at(later);
    if (isEarlierInDay) yield at(earlier);
    if (!isLaterInDay && !isEarlierInDay) return;
  }
}

/** Longest first. */
function* shorter({ store }: Booking, { startsAt, endsAt, now }: FreePeriodQuery): Generator<Period> {
  const slotMs = store.slotMinutes * MINUTE_MS;
  for (let end = endsAt.getTime() - slotMs; end > Math.max(startsAt.getTime(), now.getTime()); end -= slotMs)
    yield { startsAt, endsAt: new Date(end) };
}

function hasPrice(
  { store }: Booking,
  { isBlock, isWalkIn, headCount }: FreePeriodQuery,
  period: Period & { readonly roomId: string },
): boolean {
  return (
    isBlock ||
    calculatePrice({ ...store, headCount, roomId: period.roomId, ...pricedPeriod(store, { ...period, isWalkIn }) })
      .kind === 'priced'
  );
}

function periodOf(item: { readonly startsAt: string; readonly endsAt: string }): Period {
  return { startsAt: new Date(item.startsAt), endsAt: new Date(item.endsAt) };
}

function shaped(roomId: string, { startsAt, endsAt }: Period): FreePeriod {
  return { roomId, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
}
