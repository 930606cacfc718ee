import { storeActor } from '../../../db/index.ts';
import { Problem } from '../../../http/index.ts';
import type { ProviderDeps } from './payment-lookup.ts';
import { findPaymentByOrderId, requestLookupNow } from '../payment/provider-payments.sql.ts';
import type { OpenProvider } from '../providers/index.ts';

interface Begun {
  readonly payment: { readonly id: string; readonly amount: number };
}

interface WindowOwner {
  readonly productId: string;
  readonly provider: OpenProvider;
}

/** PortOne knows the payment as paid already. */
const PAID_ALREADY = 'ALREADY_PAID';

/**
 * Names the amount of a begun payment to the provider before its window opens. Throws PROVIDER_REFUSED, as the window
 * would take money that the server could not look up, or a second time: a payment that is paid already is looked up.
 * Without an answer the window opens: what it takes is compared with what the server began.
 */
export async function preregisterPayment<T extends Begun>(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  { productId, provider }: WindowOwner,
  begun: T,
): Promise<T> {
  const { id: orderId, amount } = begun.payment;
  const outcome = await provider.driver.preregister?.({ orderId, amount, merchantId: provider.merchantId });
  if (outcome?.kind !== 'REFUSED') return begun;
  if (outcome.code === PAID_ALREADY) {
    const place = await findPaymentByOrderId(db, { productId, provider: provider.provider }, orderId);
    if (place)
      await db.withActor(storeActor(productId, place.storeId), (tx) => requestLookupNow(tx, place, clock.now()));
  }
  throw new Problem('PROVIDER_REFUSED', { detail: `${outcome.code}: ${outcome.message}`.slice(0, 300) });
}
