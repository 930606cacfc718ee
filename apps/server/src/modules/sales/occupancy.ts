import type { Occupancy, QueryOf, readOccupancy } from '@munjigi/contract';
import { businessDay, minutesOfDay, openPeriods, subtractPeriods, type Period } from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import { checkPlace } from './filter.ts';
import { findClosuresOfRooms, findRoomsOfStores, findStaysOfRooms, type StoreRoom } from './occupancy.sql.ts';

const HOURS = 24;
const HOUR_MINUTES = 60;
const MINUTE_MS = 60_000;

/**
 * Returns the occupancy by hour of the day (SL-36): of each room of a store, or of each store with all of its rooms.
 * The period ends now, because later time can still be booked.
 */
export async function readOccupancyByHour(
  tx: Tx,
  now: Date,
  { from, to, storeId }: QueryOf<typeof readOccupancy>,
): Promise<Occupancy> {
  const [, rooms] = await Promise.all([checkPlace(tx, { storeId }), findRoomsOfStores(tx, storeId)]);
  const periods = new Map(rooms.map((room) => [room.storeId, periodOf(room, { from, to }, now)]));
  const [first, last] = outerPeriod([...periods.values()]);
  if (first === undefined || last === undefined) return { rows: [] };
  const whole = { startsAt: first, endsAt: last };
  const [closures, stays] = await Promise.all([
    findClosuresOfRooms(tx, storeId, whole),
    findStaysOfRooms(tx, storeId, whole),
  ]);
  const rows = new Map<string, Occupancy['rows'][number]>();
  for (const room of rooms) {
    const period = periods.get(room.storeId);
    if (period === undefined) continue;
    const key = storeId === undefined ? room.storeId : room.roomId;
    const row = rows.get(key) ?? {
      id: key,
      name: storeId === undefined ? room.storeName : room.roomName,
      storeId: room.storeId,
      hours: Array.from({ length: HOURS }, () => ({ openMinutes: 0, bookedMinutes: 0 })),
    };
    rows.set(key, row);
    const open = subtractPeriods(
      period.endsAt <= period.startsAt ? [] : openPeriods(room, period.startsAt, period.endsAt),
      closures.get(room.roomId) ?? [],
    );
    addMinutes(row.hours, room.timeZone, { open, free: subtractPeriods(open, stays.get(room.roomId) ?? []) });
  }
  return { rows: [...rows.values()] };
}

function periodOf(room: StoreRoom, { from, to }: { readonly from: string; readonly to: string }, now: Date): Period {
  const { startsAt } = businessDay(room, from);
  const { endsAt } = businessDay(room, to);
  return { startsAt, endsAt: endsAt < now ? endsAt : now };
}

function outerPeriod(periods: readonly Period[]): readonly (Date | undefined)[] {
  const [starts, ends] = [
    periods.map(({ startsAt }) => startsAt.getTime()),
    periods.map(({ endsAt }) => endsAt.getTime()),
  ];
  return periods.length === 0 ? [] : [new Date(Math.min(...starts)), new Date(Math.max(...ends))];
}

interface RoomTime {
  readonly open: readonly Period[];
  /** The part of the open time without a booking. */
  readonly free: readonly Period[];
}

function addMinutes(hours: { openMinutes: number; bookedMinutes: number }[], timeZone: string, time: RoomTime): void {
  const [open, free] = [minutesByHour(timeZone, time.open), minutesByHour(timeZone, time.free)];
  for (const [hour, total] of hours.entries()) {
    total.openMinutes += open[hour] ?? 0;
    total.bookedMinutes += (open[hour] ?? 0) - (free[hour] ?? 0);
  }
}

/** Splits periods at the full hours of the zone, and sums their minutes by hour of the day. */
function minutesByHour(timeZone: string, periods: readonly Period[]): number[] {
  const sums = Array<number>(HOURS).fill(0);
  for (const { startsAt, endsAt } of periods) {
    let left = Math.round((endsAt.getTime() - startsAt.getTime()) / MINUTE_MS);
    let minute = minutesOfDay(timeZone, startsAt);
    while (left > 0) {
      const minutes = Math.min(left, HOUR_MINUTES - (minute % HOUR_MINUTES));
      const hour = Math.floor(minute / HOUR_MINUTES) % HOURS;
      sums[hour] = (sums[hour] ?? 0) + minutes;
      left -= minutes;
      minute += minutes;
    }
  }
  return sums;
}
