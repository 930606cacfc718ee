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

/** Small ones are added up: what of the payment was given back within a day counts, whoever gave it. 0: it is refused for another reason. */
async function refuseAboveLimit(tx: Tx, clock: Clock, paymentId: string, amountOf: (payment: PaymentRow) => number): Promise<void> {
  const { refundLimit } = await readGuards(tx);
  if (refundLimit === null) return;
  // Taken before it is reckoned: two at once are one after the other.
  const { payment } = await takeWithReservation(tx, paymentId);
  const amount = amountOf(payment);
  if (amount === 0) return;
  const earlier = await refundedOfPaymentSince(tx, paymentId, new Date(clock.now().getTime() - DAY_MS));
  if (earlier + amount > refundLimit) throw new Problem('APPROVAL_NEEDED', { detail: String(refundLimit) });
}
