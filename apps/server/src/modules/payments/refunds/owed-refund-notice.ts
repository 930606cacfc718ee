import type { UnitOfWork, Caller } from '../../../http/index.ts';
import type { ReservationRow } from '../../reservations/index.ts';
import { addNotification } from '../notifications/notifications.ts';
import { paymentNotices } from '../payment/payment-words.ts';

/** Adds a notification about money that a person has to send or to start sending (RV-5). Call it last (decision 025). */
export async function notifyOwedRefund(
  { tx, clock }: UnitOfWork<Caller>,
  row: ReservationRow,
  amount: number,
): Promise<void> {
  await addNotification(tx, {
    productId: row.product_id,
    storeId: row.store_id,
    kind: 'REFUND_OWED',
    reservationId: row.id,
    amount,
    at: clock.now(),
    text: paymentNotices.refundOwed(row.guest_name, amount),
  });
}
