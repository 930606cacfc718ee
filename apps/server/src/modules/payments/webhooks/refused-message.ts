import { storeActor } from '../../../db/index.ts';
import { finishLookup } from '../provider/apply.ts';
import type { ProviderDeps } from '../provider/payment-lookup.ts';
import { paymentNotices } from '../payment/payment-words.ts';
import type { PaymentPlace } from '../payment/provider-payments.sql.ts';
import { selectPaymentWithReservation } from '../payment/payment-with-reservation.ts';

const HOUR_MS = 3600_000;

/**
 * Records which payment a refused message names. The first message of an hour raises a notification; the others change
 * only their own row, so that a flood neither locks the payment nor fills the list of notifications.
 */
export async function recordRefusedMessage(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  webhookId: string,
  place: PaymentPlace,
): Promise<void> {
  const now = clock.now();
  await db.withActor(storeActor(place.productId, place.storeId), async (tx) => {
    const findRecent = () =>
      tx
        .selectFrom('provider_webhooks')
        .select('id')
        .where('product_id', '=', place.productId)
        .where('payment_id', '=', place.id)
        .where('state', '=', 'REJECTED')
        .where('id', '<>', webhookId)
        .where('worked_at', '>', new Date(now.getTime() - HOUR_MS))
        .limit(1)
        .executeTakeFirst();
    const note = () =>
      tx
        .updateTable('provider_webhooks')
        .set({ payment_id: place.id })
        .where('product_id', '=', place.productId)
        .where('id', '=', webhookId)
        .execute();
    if (await findRecent()) return void (await note());
    // Of two concurrent messages, the second finds the first, whose row names the payment before the lock is released.
    const { payment, reservation } = await selectPaymentWithReservation(tx, place.id);
    const recent = await findRecent();
    await note();
    if (recent === undefined)
      await finishLookup(tx, clock, { payment, reservation }, [
        { kind: 'WEBHOOK_REJECTED', words: paymentNotices.forged, amount: payment.amount },
      ]);
  });
}
