import type { OnlineProvider, PaymentReturnResult } from '@munjigi/contract';
import { sql } from 'kysely';
import { SYSTEM, type Database, type Tx } from '../../../db/index.ts';
import { readReservation, type ReservationRow } from '../../reservations/index.ts';
import { isUnderConfirmation } from './confirm.ts';
import type { PaymentRow } from '../payment/payment-row.ts';
import { readPayment } from '../payment/payments.sql.ts';
import type { PaymentPlace } from '../payment/provider-payments.sql.ts';
import { dueAmountOf } from '../ledger/record.ts';

/** What became of an order, for a browser that knows only its id (GT-16). */

/** An order of a provider, with the product that its page names. */
export interface FoundOrder extends PaymentPlace {
  readonly provider: OnlineProvider;
  readonly productSlug: string;
  readonly productName: string;
}

/** An order id: a UUIDv7 that this server made. */
const ORDER_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function isOrderId(text: string): boolean {
  return ORDER_ID.test(text);
}

/** Finds the order of any product by its id. */
export async function findOrder(db: Database, orderId: string): Promise<FoundOrder | null> {
  const row = await db.withActor(SYSTEM, (tx) =>
    tx
      .selectFrom('provider_payments as o')
      .innerJoin('products as p', 'p.id', 'o.product_id')
      .select(['o.product_id', 'o.store_id', 'o.provider', 'p.slug', 'p.name'])
      .where('o.id', '=', orderId)
      .executeTakeFirst(),
  );
  return row
    ? {
        productId: row.product_id,
        storeId: row.store_id,
        id: orderId,
        provider: row.provider,
        productSlug: row.slug,
        productName: row.name,
      }
    : null;
}

/** How the confirmation ended that this request asked for. `NONE`: the provider was not asked. */
export type ConfirmationAttempt = 'ANSWERED' | 'REFUSED' | 'UNDER_WAY' | 'NONE';

export interface OrderOutcome {
  readonly row: ReservationRow;
  readonly result: PaymentReturnResult;
}

const STAY_STATES: ReadonlySet<string> = new Set(['CONFIRMED', 'IN_USE', 'COMPLETED', 'NO_SHOW']);

/** Reads the state of an order and its stay, and derives what the guest is shown. `null`: it has no reservation. */
export async function readOrderOutcome(
  tx: Tx,
  { orderId, attempt, now }: { readonly orderId: string; readonly attempt: ConfirmationAttempt; readonly now: Date },
): Promise<OrderOutcome | null> {
  const payment = await readPayment(tx, orderId);
  if (payment.reservation_id === null) return null;
  const { row } = await readReservation(tx, payment.reservation_id);
  if (payment.paid_at !== null) return { row, result: isReturned(payment, row) ? 'REFUNDED' : 'PAID' };
  if (await isPaidOtherwise(tx, payment, row)) return { row, result: 'PAID' };
  if (attempt === 'REFUSED') return { row, result: 'DECLINED' };
  const isOpen =
    attempt === 'UNDER_WAY' ||
    // The provider has money that differs from what was begun, which staff are notified of.
    (payment.online?.fault ?? null) !== null ||
    // PortOne takes the money in its window, so it may have done so while the payment is not known to be over.
    (payment.provider === 'PORTONE' && payment.state === 'READY') ||
    (await isUnderConfirmation(tx, payment, now));
  return { row, result: isOpen ? 'CONFIRMING' : 'DECLINED' };
}

/** Whether money that arrived goes back: it came too late, or a second time. */
function isReturned(payment: PaymentRow, row: ReservationRow): boolean {
  if ((row.refund_due_amount ?? 0) > 0 || payment.state === 'CANCELED') return true;
  return !STAY_STATES.has(row.state) && payment.refunds.some(({ state }) => state !== 'FAILED');
}

/** Whether nothing is due for the stay because another payment arrived after this order began. */
async function isPaidOtherwise(tx: Tx, { id, created_at: begunAt }: PaymentRow, row: ReservationRow): Promise<boolean> {
  if (!STAY_STATES.has(row.state) || (dueAmountOf(row) ?? 0) > 0) return false;
  const { rows } = await sql`
    select 1 from payments
    where reservation_id = ${row.id} and id <> ${id} and paid_at >= ${begunAt} and state in ('DONE', 'PARTIAL_CANCELED')
      and reversed_at is null limit 1`.execute(tx);
  return rows.length > 0;
}
