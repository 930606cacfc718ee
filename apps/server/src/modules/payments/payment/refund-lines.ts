import { ONLINE_PROVIDERS } from '@munjigi/contract';
import {
  amountOf,
  oppositeLines,
  passSaleLines,
  paymentLines,
  type Collector,
  type LedgerLine,
  type VatSplit,
} from '@munjigi/rules';
import type { Tx } from '../../../db/index.ts';
import { isPassSale } from './pass-balance.sql.ts';
import type { PaymentRow } from './payment-row.ts';
import { findPaymentMerchantId } from './payment-merchants.sql.ts';
import { feeGivenBack } from './provider-fees.sql.ts';

/** True for a payment that the server reaches at a provider; a person or a channel sends the money of all others. */
export function isOnlinePayment({ provider }: Pick<PaymentRow, 'provider'>): boolean {
  return ONLINE_PROVIDERS.some((name) => name === provider);
}

async function readCollector(tx: Tx, payment: PaymentRow): Promise<Collector> {
  if (isOnlinePayment(payment)) {
    const merchantId = await findPaymentMerchantId(tx, { storeId: payment.store_id, id: payment.id });
    return merchantId === null ? 'PROVIDER' : 'MERCHANT';
  }
  if (payment.method === 'PASS') return 'PASS';
  return payment.provider === 'CHANNEL' ? 'CHANNEL' : 'STORE';
}

/**
 * The ledger lines of a refund: opposite to those of the payment, with the part of the fee or the commission that it
 * returns. `isLast`: nothing is left to refund after it.
 */
export async function refundLines(
  tx: Tx,
  payment: PaymentRow,
  { split, isLast }: { readonly split: VatSplit; readonly isLast: boolean },
): Promise<LedgerLine[]> {
  if (isPassSale(payment)) return oppositeLines(passSaleLines(amountOf(split)));
  const collector = await readCollector(tx, payment);
  const fee =
    collector === 'STORE' || collector === 'PASS'
      ? undefined
      : await feeGivenBack(tx, payment, amountOf(split), isLast);
  return oppositeLines(paymentLines(split, { collector, ...(fee && { fee }) }));
}

/** Whether a refund needs an account: the provider does not know which account paid into a virtual account. */
export function needsRefundAccount({ provider, method }: Pick<PaymentRow, 'provider' | 'method'>): boolean {
  return isOnlinePayment({ provider }) && method === 'VIRTUAL_ACCOUNT';
}
