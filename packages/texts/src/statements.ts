import type { PaymentMethod, SettlementLineKind, SettlementState } from '@munjigi/contract';
import { PAYMENT_METHOD_NAMES } from './payments.ts';

/** The words of a statement, in both languages. */
export interface StatementWords {
  readonly language: 'ko' | 'en';
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
  /** The statement itself: its number, when this copy was made, who issues it, and its unit. */
  readonly statementNumber: string;
  readonly copiedOn: string;
  readonly issuer: string;
  readonly noIssuer: string;
  readonly representative: string;
  readonly store: string;
  readonly period: string;
  readonly account: string;
  readonly noAccount: string;
  readonly transfer: string;
  readonly unit: string;
  readonly won: string;
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

export const STATEMENT_WORDS: Readonly<Record<'kr' | 'en', StatementWords>> = {
  kr: {
    language: 'ko',
    title: '정산서',
    headings: ['항목', '공급가액', '부가세', '면세·비과세', '금액', '건수', '비고'],
    statementNumber: '문서 번호',
    copiedOn: '출력일',
    issuer: '발행처',
    noIssuer: '본사 정보 없음',
    representative: '대표',
    store: '매장',
    period: '정산 기간',
    account: '지급 계좌',
    noAccount: '지급 계좌 미등록',
    transfer: '이체 기록',
    unit: '단위',
    won: '원',
    payOn: '지급 예정일',
    paidOn: '지급일',
    payout: '지급액',
    carried: '다음 기간으로 이월',
    state: { OPEN: '초안', CLOSED: '마감', PAID: '지급 완료' },
    line: {
      GROSS: '결제',
      REFUND: '환불',
      COUPON: '본사 쿠폰 보전',
      FEE: '결제 수수료',
      COMMISSION: '예약 채널 수수료',
      ROYALTY: '로열티',
      ADJUSTMENT: '조정',
      PREPAID_PASSES: '이용권 판매와 사용',
      RECEIVED_AT_STORE: '매장 직접 수납',
      RECEIVED_BY_MERCHANT: '매장 가맹점 수납',
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
    language: 'en',
    title: 'Settlement statement',
    headings: ['Line', 'Supply value', 'VAT', 'Tax-free', 'Amount', 'Count', 'Note'],
    statementNumber: 'Statement no.',
    copiedOn: 'Printed on',
    issuer: 'Issued by',
    noIssuer: 'Head office has not entered its details',
    representative: 'representative',
    store: 'Store',
    period: 'Period',
    account: 'Paid to',
    noAccount: 'No account has been entered',
    transfer: 'Transfer',
    unit: 'Unit',
    won: 'won (KRW)',
    payOn: 'Pay date',
    paidOn: 'Paid on',
    payout: 'Payout',
    carried: 'Carried forward',
    state: { OPEN: 'Draft', CLOSED: 'Closed', PAID: 'Paid' },
    line: {
      GROSS: 'Payments',
      REFUND: 'Refunds',
      COUPON: 'Coupons paid by head office',
      FEE: 'Payment fee',
      COMMISSION: 'Booking channel commission',
      ROYALTY: 'Royalty',
      ADJUSTMENT: 'Adjustment',
      PREPAID_PASSES: 'Passes sold and used',
      RECEIVED_AT_STORE: 'Received at the store',
      RECEIVED_BY_MERCHANT: 'Received by the store’s merchant',
      CARRY_OVER: 'Carried forward from the last period',
      INCOME_TAX: 'Income tax withheld',
      LOCAL_INCOME_TAX: 'Local income tax withheld',
    },
    method: PAYMENT_METHOD_NAMES.en,
    taxInvoice: 'Tax invoice data: royalty (head office to store)',
    writtenOn: 'dated',
    issueBy: 'issue by',
    supplier: 'supplier',
    recipient: 'recipient',
    noNumber: 'no business number',
  },
};
