import { sql } from 'kysely';
import { pipelineStatement, type Tx } from '../../../db/index.ts';
import { notFound } from '../../../http/index.ts';
import type { PaymentRow } from './payment-row.ts';
import { isOnlinePayment } from './refund-lines.ts';

/** Columns of a payment `p`: its refunds, oldest first, as JSON of a `PaymentRefund[]`, and its provider data. */
export const PAYMENT_COLUMNS = sql`p.*,
    (select coalesce(json_agg(json_build_object(
       'id', f.id, 'amount', f.amount, 'supplyAmount', f.supply_amount, 'vatAmount', f.vat_amount, 'taxFreeAmount',
         f.tax_free_amount, 'reason', f.reason,
       'state', f.state, 'at', to_char(f.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', f.made_by_name,
         'failure', f.failure,
       'sentBy', f.sent_by_name, 'reference', f.reference) order by f.id), '[]')
     from payment_refunds f where f.store_id = p.store_id and f.payment_id = p.id) as refunds,
    (select json_build_object(
       'paymentKey', o.payment_key, 'isConfirming', o.confirm_asked_at is not null and p.state = 'READY',
       'isDisputed', o.dispute_opened_at is not null
         and o.dispute_opened_at > coalesce(o.dispute_closed_at, '-infinity'), 'fault', o.fault,
       'lookedAt', to_char(o.looked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     from provider_payments o where o.store_id = p.store_id and o.id = p.id) as online`;
const PAYMENT = sql`select ${PAYMENT_COLUMNS} from payments p`;

/** Throws NOT_FOUND when the payment does not exist or the person cannot see it. */
export async function readPayment(tx: Tx, paymentId: string): Promise<PaymentRow> {
  return only(await sql<PaymentRow>`${PAYMENT} where p.id = ${paymentId}`.execute(tx));
}

/**
 * Reads a payment and locks it until the transaction ends. Lock its reservation first. The refunds are read by a statement
 * after the lock, which sees those that it waited for.
 */
export async function selectPaymentForUpdate(tx: Tx, paymentId: string): Promise<PaymentRow> {
  const lock = sql`select from payments where id = ${paymentId} for no key update`.execute(tx);
  const [, row] = await Promise.all([lock, readPayment(tx, paymentId)]);
  return row;
}

/** The payments of a reservation whose money arrived, oldest first, without reversed ones. */
export async function listReceivedPayments(
  tx: Tx,
  { storeId, reservationId }: { readonly storeId: string; readonly reservationId: string },
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    ${PAYMENT} where p.store_id = ${storeId} and p.reservation_id = ${reservationId}
      and p.state in ('DONE', 'PARTIAL_CANCELED', 'CANCELED') and p.paid_at is not null and p.reversed_at is null
    order by p.paid_at, p.id`.execute(tx);
  return rows;
}

export type PaymentChange = Partial<
  Pick<
    PaymentRow,
    | 'state'
    | 'method'
    | 'paid_at'
    | 'business_date'
    | 'fee_amount'
    | 'fee_vat_amount'
    | 'receipt_url'
    | 'reversed_at'
    | 'reversed_by'
    | 'reversed_by_name'
    | 'reverse_reason'
  >
>;

/** Updates a payment and its version, without waiting for the result. */
export function changePayment(tx: Tx, { store_id: storeId, id, version }: PaymentRow, set: PaymentChange): void {
  pipelineStatement(
    tx,
    tx
      .updateTable('payments')
      .set({ ...set, version: version + 1 })
      .where('store_id', '=', storeId)
      .where('id', '=', id),
  );
}

function only({ rows: [row] }: { readonly rows: readonly PaymentRow[] }): PaymentRow {
  if (!row) throw notFound();
  return row;
}

/**
 * Won paid for a reservation, without refunds and reversed payments. A refund that is only requested or owed still
 * counts as paid.
 */
export async function paidFor(tx: Tx, reservationId: string): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select coalesce(sum(p.amount - p.refunded_amount + coalesce((
      select sum(f.amount) from payment_refunds f where f.store_id = p.store_id and f.payment_id = p.id
        and f.state in ('REQUESTED', 'OWED')), 0)), 0)::bigint as paid
    from payments p
    where reservation_id = ${reservationId} and state in ('DONE', 'PARTIAL_CANCELED', 'CANCELED')
      and paid_at is not null and reversed_at is null`.execute(tx);
  return rows[0]?.paid ?? 0;
}

/** Won of a payment that were refunded since then, requested and owed refunds included. */
export async function refundedOfPaymentSince(tx: Tx, paymentId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ refunded: number }>`
    select coalesce(sum(amount), 0)::bigint as refunded from payment_refunds where payment_id = ${paymentId}
      and state <> 'FAILED' and at > ${since}`.execute(tx);
  return rows[0]?.refunded ?? 0;
}

/** Won of a reservation's refunds that are requested or owed: started, and not confirmed. */
export async function sumOpenRefunds(tx: Tx, reservationId: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select coalesce(sum(f.amount), 0)::bigint as open
    from payments p join payment_refunds f on f.store_id = p.store_id and f.payment_id = p.id
    where p.reservation_id = ${reservationId} and f.state in ('REQUESTED', 'OWED')`.execute(tx);
  return rows[0]?.open ?? 0;
}

/** Locks the payments of a reservation that can be refunded, oldest first, until the transaction ends. */
export async function selectRefundablePaymentsForUpdate(tx: Tx, reservationId: string): Promise<PaymentRow[]> {
  const refundable = sql`p.reservation_id = ${reservationId} and p.state in ('DONE', 'PARTIAL_CANCELED')
    and p.refunded_amount < p.amount order by p.id`;
  const lock = sql`select from payments p where ${refundable} for no key update`.execute(tx);
  // After the lock, so that it sees the refunds of the transactions that the lock waited for.
  const [, { rows }] = await Promise.all([lock, sql<PaymentRow>`${PAYMENT} where ${refundable}`.execute(tx)]);
  return rows.filter((row) => !isOnlinePayment(row) || row.online !== null);
}
