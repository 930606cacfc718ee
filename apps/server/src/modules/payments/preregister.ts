import { Problem } from '../../http/index.ts';
import type { OpenProvider } from './providers/index.ts';

interface Begun {
  readonly payment: { readonly id: string; readonly amount: number };
}

/** PortOne knows the payment as paid already: its lookup records it. */
const PAID_ALREADY = 'ALREADY_PAID';

/**
 * Names the amount of a begun payment to the provider before its window opens. Throws PROVIDER_REFUSED, as the window
 * would take money that the server could not look up. Without an answer the window opens: what it takes is compared
 * with what the server began.
 */
export async function preregisterPayment<T extends Begun>(provider: OpenProvider, begun: T): Promise<T> {
  const { id: orderId, amount } = begun.payment;
  const outcome = await provider.driver.preregister?.({ orderId, amount, merchantId: provider.merchantId });
  if (outcome?.kind === 'REFUSED' && outcome.code !== PAID_ALREADY)
    throw new Problem('PROVIDER_REFUSED', { detail: `${outcome.code}: ${outcome.message}`.slice(0, 300) });
  return begun;
}
