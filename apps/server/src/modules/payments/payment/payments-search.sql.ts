import type { listPayments, QueryOf } from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import { matchingGuest } from '../../reservations/index.ts';
import type { ListedRow } from './payment-row.ts';
import { PAYMENT_COLUMNS } from './payments.sql.ts';

/** The position after a row. */
export interface PaymentCursor {
  readonly businessDate: string;
  readonly id: string;
}

type Filter = Omit<QueryOf<typeof listPayments>, 'cursor' | 'limit'>;

/** Finds payments ordered by business date, then by id, latest first. */
export async function findPayments(
  tx: Tx,
  filter: Filter,
  after: PaymentCursor | null,
  limit: number,
): Promise<ListedRow[]> {
  const { storeId, reservationId, roomId, channel, q, state, method, from, to } = filter;
  const conditions: RawBuilder<unknown>[] = [
    storeId === undefined ? null : sql`p.store_id = ${storeId}`,
    reservationId === undefined ? null : sql`p.reservation_id = ${reservationId}`,
    state === undefined ? null : sql`p.state = ${state}`,
    method === undefined ? null : sql`p.method = ${method}`,
    from === undefined ? null : sql`p.business_date >= ${from}::date`,
    to === undefined ? null : sql`p.business_date <= ${to}::date`,
    roomId === undefined ? null : sql`${paidIn(sql`room_id`)} = ${roomId}::uuid`,
    channel === undefined ? null : sql`${paidIn(sql`channel`)} = ${channel}`,
    after === null ? null : sql`(p.business_date, p.id) < (${after.businessDate}::date, ${after.id}::uuid)`,
    q === undefined ? null : await searched(tx, q, storeId),
  ].filter((rawBuilder) => rawBuilder !== null);
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  const latestFirst = sql`order by p.business_date desc, p.id desc`;
  const { rows } = await sql<ListedRow>`
    select ${PAYMENT_COLUMNS}, r.code, r.guest_name
    from (select p.* from payments p ${where} ${latestFirst} limit ${limit}) p left join reservations r
      on r.store_id = p.store_id and r.id = p.reservation_id
    ${latestFirst}`.execute(tx);
  return rows;
}

/**
 * The room or channel of a payment, as in the sums of sales: from the ledger when it is paid, otherwise from the
 * reservation.
 */
function paidIn(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(case when p.paid_at is null
    then (select r.${column} from reservations r where r.store_id = p.store_id and r.id = p.reservation_id)
    else (select t.${column} from ledger_transactions t where t.store_id = p.store_id and t.payment_id = p.id
      and t.kind = 'PAYMENT' order by t.id limit 1) end)`;
}

const MOST_GUESTS = 2000;

/**
 * Finds the payments of few guests by an index. When many guests match (all with the name Kim), so many of the latest
 * payments are theirs that the list is read in order until the page is full.
 */
async function searched(tx: Tx, q: string, storeId: string | undefined): Promise<RawBuilder<unknown>> {
  const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(q) ? q : null;
  const [{ rows: guests }, { rows: references }] = await Promise.all([
    sql<{
      id: string;
    }>`select id from reservations where ${matchingGuest(tx, q)} ${
      storeId === undefined
        ? sql``
        : sql`and store_id =
      ${storeId}`
    } limit ${MOST_GUESTS + 1}`.execute(tx),
    sql<{
      id: string;
    }>`select o.id from provider_payments o where o.payment_key = ${q} union all select p.id from payments p
      where p.id = ${id}::uuid`.execute(tx),
  ]);
  const isIt = sql`p.id = any (${references.map((item) => item.id)}::uuid[])`;
  if (guests.length <= MOST_GUESTS)
    return sql`(p.reservation_id = any (${guests.map((guest) => guest.id)}::uuid[]) or ${isIt})`;
  return sql`(exists (select from reservations where store_id = p.store_id and id = p.reservation_id
    and ${matchingGuest(tx, q)}) or ${isIt})`;
}
