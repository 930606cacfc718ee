import type { BodyOf, Payment, refundPayment, reversePayment } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { Problem, type Person } from '../../http/index.ts';
import { readGuards } from '../stores/index.ts';
import type { PaymentRow } from './payment-row.ts';
import { refundedOfPaymentSince } from './payments.sql.ts';
import { refund, reverse, type RefundDeps } from './take-back.ts';
import { takeWithReservation } from './take.ts';

/** What one person asks for; above the product's limit it takes two (decision 039). Two who agreed call `refund` and `reverse` themselves. */

const DAY_MS = 24 * 3600_000;

export async function refundByOne(tx: Tx, deps: RefundDeps, actor: Person, paymentId: string, body: BodyOf<typeof refundPayment>): Promise<Payment> {
  await refuseAboveLimit(tx, deps.clock, paymentId, (it) => (it.version === body.version ? (body.amount ?? it.amount - it.refunded_amount) : 0));
  return refund(tx, deps, actor, paymentId, body);
}

export async function reverseByOne(tx: Tx, clock: Clock, actor: Person, paymentId: string, body: BodyOf<typeof reversePayment>): Promise<Payment> {
  await refuseAboveLimit(tx, clock, paymentId, (it) => (it.version === body.version ? it.amount : 0));
  return reverse(tx, clock, actor, paymentId, body);
}

/** Whether a refund of so much of a payment needs a second person: refunds of the last day are added up. */
export async function needsSecondPerson(tx: Tx, clock: Clock, paymentId: string, amount: number): Promise<boolean> {
  const { refundLimit } = await readGuards(tx);
  if (refundLimit === null) return false;
  const earlier = await refundedOfPaymentSince(tx, paymentId, new Date(clock.now().getTime() - DAY_MS));
  return earlier + amount > refundLimit;
}

/** Throws APPROVAL_NEEDED above the product's limit. An amount of 0: it is refused for another reason. */
async function refuseAboveLimit(tx: Tx, clock: Clock, paymentId: string, amountOf: (payment: PaymentRow) => number): Promise<void> {
  const { refundLimit } = await readGuards(tx);
  if (refundLimit === null) return;
  // Taken before it is reckoned: two at once are one after the other.
  const { payment } = await takeWithReservation(tx, paymentId);
  const amount = amountOf(payment);
  if (amount === 0) return;
  if (await needsSecondPerson(tx, clock, paymentId, amount)) throw new Problem('APPROVAL_NEEDED', { detail: String(refundLimit) });
}
