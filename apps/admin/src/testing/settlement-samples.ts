import type { Settlement, SettlementLine, SettlementSummary, SettlementTotals } from '@munjigi/contract';
import { STORES } from './render-screen.tsx';
import { sampleId } from './samples.ts';

export function sampleLine(key: string, amount: number, over: Partial<SettlementLine> = {}): SettlementLine {
  const kind = key.split('.')[0] as SettlementLine['kind'];
  return {
    key,
    kind,
    amount,
    supplyAmount: amount,
    vatAmount: 0,
    taxFreeAmount: 0,
    method: null,
    rate: null,
    baseAmount: null,
    validFrom: null,
    datedOn: null,
    reason: null,
    count: 1,
    ...over,
  };
}

/** October of a store: 110,000 won by card, less a fee, a royalty of 5 % and its VAT. */
export function sampleSettlement(over: Partial<Settlement> = {}): Settlement {
  return {
    id: sampleId(700),
    storeId: STORES[0].id,
    storeName: STORES[0].name,
    number: 3,
    statementNumber: 'GANGNAM-20261031-003',
    startsOn: '2026-10-01',
    endsOn: '2026-10-31',
    state: 'OPEN',
    isOver: true,
    payOn: '2026-11-05',
    isOverdue: false,
    figures: {
      grossAmount: 110_000,
      refundAmount: 0,
      netAmount: 110_000,
      feeAmount: 2783,
      royaltyAmount: 6050,
      withheldAmount: 0,
      payoutAmount: 101_167,
      carriedForwardAmount: 0,
    },
    commentCount: 0,
    closedAt: null,
    closedBy: null,
    paidOn: null,
    paidReference: null,
    paidBy: null,
    paidTo: null,
    timeZone: 'Asia/Seoul',
    payee: null,
    lines: [
      sampleLine('GROSS', 110_000, { supplyAmount: 100_000, vatAmount: 10_000 }),
      sampleLine('REFUND', 0),
      sampleLine('FEE.CARD', -2783, { method: 'CARD', supplyAmount: -2530, vatAmount: -253 }),
      sampleLine('ROYALTY.2026-08-01', -6050, {
        rate: 500,
        baseAmount: 110_000,
        validFrom: '2026-08-01',
        supplyAmount: -5500,
        vatAmount: -550,
      }),
      sampleLine('RECEIVED_AT_STORE', 0),
      sampleLine('CARRY_OVER', 0),
    ],
    taxInvoice: null,
    earlier: [],
    comments: [],
    versions: [],
    changesSince: [],
    ...over,
  };
}

/** The same settlement in the list, where an open one has no figures. */
export function summaryOf({
  lines: _lines,
  taxInvoice: _taxInvoice,
  earlier: _earlier,
  comments: _comments,
  versions: _versions,
  changesSince: _changes,
  timeZone: _timeZone,
  payee: _payee,
  ...item
}: Settlement): SettlementSummary {
  return item.state === 'OPEN' ? { ...item, figures: null } : item;
}

/** The sums of the settlements of a list. */
export function totalsOf(items: readonly Settlement[]): SettlementTotals {
  const sum = (name: keyof Settlement['figures']) => items.reduce((total, { figures }) => total + figures[name], 0);
  return {
    grossAmount: sum('grossAmount'),
    refundAmount: sum('refundAmount'),
    netAmount: sum('netAmount'),
    feeAmount: sum('feeAmount'),
    royaltyAmount: sum('royaltyAmount'),
    withheldAmount: sum('withheldAmount'),
    payoutAmount: sum('payoutAmount'),
    carriedForwardAmount: sum('carriedForwardAmount'),
    count: items.length,
    withoutFigures: 0,
  };
}
