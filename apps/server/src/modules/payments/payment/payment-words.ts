import type { PaymentMethod } from '@munjigi/contract';
import { groupDigits, maskName } from '@munjigi/rules';
import { fillText } from '@munjigi/texts';
import { NOTICE_GUESTS, PAYMENT_METHOD_NAMES, PAYMENT_NOTICES } from '@munjigi/texts/payments';

type NoticeWithoutMethod = 'refundOwed' | 'extensionReturned';
type ReservationText = (typeof PAYMENT_NOTICES)[NoticeWithoutMethod];
type PaymentText = (typeof PAYMENT_NOTICES)[Exclude<keyof typeof PAYMENT_NOTICES, NoticeWithoutMethod>];

/** The guest's name, masked for the readers of notifications (PD-1). */
function writeGuest(guestName: string | null): string {
  if (guestName === null) return '';
  return guestName === '' ? NOTICE_GUESTS.walkIn : fillText(NOTICE_GUESTS.named, { name: maskName(guestName) });
}

const ofPayment = (text: PaymentText) => (guestName: string | null, method: PaymentMethod, amount: number) =>
  fillText(text, {
    guest: writeGuest(guestName),
    method: PAYMENT_METHOD_NAMES.kr[method],
    amount: groupDigits(amount),
  });
const ofReservation = (text: ReservationText) => (guestName: string | null, amount: number) =>
  fillText(text, { guest: writeGuest(guestName), amount: groupDigits(amount) });

/** Writes the texts of notifications about payments. `guestName` is `null` for a payment without a reservation. */
export const paymentNotices = {
  received: ofPayment(PAYMENT_NOTICES.received),
  takenBack: ofPayment(PAYMENT_NOTICES.takenBack),
  refundFailed: ofPayment(PAYMENT_NOTICES.refundFailed),
  refundWaits: ofPayment(PAYMENT_NOTICES.refundWaits),
  refundOwed: ofReservation(PAYMENT_NOTICES.refundOwed),
  paidTooLate: ofPayment(PAYMENT_NOTICES.paidTooLate),
  paidTwice: ofPayment(PAYMENT_NOTICES.paidTwice),
  paidBeyondPrice: ofPayment(PAYMENT_NOTICES.paidBeyondPrice),
  extensionReturned: ofReservation(PAYMENT_NOTICES.extensionReturned),
  faulty: ofPayment(PAYMENT_NOTICES.faulty),
  disputed: ofPayment(PAYMENT_NOTICES.disputed),
  chargedBack: ofPayment(PAYMENT_NOTICES.chargedBack),
  refundReturned: ofPayment(PAYMENT_NOTICES.refundReturned),
  forged: ofPayment(PAYMENT_NOTICES.forged),
  receiptRefused: ofPayment(PAYMENT_NOTICES.receiptRefused),
  recorded: ofPayment(PAYMENT_NOTICES.recorded),
  collected: ofPayment(PAYMENT_NOTICES.collected),
  deposited: ofPayment(PAYMENT_NOTICES.deposited),
  refunded: ofPayment(PAYMENT_NOTICES.refunded),
  reversed: ofPayment(PAYMENT_NOTICES.reversed),
};
