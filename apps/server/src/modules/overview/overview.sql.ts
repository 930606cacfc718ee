import type { OpeningHours } from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../db/index.ts';
import type { Person } from '../../http/index.ts';

export interface StoreOverviewRow {
  readonly id: string;
  readonly name: string;
  readonly is_closed: boolean;
  readonly time_zone: string;
  readonly day_cutoff: string;
  readonly hours: readonly OpeningHours[];
  readonly alarm_count: number;
  readonly offline_count: number;
  readonly notification_count: number;
  readonly unpaid_inside: readonly {
    readonly reservationId: string;
    readonly roomId: string;
    readonly endsAt: string;
    readonly dueAmount: number;
  }[];
  readonly owed_refund_count: number;
  readonly open_deposit_count: number;
  readonly overdue_payout_count: number;
}

/** The condition on `stores s`: the stores of the person, or the requested one. */
export function matchStores(storeIds: Person['storeIds'], storeId: string | undefined): RawBuilder<unknown> {
  if (storeId !== undefined) return sql`s.id = ${storeId}`;
  return storeIds === 'all' ? sql`true` : sql`s.id = any (${[...storeIds]}::uuid[])`;
}

/** A stay takes at most a day and may be extended. */
const LONGEST_INSIDE_MS = 48 * 3600_000;
const MOST_UNPAID = 50;

/** The stores that the person has access to, or the requested one, with counts of what needs attention. */
export async function findStoreOverviews(
  tx: Tx,
  { storeIds }: Person,
  storeId: string | undefined,
  now: Date,
): Promise<StoreOverviewRow[]> {
  const { rows } = await sql<StoreOverviewRow>`
    select s.id, s.name, s.closed_at is not null as is_closed, s.time_zone, s.day_cutoff, case when s.closed_at is null
      then s.hours else '[]' end as hours,
      (select count(*)::integer from alarms a where a.store_id = s.id
        and (a.closed_at is null or (a.kind in ('FORCED', 'UNKNOWN_OPENING', 'LOCKDOWN_OPENING')
        and a.acknowledged_at is null))) as alarm_count,
      (select count(*)::integer from device_links l where l.store_id = s.id and l.removed_at is null
        and l.online = 'OFFLINE') as offline_count,
      coalesce((select n.unconfirmed::integer from notification_counts n where n.store_id = s.id), 0)
        as notification_count,
      (select coalesce(json_agg(u order by u."endsAt", u."reservationId"), '[]') from (
        select r.id as "reservationId", r.room_id as "roomId", r.ends_at as "endsAt",
          r.price_amount - r.paid_amount - r.waived_amount as "dueAmount"
        from reservations r
        where r.store_id = s.id and r.kind = 'GUEST' and r.state = 'IN_USE'
          and r.price_amount > r.paid_amount + r.waived_amount
          and r.starts_at > ${new Date(now.getTime() - LONGEST_INSIDE_MS)}
        order by r.ends_at, r.id limit ${MOST_UNPAID}) u) as unpaid_inside,
      (select count(*)::integer from reservations r where r.store_id = s.id and r.refund_due_amount > 0)
        as owed_refund_count,
      (select count(*)::integer from deposits d where d.store_id = s.id
        and d.state in ('UNMATCHED', 'SUGGESTED', 'UNREADABLE')) as open_deposit_count,
      (select count(*)::integer from settlements p where p.store_id = s.id and p.state = 'CLOSED'
        and p.payout_amount > 0 and p.pay_on < (${now}::timestamptz at time zone s.time_zone)::date)
        as overdue_payout_count
    from stores s where ${matchStores(storeIds, storeId)} order by s.name, s.id`.execute(tx);
  return rows;
}

export interface SoldRow {
  readonly store_id: string;
  readonly business_date: string;
  readonly hour: number;
  readonly net_amount: number;
}

/** Net sales by business date and local hour of the store. */
export async function findSold(tx: Tx, storeIds: readonly string[], from: string, to: string): Promise<SoldRow[]> {
  const { rows } = await sql<SoldRow>`
    select store_id, business_date, hour, sum(gross_amount - refund_amount)::bigint as net_amount from sales_hours
    where store_id = any (${[...storeIds]}::uuid[]) and business_date between ${from}::date and ${to}::date
    group by store_id, business_date, hour`.execute(tx);
  return rows;
}

interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** A reservation of a guest with the rooms that it occupies: its room, or the parts that the room consists of. */
export interface BookedRow {
  readonly store_id: string;
  readonly business_date: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly room_ids: readonly string[];
}

/** Guest reservations in the span that are neither cancelled nor expired. A stay takes at most a day. */
export async function findBooked(tx: Tx, storeIds: readonly string[], { from, to }: Span): Promise<BookedRow[]> {
  const { rows } = await sql<BookedRow>`
    select r.store_id, r.business_date, r.starts_at, r.ends_at, coalesce(p.ids, array[r.room_id]) as room_ids
    from reservations r
    left join lateral (select array_agg(p.part_room_id) as ids from room_parts p where p.store_id = r.store_id
      and p.room_id = r.room_id) p on true
    where r.store_id = any (${[...storeIds]}::uuid[]) and r.starts_at > ${from}::timestamptz - interval '1 day'
      and r.starts_at < ${to} and r.ends_at > ${from}
      and r.kind = 'GUEST' and r.state not in ('CANCELLED', 'EXPIRED')`.execute(tx);
  return rows;
}

export interface RoomClosuresRow {
  readonly id: string;
  readonly store_id: string;
  /** In RFC 3339. */
  readonly closures: readonly { readonly startsAt: string; readonly endsAt: string }[];
}

/** Rooms without parts that are not archived, with their closures in the span. */
export async function findRoomsWithClosures(
  tx: Tx,
  storeIds: readonly string[],
  { from, to }: Span,
): Promise<RoomClosuresRow[]> {
  const { rows } = await sql<RoomClosuresRow>`
    select r.id, r.store_id,
      (select coalesce(json_agg(json_build_object('startsAt', c.starts_at, 'endsAt', c.ends_at)), '[]') from closures c
       where c.store_id = r.store_id and c.withdrawn_at is null and c.ends_at > ${from} and c.starts_at < ${to}
         and closes_room(c.store_id, c.room_ids, r.id)) as closures
    from rooms r where r.store_id = any (${[...storeIds]}::uuid[]) and r.archived_at is null
      and not exists (select from room_parts p where p.store_id = r.store_id and p.room_id = r.id)`.execute(tx);
  return rows;
}
