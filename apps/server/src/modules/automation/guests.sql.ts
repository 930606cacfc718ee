import { statement, type Tx } from '../../db/index.ts';
import type { ExpectedGuest } from '../readiness/index.ts';
import type { DueRow } from './due-rows.ts';

/** Queries for reservations with a due readiness check or extension offer. */

export async function findDueGuests(tx: Tx, now: Date, limit: number): Promise<DueRow[]> {
  const { rows } = await tx.executeQuery(
    statement<DueRow>`select product_id, store_id, id from guest_reviews where due_at <= ${now} order by due_at, id
      limit ${limit}`,
  );
  return rows;
}

/** Claims a due review. `false`: another process has claimed it or finished it. */
export async function claimGuestReview(tx: Tx, { store_id, id }: DueRow, now: Date): Promise<boolean> {
  const { rows } = await tx.executeQuery(statement<object>`
    select from guest_reviews where store_id = ${store_id} and id = ${id} and due_at <= ${now} for update skip locked`);
  return rows.length > 0;
}

export function scheduleGuestReview(tx: Tx, { store_id, id }: DueRow, dueAt: Date | null) {
  return tx.updateTable('guest_reviews').set({ due_at: dueAt }).where('store_id', '=', store_id).where('id', '=', id);
}

export interface Guest extends ExpectedGuest {
  ends_at: Date;
  slot_minutes: number;
  warning_minutes: number;
}

export async function findGuest(tx: Tx, { store_id, id }: DueRow): Promise<Guest> {
  const { rows } = await tx.executeQuery(statement<Guest>`
    select r.product_id, r.store_id, r.id, r.room_id, r.state, r.starts_at, r.ends_at, s.slot_minutes,
      s.warning_minutes,
      (select coalesce(max(e.at), r.created_at) from reservation_events e
       where e.store_id = r.store_id and e.reservation_id = r.id and e.kind in ('CREATED', 'CONFIRMED', 'MOVED'))
         as expected_since,
      array(select c.minutes_before from readiness_checks c
            where c.store_id = r.store_id and c.reservation_id = r.id and c.starts_at = r.starts_at
              and c.room_id = r.room_id) as checked
    from reservations r join stores s on s.product_id = r.product_id and s.id = r.store_id
    where r.store_id = ${store_id} and r.id = ${id}`);
  const [row] = rows;
  if (!row) throw new Error(`The reservation ${id} of a review is not there`);
  return row;
}
