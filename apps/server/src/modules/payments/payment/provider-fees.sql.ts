import type { FeeTerm, PaymentMethod } from '@munjigi/contract';
import { feeOf, termsOn, type Fee } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import type { PaymentRow } from './payment-row.ts';

/** Returns the provider's fee for a payment by the terms of its method on that date; zero without terms. */
export function feeOn(terms: readonly FeeTerm[], method: PaymentMethod, date: string, amount: number): Fee {
  const term = termsOn(
    terms.filter((term) => term.method === method),
    date,
  );
  return term === null ? { supplyAmount: 0, vatAmount: 0 } : feeOf(amount, term);
}

/** Reads from the ledger what the provider or the channel still keeps of a payment: its fee minus what refunds returned. */
async function feeKept(tx: Tx, payment: PaymentRow): Promise<Fee> {
  const { rows } = await sql<{ supply: number; vat: number }>`
    select coalesce(sum(e.amount) filter (where e.account in ('PROVIDER_FEE', 'CHANNEL_COMMISSION')), 0)::bigint
      as supply,
      coalesce(sum(e.amount) filter (where e.account in ('PROVIDER_FEE_VAT', 'CHANNEL_COMMISSION_VAT')), 0)::bigint
        as vat
    from ledger_transactions t join ledger_entries e on e.store_id = t.store_id and e.transaction_id = t.id
    where t.store_id = ${payment.store_id} and t.payment_id = ${payment.id}`.execute(tx);
  return { supplyAmount: rows[0]?.supply ?? 0, vatAmount: rows[0]?.vat ?? 0 };
}

/** The part of the fee that a refund returns: in proportion, rounded down; the last refund returns the rest. */
export async function feeGivenBack(tx: Tx, payment: PaymentRow, amount: number, isLast: boolean): Promise<Fee> {
  const fee = await feeKept(tx, payment);
  if (isLast) return fee;
  const share = (part: number) => Number((BigInt(part) * BigInt(amount)) / BigInt(payment.amount));
  return {
    supplyAmount: Math.min(share(payment.fee_amount - payment.fee_vat_amount), fee.supplyAmount),
    vatAmount: Math.min(share(payment.fee_vat_amount), fee.vatAmount),
  };
}
