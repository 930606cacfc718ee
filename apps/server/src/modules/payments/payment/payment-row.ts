import type { ListedPayment, Payment, PaymentMethod, PaymentProvider, PaymentRefund } from '@munjigi/contract';
import { amountOf, maskName, type VatSplit } from '@munjigi/rules';
import type { Insertable, Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
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

interface ArrivedPayment {
  readonly productId: string;
  readonly storeId: string;
  /** `null`: the payment belongs to no reservation. */
  readonly reservationId: string | null;
  readonly method: PaymentMethod;
  readonly provider: PaymentProvider;
  readonly split: VatSplit;
  readonly at: Date;
  readonly businessDate: string;
  /** `userId` is `null` for a program. */
  readonly by: { readonly userId: string | null; readonly label: string };
}

/** A new row of money that has arrived without a provider. */
export function toArrivedPayment({ split, at, by, ...arrived }: ArrivedPayment) {
  return {
    product_id: arrived.productId,
    store_id: arrived.storeId,
    id: uuidv7(),
    reservation_id: arrived.reservationId,
    method: arrived.method,
    provider: arrived.provider,
    state: 'DONE',
    amount: amountOf(split),
    ...splitColumns(split),
    receipt_url: null,
    cash_receipt_number: null,
    tax_invoice_number: null,
    paid_at: at,
    business_date: arrived.businessDate,
    created_at: at,
    created_by: by.userId,
    created_by_name: by.label,
    reversed_by: null,
    reversed_by_name: null,
    reverse_reason: null,
  } satisfies Insertable<Tables['payments']>;
}
