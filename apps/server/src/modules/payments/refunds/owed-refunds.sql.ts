import { OWED_REFUND_STATES, type listOwedRefunds, type OwedRefund, type QueryOf } from '@munjigi/contract';
import { maskName } from '@munjigi/rules';
import { sql } from 'kysely';
import { orderOf, type Tx } from '../../../db/index.ts';

interface OwedRow {
  readonly store_id: string;
  readonly id: string;
  readonly code: string;
  readonly guest_name: string;
  readonly since: Date;
  readonly due: number;
  readonly requested: number;
  readonly owed: number;
  readonly waiting: number;
  readonly has_failed: boolean;
}

/**
 * When the reservation was cancelled, its time to pay ran out, its unpaid extension or move was returned, or a second payment
 * arrived.
 */
const ENDED_AT = sql`coalesce(r.cancelled_at, (select max(e.at) from reservation_events e
  where e.store_id = r.store_id and e.reservation_id = r.id and e.kind in ('EXPIRED', 'EXTENSION_RETURNED',
    'MOVE_RETURNED')),
  (select max(e.at) from reservation_events e
  where e.store_id = r.store_id and e.reservation_id = r.id and e.kind = 'PAID'))`;

/**
 * Finds cancelled and expired reservations, and those that take place and were paid beyond their price, whose refund is
 * not confirmed in full, oldest first, with the state of each part.
 */
export async function findOwedRefunds(
  tx: Tx,
  { page, limit, sort, storeId, reservationId }: QueryOf<typeof listOwedRefunds>,
  now: Date,
): Promise<{ total: number; items: OwedRefund[] }> {
  const among = sql`r.refund_due_amount > 0
    and ${storeId === undefined ? sql`true` : sql`r.store_id = ${storeId}`}
      and ${reservationId === undefined ? sql`true` : sql`r.id = ${reservationId}`}`;
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*)::integer as total from reservations r where ${among}`.execute(tx),
    sql<OwedRow>`
      select r.store_id, r.id, r.code, r.guest_name, ${ENDED_AT} as since, r.refund_due_amount as due, f.requested,
        f.owed, f.has_failed,
        (select coalesce(sum((a.terms->>'amount')::bigint), 0)::bigint from approvals a
         where a.store_id = r.store_id and a.kind = 'REFUND' and a.state = 'REQUESTED' and a.expires_at > ${now}
           and a.terms->>'reservationId' = r.id::text) as waiting
      from reservations r
      cross join lateral (
        select coalesce(sum(f.amount) filter (where f.state = 'REQUESTED'), 0)::bigint as requested,
          coalesce(sum(f.amount) filter (where f.state = 'OWED'), 0)::bigint as owed,
          coalesce(bool_or(f.state = 'FAILED' and f.at >= ${ENDED_AT}), false) as has_failed
        from payments p join payment_refunds f on f.store_id = p.store_id and f.payment_id = p.id
        where p.store_id = r.store_id and p.reservation_id = r.id) f
      where ${among} order by ${orderOf(
        sort,
        { since: 'since', amount: 'r.refund_due_amount' },
        'r.id',
        sql`since,
        r.id`,
      )} limit ${limit} offset ${page * limit}`.execute(tx),
  ]);
  return { total: counted.rows[0]?.total ?? 0, items: found.rows.map(toOwedRefund) };
}

function toOwedRefund(row: OwedRow): OwedRefund {
  const rest = Math.max(0, row.due - row.requested - row.owed - row.waiting);
  const amounts: Record<OwedRefund['parts'][number]['state'], number> = {
    REQUESTED: row.requested,
    OWED: row.owed,
    WAITING: row.waiting,
    FAILED: row.has_failed ? rest : 0,
    NOT_STARTED: row.has_failed ? 0 : rest,
  };
  const parts = OWED_REFUND_STATES.map((state) => ({ state, amount: amounts[state] })).filter(
    ({ amount }) => amount > 0,
  );
  return {
    storeId: row.store_id,
    reservationId: row.id,
    code: row.code,
    guestName: maskName(row.guest_name),
    since: row.since.toISOString(),
    amount: parts.reduce((sum, { amount }) => sum + amount, 0),
    parts,
  };
}
