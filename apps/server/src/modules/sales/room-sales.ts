import type { RoomSales } from '@munjigi/contract';
import { addDays, businessDateOf, businessDay, openPeriods, subtractPeriods, type Period } from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import { notFound, type Person } from '../../http/index.ts';
import { findRoomClosures, findRoomStore, findSoldStays } from './room-sales.sql.ts';
import { sumOf } from './sales.sql.ts';

const DAYS = 30;
const MINUTE_MS = 60_000;

/**
 * Returns sales and occupancy of a room in the last 30 business dates (RM-2). Throws NOT_FOUND for a room that the
 * person does not see.
 */
export async function readSalesOfRoom(tx: Tx, now: Date, actor: Person, roomId: string): Promise<RoomSales> {
  const store = await findRoomStore(tx, roomId);
  if (!store) throw notFound();
  const cutoff = { timeZone: store.time_zone, dayCutoff: store.day_cutoff };
  const to = businessDateOf(cutoff, now);
  const from = addDays(to, 1 - DAYS);
  // The period ends now, because the rest of today can still be booked.
  const period: Period = { startsAt: businessDay(cutoff, from).startsAt, endsAt: now };
  const [totals, closures, stays] = await Promise.all([
    sumOf(tx, actor, { from, to, roomId }),
    findRoomClosures(tx, store.store_id, roomId, period),
    findSoldStays(tx, store.store_id, roomId, period),
  ]);
  const open = subtractPeriods(
    openPeriods({ timeZone: store.time_zone, hours: store.hours }, period.startsAt, period.endsAt),
    closures,
  );
  const openMinutes = minutesIn(open);
  return {
    from,
    to,
    totals,
    reservationCount: stays.filter((stay) => stay.isOwn && stay.startsAt >= period.startsAt).length,
    openMinutes,
    bookedMinutes: openMinutes - minutesIn(subtractPeriods(open, stays)),
  };
}

function minutesIn(periods: readonly Period[]): number {
  return Math.round(
    periods.reduce((sum, { startsAt, endsAt }) => sum + (endsAt.getTime() - startsAt.getTime()), 0) / MINUTE_MS,
  );
}
