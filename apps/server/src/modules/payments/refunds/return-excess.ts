import { amountOf, splitRefund } from '@munjigi/rules';
import { REFUND_REASONS } from '@munjigi/texts/payments';
import { v7 as uuidv7 } from 'uuid';
import { pipelineStatement, type Tx } from '../../../db/index.ts';
import { recordAudit, systemAuditActor } from '../../audit/index.ts';
import { refundedOf, splitColumns, splitOf, type PaymentRow } from '../payment/payment-row.ts';
import { scheduleLookup } from '../payment/lookup-jobs.ts';
import { changePayment } from '../payment/payments.sql.ts';

/** The reason that the provider shows the guest. */
const REASON = REFUND_REASONS.paidTwice;
const BY_SYSTEM = systemAuditActor('overpaid');

/**
 * Requests the refund of what a payment brought beyond the price of its reservation: the provider is asked after the
 * commit. The guest never agreed to pay twice, so no person has to decide.
 */
export async function requestExcessRefund(tx: Tx, payment: PaymentRow, amount: number, now: Date): Promise<void> {
  const { product_id: productId, store_id: storeId, id } = payment;
  const split = splitRefund(splitOf(payment), refundedOf(payment), amount);
  pipelineStatement(
    tx,
    tx.insertInto('payment_refunds').values({
      product_id: productId,
      store_id: storeId,
      id: uuidv7(),
      payment_id: id,
      amount: amountOf(split),
      ...splitColumns(split),
      reason: REASON,
      state: 'REQUESTED',
      at: now,
      made_by: null,
      made_by_name: 'Munjigi',
      account: null,
    }),
  );
  changePayment(tx, payment, { state: payment.state });
  await scheduleLookup(tx, { productId, storeId, id }, now);
  await recordAudit(tx, {
    productId,
    storeId,
    at: now,
    actor: BY_SYSTEM,
    action: 'payment.refund-requested',
    subject: { kind: 'payment', id },
    detail: { reservationId: payment.reservation_id, amount, reason: REASON },
  });
}
