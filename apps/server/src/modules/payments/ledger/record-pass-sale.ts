import type { ManualMethod, Payment } from '@munjigi/contract';
import { passSaleLines, splitVat } from '@munjigi/rules';
import { pipelineStatement } from '../../../db/index.ts';
import { publish } from '../../../events/index.ts';
import type { UnitOfWork } from '../../../http/index.ts';
import { recordChange } from '../../audit/index.ts';
import { isRoutineKind } from '../notifications/notification-rules.ts';
import { addNotification } from '../notifications/notifications.ts';
import { toArrivedPayment, toPayment } from '../payment/payment-row.ts';
import { paymentNotices } from '../payment/payment-words.ts';
import { readPayment } from '../payment/payments.sql.ts';
import { postTransaction } from './ledger.sql.ts';
import { businessDateAt } from './record.ts';

/**
 * Records the money for a pass: a payment without a reservation. In the ledger the store owes it to the guest, and it
 * becomes a sale when stays use it (PS-6).
 */
export async function recordPassSale(
  work: UnitOfWork,
  { storeId, method, amount }: { readonly storeId: string; readonly method: ManualMethod; readonly amount: number },
): Promise<Payment> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const businessDate = await businessDateAt(tx, storeId, now);
  const payment = toArrivedPayment({
    productId: actor.productId,
    storeId,
    reservationId: null,
    method,
    provider: 'MANUAL',
    split: splitVat(amount),
    at: now,
    businessDate,
    by: { userId: actor.userId, label: actor.name },
  });
  pipelineStatement(tx, tx.insertInto('payments').values(payment));
  postTransaction(tx, {
    kind: 'PAYMENT',
    payment,
    reservation: null,
    at: now,
    businessDate,
    lines: passSaleLines(amount),
  });
  const recorded = toPayment(await readPayment(tx, payment.id));
  await publish(tx, { productId: actor.productId, storeId, name: 'payment.changed', data: recorded });
  await recordChange(work, {
    storeId,
    action: 'payment.recorded',
    subject: { kind: 'payment', id: payment.id },
    detail: { reservationId: null, method, amount },
  });
  await addNotification(tx, {
    productId: actor.productId,
    storeId,
    kind: 'PAID',
    reservationId: null,
    amount,
    at: now,
    text: paymentNotices.recorded(null, method, amount),
    isRoutine: isRoutineKind('PAID'),
  });
  return recorded;
}
