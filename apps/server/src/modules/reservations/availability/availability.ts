import type { Availability, QueryOf, readAvailability, Store } from '@munjigi/contract';
import { businessDay, firstSlotFrom, openPeriods, subtractPeriods, type Period } from '@munjigi/rules';
import type { Clock } from '../../../clock.ts';
import type { Tx } from '../../../db/index.ts';
import { notFound } from '../../../http/index.ts';
import { readStore } from '../../stores/index.ts';
import { findTimes, type RoomAvailabilityRow } from './availability.sql.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/**
 * Returns the periods that can be booked on a business date, room by room (RV-9). Throws NOT_FOUND for a store or a
 * room that does not exist or that the caller cannot see.
 */
export async function readRoomAvailability(
  tx: Tx,
  clock: Clock,
  { storeId, date, roomId }: QueryOf<typeof readAvailability>,
): Promise<Availability> {
  const store = await readStore(tx, storeId);
  const now = clock.now();
  const day = businessDay(store, date);
  const bookable = bookableTime(store, day, now);
  const bufferMs = store.bufferMinutes * MINUTE_MS;
  // A stay also needs its buffer free, so the query looks one buffer past the end.
  const rooms = await findTimes(tx, {
    storeId,
    roomId,
    now,
    from: bookable.startsAt,
    to: new Date(bookable.endsAt.getTime() + bufferMs),
  });
  if (roomId !== undefined && rooms.length === 0) throw notFound();
  const open = openPeriods(store, bookable.startsAt, bookable.endsAt);
  const { slotMinutes, minMinutes, maxMinutes } = store;
  return {
    storeId,
    date,
    slotMinutes,
    minMinutes,
    maxMinutes,
    rooms: rooms.map((room) => {
      const free = freeTime(store, open, room).filter((period) => period.startsAt < day.endsAt);
      return { roomId: room.id, name: room.name, capacity: room.capacity, free: free.map(shaped) };
    }),
  };
}

/**
 * The bookable part of a business date: from its cut-off, or from now if that is later, until the longest stay that
 * begins on the date would end. A stay begins within the horizon, so the end is also limited to the horizon plus the
 * shortest stay: a longer period would contain starts that are refused.
 */
function bookableTime({ maxMinutes, minMinutes, horizonDays }: Store, day: Period, now: Date): Period {
  const last = now.getTime() + horizonDays * DAY_MS + minMinutes * MINUTE_MS;
  return {
    startsAt: new Date(Math.max(day.startsAt.getTime(), now.getTime())),
    endsAt: new Date(Math.min(day.endsAt.getTime() + maxMinutes * MINUTE_MS, last)),
  };
}

/** The rules of a store that decide which of its time is free. */
type TimeRules = Pick<Store, 'timeZone' | 'slotMinutes' | 'minMinutes' | 'bufferMinutes'>;

/** The periods of `open` in which a stay in the room can be, on the slot grid and long enough, soonest first. */
export function freeTime(
  store: TimeRules,
  open: readonly Period[],
  room: Pick<RoomAvailabilityRow, 'taken' | 'closures'>,
): Period[] {
  return freeGaps(store, open, room)
    .map((period) => onSlots(store, period))
    .filter((period) => period.endsAt.getTime() - period.startsAt.getTime() >= store.minMinutes * MINUTE_MS);
}

/** The periods of `open` in which nothing keeps the room, to the minute and of any length, soonest first. */
export function freeGaps(
  { bufferMinutes }: Pick<TimeRules, 'bufferMinutes'>,
  open: readonly Period[],
  { taken: occupied, closures }: Pick<RoomAvailabilityRow, 'taken' | 'closures'>,
): Period[] {
  const bufferMs = bufferMinutes * MINUTE_MS;
  return subtractPeriods(open, [
    // A stay must end one buffer before the next reservation starts.
    ...occupied.map((item) => ({
      startsAt: new Date(new Date(item.startsAt).getTime() - bufferMs),
      endsAt: new Date(item.endsAt),
    })),
    ...closures.map((closure) => ({ startsAt: new Date(closure.startsAt), endsAt: new Date(closure.endsAt) })),
  ]);
}

/** Shortens a period to the slot grid. The result may be empty, or end before it starts. */
function onSlots(store: TimeRules, { startsAt, endsAt }: Period): Period {
  const slotMs = store.slotMinutes * MINUTE_MS;
  const first = firstSlotFrom(store, startsAt);
  return {
    startsAt: first,
    endsAt: new Date(first.getTime() + Math.floor((endsAt.getTime() - first.getTime()) / slotMs) * slotMs),
  };
}

function shaped({ startsAt, endsAt }: Period): { startsAt: string; endsAt: string } {
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
}
