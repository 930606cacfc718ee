import type { PaymentMethod } from '@munjigi/contract';
import { groupDigits, maskName } from '@munjigi/rules';

/** The names of payment methods in exported files and, in Korean, in notifications. */
export const PAYMENT_METHOD_NAMES: Readonly<Record<'kr' | 'en', Readonly<Record<PaymentMethod, string>>>> = {
  kr: {
    CARD: '카드',
    VIRTUAL_ACCOUNT: '가상계좌',
    TRANSFER: '계좌이체',
    CASH: '현금',
    EASY_PAY: '간편결제',
    ON_SITE: '현장 결제',
  },
  en: {
    CARD: 'Card',
    VIRTUAL_ACCOUNT: 'Virtual account',
    TRANSFER: 'Bank transfer',
    CASH: 'Cash',
    EASY_PAY: 'Easy pay',
    ON_SITE: 'On site',
  },
};
const METHODS = PAYMENT_METHOD_NAMES.kr;

const won = (amount: number) => `${groupDigits(amount)}원`;
/** The guest's name, masked for the readers of notifications (PD-1). A walk-in has no name. */
const guestPrefix = (guestName: string | null) =>
  guestName === null ? '' : guestName === '' ? '현장 손님의 ' : `${maskName(guestName)} 님의 `;

/** Texts of notifications about payments. `guestName` is `null` for a payment without a reservation. */
export const paymentNotices = {
  received: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `${guestPrefix(guestName)}${METHODS[method]} ${won(amount)} 결제가 완료됐어요`,
  takenBack: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `${guestPrefix(guestName)}${METHODS[method]} ${won(amount)} 입금이 은행에서 취소됐어요`,
  refundFailed: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `${guestPrefix(guestName)}${METHODS[method]} 결제에서 ${won(amount)} 환불에 실패했어요`,
  refundWaits: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `${guestPrefix(guestName)}${METHODS[method]} 결제의 ${won(amount)} 환불을 결제사가 받지 않아 기다리고 있어요. 결제사 연결을 확인해 주세요`,
  refundOwed: (guestName: string | null, amount: number) =>
    `${guestPrefix(guestName)}환불 ${won(amount)}이 남아 있어요. 결제사가 보내지 않으므로 직접 처리해 주세요`,
  paidTooLate: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `이미 취소되거나 만료된 예약에 ${guestPrefix(guestName)}${METHODS[method]} ${won(amount)}이 결제됐어요. 환불해 주세요`,
  paidTwice: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `${guestPrefix(guestName)}${METHODS[method]} 결제가 이용 요금보다 ${won(amount)} 많아 결제사에 환불을 요청했어요`,
  paidBeyondPrice: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `${guestPrefix(guestName)}${METHODS[method]} 입금이 이용 요금보다 ${won(amount)} 많아요. 손님의 계좌를 확인해 환불해 주세요`,
  extensionReturned: (guestName: string | null, amount: number) =>
    `연장이 취소돼 ${guestPrefix(guestName)}연장 요금 ${won(amount)}을 환불해야 해요. 환불해 주세요`,
  faulty: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `${guestPrefix(guestName)}${METHODS[method]} ${won(amount)} 결제가 결제사 기록과 달라요. 확인해 주세요`,
  disputed: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `${guestPrefix(guestName)}${METHODS[method]} ${won(amount)} 결제에 이의가 제기됐어요`,
  chargedBack: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `${guestPrefix(guestName)}${METHODS[method]} 결제에서 ${won(amount)}을 카드사가 되돌려 갔어요. 결제사에서 확인해 주세요`,
  refundReturned: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `${guestPrefix(guestName)}${METHODS[method]} ${won(amount)} 결제의 환불이 손님 계좌에 들어가지 못했어요. 손님에게 다른 계좌를 물어봐 주세요`,
  forged: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `${guestPrefix(guestName)}${METHODS[method]} ${won(amount)} 결제에 대한 서명이 잘못된 메시지를 거부했어요`,
  recorded: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `${guestPrefix(guestName)}${METHODS[method]} ${won(amount)} 결제를 기록했어요`,
  collected: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `예약 채널이 ${guestPrefix(guestName)}${METHODS[method]} ${won(amount)} 결제를 받았어요`,
  deposited: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `${guestPrefix(guestName)}${METHODS[method]} ${won(amount)} 입금을 예약에 연결했어요`,
  refunded: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `${guestPrefix(guestName)}${METHODS[method]} 결제에서 ${won(amount)}을 환불했어요`,
  reversed: (guestName: string | null, method: PaymentMethod, amount: number) =>
    `${guestPrefix(guestName)}${METHODS[method]} ${won(amount)} 결제 기록을 취소했어요`,
};
