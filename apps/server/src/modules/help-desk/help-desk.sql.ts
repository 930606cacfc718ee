import { similarReservationCodes, type Period } from '@munjigi/rules';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { statement, type Tx } from '../../db/index.ts';
import type { HistoryRow } from '../devices/index.ts';
import { LONGEST_STAY_MS, matchingGuest, type ReservationRow } from '../reservations/index.ts';

export type GuestMatchRow = ReservationRow & {
  readonly room_name: string;
  readonly store_name: string;
  readonly access_before_minutes: number;
  readonly access_after_minutes: number;
};

/** How far back the search by guest data reaches. Older reservations are found by code or in the reservation list. */
const BEFORE_MS = 90 * 24 * 3600_000;

/**
 * Finds the reservations nearest to now by guest data, before and after, and those with a similar code. One may appear
 * twice. `materialized` makes the planner search once, and not once per store in a product with many stores.
 */
export async function findMatches(tx: Tx, q: string, now: Date, limit: number): Promise<GuestMatchRow[]> {
  const matching = matchingGuest(tx, q);
  const { rows } = await sql<GuestMatchRow>`
    with found as materialized (
      (select * from reservations where kind = 'GUEST' and ${matching} and starts_at >= ${now} order by starts_at
        limit ${limit})
      union all
      (select * from reservations where kind = 'GUEST' and ${matching} and starts_at < ${now}
        and starts_at > ${new Date(now.getTime() - BEFORE_MS)}
       order by starts_at desc limit ${limit})
      union all
      (select * from reservations where kind = 'GUEST' and code = any (${similarReservationCodes(q)}) limit ${limit}))
    select f.*, r.name as room_name, s.name as store_name, s.access_before_minutes, s.access_after_minutes
    from found f join rooms r on r.store_id = f.store_id and r.id = f.room_id join stores s
      on s.product_id = f.product_id and s.id = f.store_id`.execute(tx);
  return rows;
}

export interface GuestPageContext {
  readonly store_name: string;
  readonly store_phone: string;
  readonly room_name: string;
  readonly time_zone: string;
  readonly day_cutoff: string;
  readonly access_before_minutes: number;
  readonly access_after_minutes: number;
  readonly room_now: { readonly code: string; readonly endsAt: string } | null;
  readonly payments: readonly {
    readonly id: string;
    readonly method: string;
    readonly state: string;
    readonly amount: number;
    readonly refundedAmount: number;
  }[];
}

/** Reads the store, the room and the payments for the page of a reservation. */
export async function readGuestPageContext(tx: Tx, of: ReservationRow, now: Date): Promise<GuestPageContext> {
  const { rows } = await tx.executeQuery(statement<GuestPageContext>`
    select s.name as store_name, s.phone as store_phone, r.name as room_name, s.time_zone, s.day_cutoff,
      s.access_before_minutes, s.access_after_minutes,
      (select json_build_object('code', o.code, 'endsAt', o.ends_at) from reservations o
       where o.store_id = r.store_id and o.room_id = r.id and o.id <> ${of.id} and o.kind = 'GUEST'
         and o.state in ('CONFIRMED', 'IN_USE')
         and o.starts_at <= ${now} and o.ends_at > ${now} order by o.starts_at limit 1) as room_now,
      (select coalesce(json_agg(json_build_object('id', p.id, 'method', p.method, 'state', p.state, 'amount', p.amount,
        'refundedAmount', p.refunded_amount)
         order by p.created_at desc, p.id), '[]')
       from payments p where p.store_id = r.store_id and p.reservation_id = ${of.id}) as payments
    from rooms r join stores s on s.product_id = r.product_id and s.id = r.store_id where r.store_id = ${of.store_id}
      and r.id = ${of.room_id}`);
  const [row] = rows;
  if (!row) throw new Error(`The room of the reservation ${of.id} is not there`);
  return row;
}

/** More rows of a few minutes would not help the reader. */
const MOST_LINES = 200;
/** How much the clocks of processes may differ. An id contains the time of the process that wrote the row. */
const CLOCKS_DIFFER_MS = 60_000;

/** Reads the commands to a door and its reports since `from`, oldest first. Uses the index of target and id. */
export async function readDoorHistory(
  tx: Tx,
  { storeId, doorId, from }: { readonly storeId: string; readonly doorId: string; readonly from: Date },
): Promise<HistoryRow[]> {
  const firstId = uuidv7({ msecs: from.getTime() - CLOCKS_DIFFER_MS, seq: 0, random: new Uint8Array(16) });
  const { rows } = await tx.executeQuery(statement<HistoryRow>`
    select h.*, '' as target_name from device_history h
    where h.store_id = ${storeId} and h.target_id = ${doorId} and h.id >= ${firstId} and h.requested_at >= ${from}
      order by h.id desc limit ${MOST_LINES}`);
  return rows.reverse();
}

const WIDEST_MS = 4 * 3600_000;

/** Finds the access windows of other reservations at the door that may overlap the time since `from`. */
export async function findOthers(
  tx: Tx,
  of: {
    readonly storeId: string;
    readonly doorId: string;
    readonly reservationId: string;
    readonly from: Date;
    readonly now: Date;
  },
): Promise<Period[]> {
  const { rows } = await tx.executeQuery(statement<Period>`
    select r.starts_at - coalesce(d.access_before_minutes, s.access_before_minutes) * interval '1 minute' as "startsAt",
      r.ends_at + coalesce(d.access_after_minutes, s.access_after_minutes) * interval '1 minute' as "endsAt"
    from reservations r join stores s on s.product_id = r.product_id and s.id = r.store_id join doors d
      on d.store_id = r.store_id and d.id = ${of.doorId}
    where r.store_id = ${of.storeId} and r.id <> ${of.reservationId} and r.kind = 'GUEST'
      and r.state in ('CONFIRMED', 'IN_USE', 'COMPLETED')
      and (d.room_id is null or r.room_id = d.room_id or exists (
        select from room_parts p where p.store_id = r.store_id and p.room_id = r.room_id
          and p.part_room_id = d.room_id))
      and r.starts_at > ${new Date(of.from.getTime() - LONGEST_STAY_MS)}
        and r.starts_at < ${new Date(of.now.getTime() + WIDEST_MS)}
      and r.ends_at > ${new Date(of.from.getTime() - WIDEST_MS)}
    limit ${MOST_LINES}`);
  return rows;
}
