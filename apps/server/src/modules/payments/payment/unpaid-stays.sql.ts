import type { UnpaidStay } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';

interface StayRow {
  readonly store_id: string;
  readonly room_id: string;
  readonly reservation_id: string;
  readonly is_present: boolean;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly due_amount: number;
}

/**
 * Finds the present and the next guest of each room who have not paid in full (RM-21). Reads at most three stays of a room,
 * so the cost does not grow with the number of reservations. A lapsed unpaid hold does not count, even if its timer is late.
 */
export async function findUnpaidStays(tx: Tx, now: Date, storeId: string | undefined): Promise<UnpaidStay[]> {
  const { rows } = await sql<StayRow>`
    select r.store_id, r.id as room_id, stay.*
    from rooms r
    cross join lateral (
      select array(select part_room_id from room_parts p where p.store_id = r.store_id and p.room_id = r.id order by 1)
        as ids) as parts
    cross join lateral (
      select distinct on (is_present) * from unnest(case when parts.ids = '{}' then array[r.id] else parts.ids end) as
        kept cross join lateral (
        select x.id as reservation_id, x.state = 'IN_USE' or x.starts_at <= ${now} as is_present, x.starts_at,
          x.ends_at,
          x.price_amount - x.paid_amount - x.waived_amount as due_amount
        from reservation_holds h join reservations x on x.store_id = h.store_id and x.id = h.reservation_id
        where h.store_id = r.store_id and h.room_id = kept and h.ends_at > ${now}
          and x.kind = 'GUEST' and x.state in ('PENDING', 'CONFIRMED', 'IN_USE')
            and (x.ends_at > ${now} or x.state = 'IN_USE')
          and (x.hold_expires_at is null or x.hold_expires_at > ${now})
        order by h.ends_at limit 3) as of_room
      order by is_present, starts_at, reservation_id) as stay
    where r.archived_at is null and stay.due_amount > 0
      and ${storeId === undefined ? sql`true` : sql`r.store_id = ${storeId}`}
    order by stay.starts_at, r.store_id, r.sort_order, r.id`.execute(tx);
  return rows.map((row) => ({
    storeId: row.store_id,
    roomId: row.room_id,
    reservationId: row.reservation_id,
    isPresent: row.is_present,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    dueAmount: row.due_amount,
  }));
}
