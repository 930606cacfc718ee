import type { PaymentMethod } from '@munjigi/contract';

/** The names of payment methods in exported files and, in Korean, in notifications. */
export const PAYMENT_METHOD_NAMES: Readonly<Record<'kr' | 'en', Readonly<Record<PaymentMethod, string>>>> = {
  kr: {
    CARD: '카드',
    VIRTUAL_ACCOUNT: '가상계좌',
    TRANSFER: '계좌이체',
    CASH: '현금',
    EASY_PAY: '간편결제',
    ON_SITE: '현장 결제',
    PASS: '이용권',
  },
  en: {
    CARD: 'Card',
    VIRTUAL_ACCOUNT: 'Virtual account',
    TRANSFER: 'Bank transfer',
    CASH: 'Cash',
    EASY_PAY: 'Easy pay',
    ON_SITE: 'On site',
    PASS: 'Pass',
  },
};

/** The guest in front of a notice. A walk-in has no name. */
export const NOTICE_GUESTS = { walkIn: '현장 손님의 ', named: '{{name}} 님의 ' } as const;

/** Texts of notifications about payments. They are stored in Korean. `guest` is empty for a payment without a reservation. */
/** The name of the goods on a cash receipt of a payment without a room. */
export const RECEIPT_ORDER_NAME = '공간 이용';

/** Of a provider that paid out other amounts than the store has recorded (MC-14). */
export const PAYOUT_NOTICE = '결제사 정산 내역 {{count}}건이 매장 기록과 달라요. 결제사와 웹훅에서 확인해 주세요';

export const PAYMENT_NOTICES = {
  received: '{{guest}}{{method}} {{amount}}원 결제가 완료됐어요',
  takenBack: '{{guest}}{{method}} {{amount}}원 입금이 은행에서 취소됐어요',
  refundFailed: '{{guest}}{{method}} 결제에서 {{amount}}원 환불에 실패했어요',
  refundWaits:
    '{{guest}}{{method}} 결제의 {{amount}}원 환불을 결제사가 받지 않아 기다리고 있어요. 결제사 연결을 확인해 주세요',
  refundOwed: '{{guest}}환불 {{amount}}원이 남아 있어요. 결제사가 보내지 않으므로 직접 처리해 주세요',
  paidTooLate: '이미 취소되거나 만료된 예약에 {{guest}}{{method}} {{amount}}원이 결제됐어요. 환불해 주세요',
  paidTwice: '{{guest}}{{method}} 결제가 이용 요금보다 {{amount}}원 많아 결제사에 환불을 요청했어요',
  paidBeyondPrice: '{{guest}}{{method}} 입금이 이용 요금보다 {{amount}}원 많아요. 손님의 계좌를 확인해 환불해 주세요',
  extensionReturned: '연장이나 예약 변경이 취소돼 {{guest}}요금 {{amount}}원을 환불해야 해요. 환불해 주세요',
  faulty: '{{guest}}{{method}} {{amount}}원 결제가 결제사 기록과 달라요. 확인해 주세요',
  receiptRefused: '{{guest}}{{method}} {{amount}}원의 현금영수증을 처리하지 못했어요. 예약에서 사유를 확인해 주세요',
  disputed: '{{guest}}{{method}} {{amount}}원 결제에 이의가 제기됐어요',
  chargedBack: '{{guest}}{{method}} 결제에서 {{amount}}원을 카드사가 되돌려 갔어요. 결제사에서 확인해 주세요',
  refundReturned:
    '{{guest}}{{method}} {{amount}}원 결제의 환불이 손님 계좌에 들어가지 못했어요. 손님에게 다른 계좌를 물어봐 주세요',
  forged: '{{guest}}{{method}} {{amount}}원 결제에 대한 서명이 잘못된 메시지를 거부했어요',
  recorded: '{{guest}}{{method}} {{amount}}원 결제를 기록했어요',
  collected: '예약 채널이 {{guest}}{{method}} {{amount}}원 결제를 받았어요',
  deposited: '{{guest}}{{method}} {{amount}}원 입금을 예약에 연결했어요',
  refunded: '{{guest}}{{method}} 결제에서 {{amount}}원을 환불했어요',
  reversed: '{{guest}}{{method}} {{amount}}원 결제 기록을 취소했어요',
} as const;

/** Reasons of refunds that a provider shows the guest. */
export const REFUND_REASONS = {
  paidTwice: '중복 결제',
  cancelled: '예약 취소',
  stranded: '매장 사정',
  moved: '예약 변경',
} as const;
