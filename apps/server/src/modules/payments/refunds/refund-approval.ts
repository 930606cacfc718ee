import type { BodyOf, Payment, refundPayment, reversePayment } from '@munjigi/contract';
import type { Clock } from '../../../clock.ts';
import type { Tx } from '../../../db/index.ts';
import { Problem, type UnitOfWork } from '../../../http/index.ts';
import { readGuards } from '../../stores/index.ts';
import type { PaymentRow } from '../payment/payment-row.ts';
import { refundedOfPaymentSince } from '../payment/payments.sql.ts';
import { issueRefund, reverseRecordedPayment, type RefundDeps } from './refund.ts';
import { selectPaymentWithReservation } from '../payment/payment-with-reservation.ts';

/**
 * Refunds and reversals by one person. Above the product's limit they need a second person (decision 039); an approved
 * request calls `refund` and `reverse` directly.
 */

const DAY_MS = 24 * 3600_000;

export async function refundAlone(
  deps: RefundDeps,
  work: UnitOfWork,
  paymentId: string,
  body: BodyOf<typeof refundPayment>,
): Promise<Payment> {
  const { tx } = work;
  await refuseAboveLimit(tx, work.clock, paymentId, (payment) =>
    payment.version === body.version ? (body.amount ?? payment.amount - payment.refunded_amount) : 0,
  );
  return issueRefund(deps, work, paymentId, body);
}

export async function reverseAlone(
  work: UnitOfWork,
  paymentId: string,
  body: BodyOf<typeof reversePayment>,
): Promise<Payment> {
  const { tx, clock } = work;
  await refuseAboveLimit(tx, clock, paymentId, (payment) => (payment.version === body.version ? payment.amount : 0));
  return reverseRecordedPayment(work, paymentId, body);
}

/**
 * Returns whether a refund of this amount needs a second person. Refunds of the payment in the last day are added up.
 */
export async function needsSecondPerson(tx: Tx, clock: Clock, paymentId: string, amount: number): Promise<boolean> {
  const { refundLimit } = await readGuards(tx);
  if (refundLimit === null) return false;
  const earlier = await refundedOfPaymentSince(tx, paymentId, new Date(clock.now().getTime() - DAY_MS));
  return earlier + amount > refundLimit;
}

/**
 * Throws APPROVAL_NEEDED above the product's limit. An amount of 0 passes, because the request fails for another
 * reason.
 */
async function refuseAboveLimit(
  tx: Tx,
  clock: Clock,
  paymentId: string,
  amountOf: (payment: PaymentRow) => number,
): Promise<void> {
  const { refundLimit } = await readGuards(tx);
  if (refundLimit === null) return;
  // Locks the payment before the check, so that concurrent requests run one after the other.
  const { payment } = await selectPaymentWithReservation(tx, paymentId);
  const amount = amountOf(payment);
  if (amount === 0) return;
  if (await needsSecondPerson(tx, clock, paymentId, amount))
    throw new Problem('APPROVAL_NEEDED', { detail: String(refundLimit) });
}
