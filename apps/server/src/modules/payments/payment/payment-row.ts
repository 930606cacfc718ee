import type { ListedPayment, Payment, PaymentRefund } from '@munjigi/contract';
import { maskName, type VatSplit } from '@munjigi/rules';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../db/index.ts';

export type PaymentRow = Selectable<Tables['payments']> & {
  readonly refunds: PaymentRefund[];
  readonly online: Payment['online'];
};

export function toPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    storeId: row.store_id,
    reservationId: row.reservation_id,
    method: row.method,
    provider: row.provider,
    state: row.state,
    amount: row.amount,
    supplyAmount: row.supply_amount,
    vatAmount: row.vat_amount,
    taxFreeAmount: row.tax_free_amount,
    feeAmount: row.fee_amount,
    refundedAmount: row.refunded_amount,
    receiptUrl: row.receipt_url,
    cashReceiptNumber: row.cash_receipt_number,
    taxInvoiceNumber: row.tax_invoice_number,
    approvedAt: row.paid_at?.toISOString() ?? null,
    businessDate: row.business_date,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    reversal:
      row.reversed_at === null
        ? null
        : { at: row.reversed_at.toISOString(), by: row.reversed_by_name ?? '', reason: row.reverse_reason ?? '' },
    refunds: row.refunds,
    online: row.online,
    version: row.version,
  };
}

export type ListedRow = PaymentRow & { readonly code: string | null; readonly guest_name: string | null };

export function toListedPayment(row: ListedRow): ListedPayment {
  return {
    ...toPayment(row),
    reservation: row.code === null ? null : { code: row.code, guestName: maskName(row.guest_name ?? '') },
  };
}

export function splitOf(row: Pick<PaymentRow, 'supply_amount' | 'vat_amount' | 'tax_free_amount'>): VatSplit {
  return { supplyAmount: row.supply_amount, vatAmount: row.vat_amount, taxFreeAmount: row.tax_free_amount };
}

export function splitColumns({ supplyAmount, vatAmount, taxFreeAmount }: VatSplit) {
  return { supply_amount: supplyAmount, vat_amount: vatAmount, tax_free_amount: taxFreeAmount };
}

/** Returns the refunded part of the split. */
export function refundedOf(row: PaymentRow): VatSplit {
  return {
    supplyAmount: row.refunded_supply_amount,
    vatAmount: row.refunded_vat_amount,
    taxFreeAmount: row.refunded_tax_free_amount,
  };
}
