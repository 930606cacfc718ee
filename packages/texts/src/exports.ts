import type {
  OnlineProvider,
  PaymentMethod,
  PaymentProvider,
  PayoutLine,
  Reservation,
  SalesKind,
} from '@munjigi/contract';
import { PAYMENT_METHOD_NAMES } from './payments.ts';

/** Headings and words of exported files. A new code of the contract does not compile without its texts. */

type InBoth<Texts> = Readonly<Record<'kr' | 'en', Texts>>;

export const AUDIT_HEADINGS = {
  kr: [
    '번호',
    '시각',
    '사람',
    '구분',
    '접속 주소',
    '매장',
    '작업',
    '작업 코드',
    '대상 종류',
    '대상',
    '대상 번호',
    '변경 전',
    '변경 후',
    '그 밖의 내용',
    '해시',
  ],
  en: [
    'No.',
    'Time',
    'Person',
    'Type',
    'Address',
    'Store',
    'Action',
    'Action code',
    'Type of subject',
    'Subject',
    'Subject ID',
    'Before',
    'After',
    'Other details',
    'Hash',
  ],
} as const;

/** Kinds of actors. */
export const AUDIT_ACTOR_KINDS = {
  PERSON: { kr: '직원', en: 'Staff' },
  CHANNEL: { kr: '예약 채널', en: 'Booking channel' },
  GUEST: { kr: '손님', en: 'Guest' },
  SYSTEM: { kr: '시스템', en: 'System' },
} as const;

export const RESERVATION_HEADINGS = {
  kr: [
    '예약번호',
    '매장',
    '룸',
    '영업일',
    '시작',
    '종료',
    '상태',
    '구분',
    '예약 경로',
    '이름',
    '전화번호',
    '인원',
    '금액',
    '결제 금액',
    '메모',
  ],
  en: [
    'Code',
    'Store',
    'Room',
    'Business date',
    'Start',
    'End',
    'State',
    'Type',
    'Booked through',
    'Guest',
    'Phone',
    'People',
    'Price',
    'Paid',
    'Memo',
  ],
} as const;

/** The ways in which a reservation is booked. */
const CHANNELS: InBoth<Readonly<Record<Reservation['channel'], string>>> = {
  kr: { STAFF: '직원', WALK_IN: '현장', CHANNEL: '예약 채널', ONLINE: '온라인' },
  en: { STAFF: 'Staff', WALK_IN: 'Walk-in', CHANNEL: 'Channel', ONLINE: 'Online' },
};

type ReservationWord = Reservation['state'] | Reservation['kind'] | Reservation['channel'];

/** The codes of a reservation in words. */
export const RESERVATION_WORDS: InBoth<Readonly<Record<ReservationWord, string>>> = {
  kr: {
    PENDING: '결제 대기',
    CONFIRMED: '확정',
    IN_USE: '이용 중',
    COMPLETED: '이용 완료',
    CANCELLED: '취소',
    EXPIRED: '기한 만료',
    NO_SHOW: '노쇼',
    GUEST: '예약',
    BLOCK: '시간 막기',
    ...CHANNELS.kr,
  },
  en: {
    PENDING: 'Awaiting payment',
    CONFIRMED: 'Confirmed',
    IN_USE: 'In use',
    COMPLETED: 'Completed',
    CANCELLED: 'Cancelled',
    EXPIRED: 'Expired',
    NO_SHOW: 'No-show',
    GUEST: 'Reservation',
    BLOCK: 'Blocked time',
    ...CHANNELS.en,
  },
};

export const SALES_HEADINGS = {
  kr: [
    '일시',
    '영업일',
    '매장',
    '룸',
    '예약번호',
    '구분',
    '결제 수단',
    '결제사',
    '예약 경로',
    '금액',
    '공급가액',
    '부가세',
    '면세',
  ],
  en: [
    'Time',
    'Business date',
    'Store',
    'Room',
    'Reservation',
    'Type',
    'Method',
    'Provider',
    'Channel',
    'Amount',
    'Supply value',
    'VAT',
    'Tax-free',
  ],
} as const;

type SalesWord = SalesKind | PaymentMethod | PaymentProvider | Reservation['channel'];

/** The texts of the file. A new value of the contract does not compile without its texts. */
export const SALES_WORDS: InBoth<Readonly<Record<SalesWord, string>>> = {
  kr: {
    PAYMENT: '결제',
    REFUND: '환불',
    REVERSAL: '결제 기록 취소',
    ...PAYMENT_METHOD_NAMES.kr,
    MANUAL: '직접 기록',
    TOSS: '토스페이먼츠',
    PORTONE: '포트원',
    ...CHANNELS.kr,
  },
  en: {
    PAYMENT: 'Payment',
    REFUND: 'Refund',
    REVERSAL: 'Reversal',
    ...PAYMENT_METHOD_NAMES.en,
    MANUAL: 'Recorded manually',
    TOSS: 'Toss Payments',
    PORTONE: 'PortOne',
    ...CHANNELS.en,
  },
};

export const PAYOUT_LINE_HEADINGS = {
  kr: [
    '매출일',
    '지급일',
    '결제사',
    '가맹점',
    '가맹점 아이디',
    '매장',
    '예약번호',
    '구분',
    '상태',
    '금액',
    '수수료',
    '지급액',
    '기록 금액',
    '기록 수수료',
  ],
  en: [
    'Sold on',
    'Paid out on',
    'Provider',
    'Merchant',
    'Merchant ID',
    'Store',
    'Reservation',
    'Type',
    'State',
    'Amount',
    'Fee',
    'Payout',
    'Recorded amount',
    'Recorded fee',
  ],
} as const;

type PayoutWord = OnlineProvider | PayoutLine['kind'] | PayoutLine['state'] | 'chain';

/** The codes of a line of a payout in words. */
export const PAYOUT_LINE_WORDS: InBoth<Readonly<Record<PayoutWord, string>>> = {
  kr: {
    TOSS: '토스페이먼츠',
    PORTONE: '포트원',
    chain: '본사 가맹점',
    PAYMENT: '결제',
    REFUND: '환불',
    MATCHED: '일치',
    AMOUNT_DIFFERS: '금액 다름',
    FEE_DIFFERS: '수수료 다름',
    UNKNOWN: '기록에 없음',
    MISSING: '결제사에 없음',
  },
  en: {
    TOSS: 'Toss Payments',
    PORTONE: 'PortOne',
    chain: 'Head office',
    PAYMENT: 'Payment',
    REFUND: 'Refund',
    MATCHED: 'Matched',
    AMOUNT_DIFFERS: 'Amount differs',
    FEE_DIFFERS: 'Fee differs',
    UNKNOWN: 'Not recorded',
    MISSING: 'Not at the provider',
  },
};

/**
 * Columns in the order in which people enter them at the tax office. Business numbers have no dashes. The purpose is
 * `RECEIPT` (영수), because the royalty is deducted from the payout.
 */
export const TAX_INVOICE_WORDS = {
  kr: {
    headings: [
      '작성일자',
      '발급 기한',
      '공급자 등록번호',
      '공급자 상호',
      '공급자 대표자',
      '공급자 주소',
      '공급받는자 등록번호',
      '공급받는자 상호',
      '공급받는자 대표자',
      '공급받는자 주소',
      '품목',
      '공급가액',
      '세액',
      '합계금액',
      '영수/청구',
      '비고',
    ],
    item: '로열티',
    receipt: '영수',
    correction: '수정 세금계산서',
    fileName: '세금계산서 자료',
  },
  en: {
    headings: [
      'Date',
      'Issue by',
      'Supplier number',
      'Supplier',
      'Representative',
      'Supplier address',
      'Recipient number',
      'Recipient',
      'Recipient representative',
      'Recipient address',
      'Item',
      'Supply value',
      'VAT',
      'Total',
      'Purpose',
      'Note',
    ],
    item: 'Royalty',
    receipt: 'Received',
    correction: 'Correction',
    fileName: 'Tax invoices',
  },
} as const;
