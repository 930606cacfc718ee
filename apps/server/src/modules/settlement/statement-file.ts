import type {
  exportSettlement,
  PaymentMethod,
  QueryOf,
  Settlement,
  SettlementLine,
  SettlementLineKind,
  SettlementState,
  TaxInvoice,
} from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { tableFile, type FileReply, type Person, type TableCell } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { PAYMENT_METHOD_NAMES } from '../payments/index.ts';
import { readStore } from '../stores/index.ts';
import { paperFile, type Paper, type PaperRow } from './statement-pdf.ts';
import { statementOf } from './statement.ts';

type Query = QueryOf<typeof exportSettlement>;

interface Words {
  readonly title: string;
  readonly headings: readonly [
    line: string,
    supply: string,
    vat: string,
    taxFree: string,
    amount: string,
    count: string,
    note: string,
  ];
  readonly store: string;
  readonly period: string;
  readonly state: Readonly<Record<SettlementState, string>>;
  readonly payOn: string;
  readonly paidOn: string;
  readonly line: Readonly<Record<SettlementLineKind, string>>;
  readonly method: Readonly<Record<PaymentMethod, string>>;
  readonly payout: string;
  readonly carried: string;
  /** The tax invoice of the royalty, from head office to the store, with its date and the parties. */
  readonly taxInvoice: string;
  readonly writtenOn: string;
  readonly issueBy: string;
  readonly supplier: string;
  readonly recipient: string;
  readonly noNumber: string;
}

const WORDS: Readonly<Record<Query['lng'], Words>> = {
  kr: {
    title: '정산서',
    headings: ['항목', '공급가액', '부가세', '면세·비과세', '금액', '건수', '비고'],
    store: '매장',
    period: '정산 기간',
    payOn: '지급 예정일',
    paidOn: '지급일',
    payout: '지급액',
    carried: '다음 기간으로 이월',
    state: { OPEN: '초안', CLOSED: '마감', PAID: '지급 완료' },
    line: {
      GROSS: '결제',
      REFUND: '환불',
      COUPON: '본사 부담 쿠폰 할인',
      FEE: '결제 수수료',
      COMMISSION: '예약 채널 수수료',
      ROYALTY: '로열티',
      ADJUSTMENT: '조정',
      RECEIVED_AT_STORE: '매장이 직접 받은 돈',
      CARRY_OVER: '지난 기간에서 이월',
      INCOME_TAX: '소득세 원천징수',
      LOCAL_INCOME_TAX: '지방소득세 원천징수',
    },
    method: PAYMENT_METHOD_NAMES.kr,
    taxInvoice: '세금계산서 자료: 로열티 (본사 → 매장)',
    writtenOn: '작성일자',
    issueBy: '발급 기한',
    supplier: '공급자',
    recipient: '공급받는자',
    noNumber: '등록번호 없음',
  },
  en: {
    title: 'Settlement statement',
    headings: ['Line', 'Supply value', 'VAT', 'No VAT', 'Amount', 'Count', 'Note'],
    store: 'Store',
    period: 'Period',
    payOn: 'To be paid on',
    paidOn: 'Paid on',
    payout: 'Payout',
    carried: 'Carried forward',
    state: { OPEN: 'Draft', CLOSED: 'Closed', PAID: 'Paid' },
    line: {
      GROSS: 'Payments',
      REFUND: 'Refunds',
      COUPON: 'Discounts borne by head office',
      FEE: 'Payment fee',
      COMMISSION: 'Commission of channels',
      ROYALTY: 'Royalty',
      ADJUSTMENT: 'Adjustment',
      RECEIVED_AT_STORE: 'Received by the store itself',
      CARRY_OVER: 'Carried over',
      INCOME_TAX: 'Income tax withheld',
      LOCAL_INCOME_TAX: 'Local income tax withheld',
    },
    method: PAYMENT_METHOD_NAMES.en,
    taxInvoice: 'Tax invoice data: royalty (head office to store)',
    writtenOn: 'written on',
    issueBy: 'issue by',
    supplier: 'supplier',
    recipient: 'recipient',
    noNumber: 'no business number',
  },
};

/**
 * Exports a statement as a table or a PDF: its period, its lines, their sums, and the tax invoice of the royalty
 * (docs/domain.md 5).
 */
export async function statementFile(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  actor: Person,
  settlementId: string,
  { format, lng }: Query,
): Promise<FileReply> {
  const words = WORDS[lng];
  const { statement, businessNumber } = await db.withActor(actor, async (tx) => {
    const read = await statementOf(tx, clock, settlementId);
    await recordChange(
      { tx, clock, actor },
      {
        storeId: read.storeId,
        action: 'settlement.exported',
        subject: { kind: 'settlement', id: settlementId },
        detail: { format, rows: read.lines.length },
      },
    );
    return { statement: read, businessNumber: (await readStore(tx, read.storeId)).businessNumber };
  });
  const [details, rows] = [detailsOf(statement, businessNumber, words), rowsOf(statement, words)];
  const name = `settlement-${statement.startsOn}`;
  const [label, supply, vat, taxFree, amount] = words.headings;
  if (format === 'pdf')
    return paperFile(name, { title: words.title, details, headings: [label, supply, vat, taxFree, amount], rows });
  return tableFile({ name, format, headings: words.headings, rows: cellsOf(details, rows) });
}

type Row = PaperRow & { readonly count: number | null };

async function* cellsOf(details: Paper['details'], rows: readonly Row[]): AsyncGenerator<TableCell[]> {
  for (const [label, text] of details) yield [label, '', '', '', '', '', text];
  for (const { label, amounts, count, note } of rows)
    yield [label, ...amounts.map((amount) => amount ?? ''), count ?? '', note];
}

function detailsOf(statement: Settlement, businessNumber: string, words: Words): Paper['details'] {
  const { storeName, startsOn, endsOn, state, payOn, paidOn, paidReference } = statement;
  return [
    [words.store, businessNumber === '' ? storeName : `${storeName} (${businessNumber})`],
    [words.period, `${startsOn} – ${endsOn}, ${words.state[state]}`],
    paidOn === null ? [words.payOn, payOn] : [words.paidOn, `${paidOn} ${paidReference ?? ''}`],
  ];
}

function rowsOf(
  { lines, figures: { payoutAmount, carriedForwardAmount }, taxInvoice }: Settlement,
  words: Words,
): Row[] {
  const sum = (label: string, amount: number): Row => ({
    label,
    amounts: [null, null, null, amount],
    count: null,
    note: '',
    isStrong: true,
  });
  return [
    ...lines.map((line) => ({
      label: line.method === null ? words.line[line.kind] : `${words.line[line.kind]} (${words.method[line.method]})`,
      amounts: [line.supplyAmount, line.vatAmount, line.taxFreeAmount, line.amount],
      count: line.count,
      note: noteOf(line),
      isStrong: false,
    })),
    sum(words.payout, payoutAmount),
    ...(carriedForwardAmount === 0 ? [] : [sum(words.carried, carriedForwardAmount)]),
    ...(taxInvoice === null
      ? []
      : [
          {
            label: words.taxInvoice,
            amounts: [taxInvoice.supplyAmount, taxInvoice.vatAmount, 0, taxInvoice.amount],
            count: null,
            note: invoiceNote(taxInvoice, words),
            isStrong: false,
          },
        ]),
  ];
}

function invoiceNote({ writtenOn, issueBy, supplier, recipient }: TaxInvoice, words: Words): string {
  const party = (name: string, supplier: TaxInvoice['supplier']) =>
    supplier === null
      ? []
      : [`${name} ${supplier.name} (${supplier.businessNumber === '' ? words.noNumber : supplier.businessNumber})`];
  return [
    `${words.writtenOn} ${writtenOn}`,
    `${words.issueBy} ${issueBy}`,
    ...party(words.supplier, supplier),
    ...party(words.recipient, recipient),
  ].join(', ');
}

function noteOf({ rate, baseAmount, datedOn, reason }: SettlementLine): string {
  if (baseAmount !== null) return `${baseAmount.toLocaleString('en-US')} × ${(rate ?? 0) / 100}%`;
  return datedOn === null ? '' : `${datedOn} ${reason ?? ''}`;
}
