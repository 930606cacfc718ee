import type { OverviewDay, QueryOf, readOverview, StoreOverview, StoreOverviews } from '@munjigi/contract';
import {
  addDays,
  businessDateOf,
  businessDay,
  minutesOf,
  minutesOfDay,
  openPeriods,
  overlaps,
  subtractPeriods,
  type Period,
} from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import { notFound, type Person } from '../../http/index.ts';
import {
  findBooked,
  findRoomsWithClosures,
  findSold,
  findStoreOverviews,
  type BookedRow,
  type RoomClosuresRow,
  type SoldRow,
  type StoreOverviewRow,
} from './overview.sql.ts';

interface Found {
  readonly sold: readonly SoldRow[];
  readonly booked: readonly BookedRow[];
  readonly rooms: readonly RoomClosuresRow[];
}

const MINUTE_MS = 60_000;

/**
 * The overview of each store (OV-1, OV-2), sorted by alarms and offline devices, then by unconfirmed notifications,
 * then by the sales of today.
 */
export async function readOverviewPage(
  tx: Tx,
  now: Date,
  actor: Person,
  { storeId }: QueryOf<typeof readOverview>,
): Promise<StoreOverviews> {
  const stores = await findStoreOverviews(tx, actor, storeId, now);
  if (stores.length === 0) {
    if (storeId !== undefined) throw notFound();
    return { stores: [] };
  }
  const ids = stores.map((store) => store.id);
  const dates = stores.map((store) => todayOf(store, now)).sort();
  const days = stores.flatMap((store) => [
    dayOf(store, addDays(todayOf(store, now), -7)),
    dayOf(store, todayOf(store, now)),
  ]);
  const span = {
    from: new Date(Math.min(...days.map((day) => day.startsAt.getTime()))),
    to: new Date(Math.max(...days.map((day) => day.endsAt.getTime()))),
  };
  const [sold, booked, rooms] = await Promise.all([
    findSold(tx, ids, addDays(dates[0] ?? '', -13), dates.at(-1) ?? ''),
    findBooked(tx, ids, span),
    findRoomsWithClosures(tx, ids, span),
  ]);
  const ofStore = <T extends { readonly store_id: string }>(rows: readonly T[]) => groupBy(rows, (row) => row.store_id);
  const [soldOf, bookedOf, roomsOf] = [ofStore(sold), ofStore(booked), ofStore(rooms)];
  const shown = stores.map((store) =>
    shaped(store, now, {
      sold: soldOf.get(store.id) ?? [],
      booked: bookedOf.get(store.id) ?? [],
      rooms: roomsOf.get(store.id) ?? [],
    }),
  );
  return {
    stores: shown.sort(
      (a, b) =>
        trouble(b) - trouble(a) || b.notificationCount - a.notificationCount || b.today.netAmount - a.today.netAmount,
    ),
  };
}

function shaped(store: StoreOverviewRow, now: Date, found: Found): StoreOverview {
  const today = todayOf(store, now);
  const lastWeek = addDays(today, -7);
  const net = (date: string, isOf: (hour: number) => boolean = () => true) =>
    found.sold.reduce((sum, row) => (row.business_date === date && isOf(row.hour) ? sum + row.net_amount : sum), 0);
  // Hours of a business date count from its cut-off: 01:00 comes after 23:00.
  const place = (hour: number) => (hour * 60 - minutesOf(store.day_cutoff) + 1440 + 59) % 1440;
  const nowPlace = place(Math.floor(minutesOfDay(store.time_zone, now) / 60));
  return {
    storeId: store.id,
    storeName: store.name,
    isClosed: store.is_closed,
    today: dayShaped(store, today, net(today), found),
    lastWeek: dayShaped(store, lastWeek, net(lastWeek), found),
    lastWeekByNow: net(lastWeek, (hour) => place(hour) <= nowPlace),
    week: Array.from({ length: 7 }, (_, index) => addDays(today, index - 6)).map((date) => ({
      date,
      netAmount: net(date),
      weekBeforeAmount: net(addDays(date, -7)),
    })),
    alarmCount: store.alarm_count,
    offlineCount: store.offline_count,
    notificationCount: store.notification_count,
    unpaidInside: store.unpaid_inside.map((guest) => ({ ...guest, endsAt: new Date(guest.endsAt).toISOString() })),
    owedRefundCount: store.owed_refund_count,
    openDepositCount: store.open_deposit_count,
    overduePayoutCount: store.overdue_payout_count,
  };
}

function dayShaped(store: StoreOverviewRow, date: string, netAmount: number, { booked, rooms }: Found): OverviewDay {
  const day = dayOf(store, date);
  const open = openPeriods({ timeZone: store.time_zone, hours: store.hours }, day.startsAt, day.endsAt);
  const ofDay = booked.filter((bookedRow) => bookedRow.business_date === date);
  let [openMinutes, bookedMinutes] = [0, 0];
  for (const room of rooms) {
    const closures = room.closures.map(({ startsAt, endsAt }) => ({
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
    }));
    const free = subtractPeriods(open, closures);
    openMinutes += minutesIn(free);
    // A stay over the cut-off counts on both dates. Its minutes while the room is not open do not count.
    const stays = booked
      .filter((bookedRow) => bookedRow.room_ids.includes(room.id))
      .map(periodOf)
      .filter((period) => overlaps(period, day));
    bookedMinutes += minutesIn(free) - minutesIn(subtractPeriods(free, stays));
  }
  return { date, netAmount, reservationCount: ofDay.length, openMinutes, bookedMinutes };
}

function trouble({ alarmCount, offlineCount }: StoreOverview): number {
  return alarmCount + offlineCount;
}

function todayOf({ time_zone: timeZone, day_cutoff: dayCutoff }: StoreOverviewRow, now: Date): string {
  return businessDateOf({ timeZone, dayCutoff }, now);
}

function dayOf({ time_zone: timeZone, day_cutoff: dayCutoff }: StoreOverviewRow, date: string): Period {
  return businessDay({ timeZone, dayCutoff }, date);
}

function periodOf({ starts_at: startsAt, ends_at: endsAt }: BookedRow): Period {
  return { startsAt, endsAt };
}

function minutesIn(periods: readonly Period[]): number {
  return Math.round(
    periods.reduce((sum, { startsAt, endsAt }) => sum + (endsAt.getTime() - startsAt.getTime()), 0) / MINUTE_MS,
  );
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
