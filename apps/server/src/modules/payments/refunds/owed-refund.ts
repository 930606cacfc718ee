import type { BodyOf, markRefundSent, Payment, ReplyOf, revealRefundAccount } from '@munjigi/contract';
import type { Selectable } from 'kysely';
import { pipelineStatement, type Tables, type Tx } from '../../../db/index.ts';
import { notFound, type UnitOfWork } from '../../../http/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { byCaller } from '../../reservations/index.ts';
import { splitOf } from '../payment/payment-row.ts';
import { paymentNotices } from '../payment/payment-words.ts';
import { changePayment, readPayment } from '../payment/payments.sql.ts';
import { postPaymentEntry } from '../ledger/record.ts';
import { accountEnd } from './refund-account.ts';
import { refundLines } from '../payment/refund-lines.ts';
import { finishRefund, paymentStateNotAllowed, selectPaymentAtVersion, type RefundDeps } from './refund.ts';

/** Marks an owed refund as sent. From now on it counts as refunded, in the ledger too. */
export async function markOwedRefundSent(
  work: UnitOfWork,
  refundId: string,
  body: BodyOf<typeof markRefundSent>,
): Promise<Payment> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const { payment_id: paymentId } = await readRefund(tx, refundId);
  const lockedPayment = await selectPaymentAtVersion(tx, paymentId, body);
  const { payment } = lockedPayment;
  // Read again: the payment is locked now.
  const refund = await readRefund(tx, refundId);
  if (refund.state !== 'OWED') throw paymentStateNotAllowed(payment);
  const sent = {
    state: 'DONE' as const,
    at: now,
    sent_by: actor.userId,
    sent_by_name: actor.name,
    reference: body.reference === '' ? null : body.reference,
  };
  pipelineStatement(
    tx,
    tx.updateTable('payment_refunds').set(sent).where('store_id', '=', refund.store_id).where('id', '=', refund.id),
  );
  const isLast =
    payment.refunds.every((item) => item.id === refund.id || item.state !== 'OWED') &&
    payment.refunded_amount === payment.amount;
  changePayment(tx, payment, { state: isLast ? 'CANCELED' : 'PARTIAL_CANCELED' });
  await postPaymentEntry(tx, lockedPayment, {
    kind: 'REFUND',
    refundId: refund.id,
    at: now,
    lines: await refundLines(tx, payment, { split: splitOf(refund), isLast }),
  });
  return finishRefund(work, lockedPayment, {
    kind: 'REFUNDED',
    action: 'payment.refunded',
    words: paymentNotices.refunded,
    amount: refund.amount,
    isStillDue: refund.is_still_due,
    reason: body.reference === '' ? refund.reason : body.reference,
  });
}

/** Returns the bank account of an owed refund. The audit log records the reader and the end of the account number. */
export async function revealAccount(
  { accounts }: RefundDeps,
  { tx, clock, actor }: UnitOfWork,
  refundId: string,
): Promise<ReplyOf<typeof revealRefundAccount>> {
  const refund = await readRefund(tx, refundId);
  if (refund.state !== 'OWED') throw paymentStateNotAllowed(await readPayment(tx, refund.payment_id));
  const account = refund.account === null ? null : accounts.open(refund, refund.account);
  if (account === null) return { account };
  await recordAudit(tx, {
    productId: refund.product_id,
    storeId: refund.store_id,
    at: clock.now(),
    actor: byCaller(actor),
    action: 'payment.refund-account-revealed',
    subject: { kind: 'payment', id: refund.payment_id },
    detail: { amount: refund.amount, to: accountEnd(account) },
  });
  return { account };
}

async function readRefund(tx: Tx, refundId: string): Promise<Selectable<Tables['payment_refunds']>> {
  const refund = await tx.selectFrom('payment_refunds').selectAll().where('id', '=', refundId).executeTakeFirst();
  if (!refund) throw notFound();
  return refund;
}
