/** Messages to guests: the messages of a reservation and its link to pay. The log, the templates and the inbox of a demo are screens. */
export { readChangeMessage } from './change/change-message.api.ts';
export { useChangeMessageWords } from './change/change-message-words.ts';
export { ChangeMessageNotice } from './change/change-message.tsx';
export { RecentMessage } from './recent-message.tsx';
export { ReservationMessages } from './reservation-messages.tsx';
export { PaymentLinkAction } from './payment-link/payment-link.tsx';
export { PaymentLinkButton } from './payment-link/payment-link-button.tsx';
export { RoomUnpaidLines } from './payment-link/room-unpaid.tsx';
export { useMessageWords } from './message-words.ts';
