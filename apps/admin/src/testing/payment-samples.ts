import type {
  ListedPayment,
  OwedRefund,
  Payment,
  PaymentRefund,
  ReservationDetail,
  Waterfall,
} from '@munjigi/contract';
import { STORES } from './render-screen.tsx';
import { sampleId } from './samples.ts';

/** A cash payment of the sample reservation, recorded by 김지은. */
export function samplePayment(over: Partial<Payment> = {}): Payment {
  return {
    id: sampleId(90),
    storeId: STORES[0].id,
    reservationId: sampleId(50),
    method: 'CASH',
    provider: 'MANUAL',
    state: 'DONE',
    amount: 24_000,
    supplyAmount: 21_818,
    vatAmount: 2182,
    taxFreeAmount: 0,
    feeAmount: 0,
    refundedAmount: 0,
    receiptUrl: null,
    cashReceiptNumber: null,
    taxInvoiceNumber: null,
    approvedAt: '2026-11-21T02:00:00.000Z',
    businessDate: '2026-11-21',
    createdAt: '2026-11-21T02:00:00.000Z',
    createdBy: '김지은',
    reversal: null,
    refunds: [],
    online: null,
    version: 1,
    ...over,
  };
}

/** The same payment in the form of a list. */
export function listedPayment(over: Partial<ListedPayment> = {}): ListedPayment {
  return { ...samplePayment(over), reservation: { code: 'K7QX-29MD', guestName: '홍*동' }, ...over };
}

/** The waterfall of the sample reservation, paid in cash. */
export function sampleWaterfall(over: Partial<Waterfall> = {}): Waterfall {
  return {
    storeId: STORES[0].id,
    reservationId: sampleId(50),
    date: null,
    dueAmount: 0,
    toRefundAmount: 0,
    lines: [
      { step: 'PRICE', amount: 24_000 },
      { step: 'VAT', amount: -2182 },
      { step: 'LEFT', amount: -21_818 },
    ],
    accounts: [
      { account: 'MONEY_AT_STORE', amount: 24_000 },
      { account: 'SALES_SUPPLY', amount: -21_818 },
      { account: 'SALES_VAT', amount: -2182 },
    ],
    ...over,
  };
}

/** Answers for a reservation without payments. */
export function noPayments({ priceAmount }: Pick<ReservationDetail, 'priceAmount'>) {
  const lines: Waterfall['lines'] = [
    { step: 'PRICE', amount: priceAmount },
    { step: 'LEFT', amount: -priceAmount },
  ];
  return {
    'GET /api/v2/{product}/payment': () => ({ items: [] as ListedPayment[], nextCursor: null }),
    'GET /api/v2/{product}/payment/waterfall': () => sampleWaterfall({ lines, accounts: [] }),
    'GET /api/v2/{product}/payment/refund-owed': () => ({ total: 0, items: [] as OwedRefund[] }),
  } as const;
}

/** A partial refund of the sample payment. */
export function sampleRefund(over: Partial<PaymentRefund> = {}): PaymentRefund {
  return {
    id: sampleId(91),
    amount: 12_000,
    supplyAmount: 10_909,
    vatAmount: 1091,
    taxFreeAmount: 0,
    reason: '손님 사정',
    state: 'DONE',
    at: '2026-11-21T03:00:00.000Z',
    by: '김지은',
    failure: null,
    sentBy: null,
    reference: null,
    ...over,
  };
}
