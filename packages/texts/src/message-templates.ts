import type { MessageKind, MessageLanguage } from '@munjigi/contract';

/** The text of a template: what a person edits. */
export interface TemplateText {
  /** Of e-mails. */
  readonly subject: string;
  readonly body: string;
}

const KO: Readonly<Record<MessageKind, TemplateText>> = {
  HELD: {
    subject: '예약이 접수되었습니다',
    body: '[{{storeName}}] {{guestName}}님, 예약이 접수되었습니다.\n{{date}} {{startTime}}~{{endTime}} {{roomName}}\n금액 {{price}}\n{{payUntil}}까지 결제해 주세요. 지나면 자동으로 취소됩니다.\n예약번호 {{reservationCode}}\n결제하기 {{link}}',
  },
  PAYMENT_REMINDER: {
    subject: '결제 기한이 다가옵니다',
    body: '[{{storeName}}] {{guestName}}님, {{payUntil}}까지 결제하지 않으면 예약이 취소됩니다.\n{{date}} {{startTime}} {{roomName}}\n금액 {{price}}\n결제하기 {{link}}',
  },
  PAYMENT_LINK: {
    subject: '결제 링크를 보내 드립니다',
    body: '[{{storeName}}] {{guestName}}님, 결제하실 금액은 {{dueAmount}}입니다.\n{{date}} {{startTime}}~{{endTime}} {{roomName}}\n예약번호 {{reservationCode}}\n결제하기 {{link}}',
  },
  SLOT_OFFERED: {
    subject: '기다리시던 자리가 났습니다',
    body: '[{{storeName}}] {{guestName}}님, 기다리시던 자리가 났습니다.\n{{date}} {{startTime}}~{{endTime}} {{roomName}}\n금액 {{price}}\n{{payUntil}}까지 결제하시면 예약됩니다. 지나면 다음 손님에게 넘어갑니다.\n결제하기 {{link}}',
  },
  HOLD_EXPIRED: {
    subject: '결제 기한이 지나 예약이 취소되었습니다',
    body: '[{{storeName}}] {{guestName}}님, 결제 기한이 지나 예약이 취소되었습니다.\n{{date}} {{startTime}}~{{endTime}} {{roomName}}\n이용을 원하시면 다시 예약해 주세요.\n예약번호 {{reservationCode}}\n문의 {{storePhone}}\n다시 예약하기 {{link}}',
  },
  CONFIRMED: {
    subject: '예약이 확정되었습니다',
    body: '[{{storeName}}] {{guestName}}님, 예약이 확정되었습니다.\n{{date}} {{startTime}}~{{endTime}} {{roomName}} {{headCount}}명\n출입 비밀번호 {{accessCode}} ({{accessFrom}}부터)\n예약번호 {{reservationCode}}\n주소 {{storeAddress}}\n문의 {{storePhone}}\n{{refundRule}}\n영수증 {{receiptLink}}\n캘린더에 추가 {{calendarLink}}\n예약 보기 {{link}}',
  },
  PAYMENT_RECEIVED: {
    subject: '결제가 확인되었습니다',
    body: '[{{storeName}}] {{guestName}}님, {{paidAmount}} 결제가 확인되었습니다.\n{{date}} {{startTime}}~{{endTime}} {{roomName}}\n남은 금액 {{dueAmount}}\n예약번호 {{reservationCode}}\n영수증 {{receiptLink}}\n예약 보기 {{link}}',
  },
  DAY_BEFORE: {
    subject: '곧 이용하실 예약을 알려 드립니다',
    body: '[{{storeName}}] {{guestName}}님, 예약하신 시간이 다가옵니다.\n{{date}} {{startTime}}~{{endTime}} {{roomName}}\n주소 {{storeAddress}}\n{{refundRule}}\n문의 {{storePhone}}\n예약 보기 {{link}}',
  },
  STARTS_SOON: {
    subject: '이용 시간이 곧 시작됩니다',
    body: '[{{storeName}}] {{guestName}}님, 예약하신 시간이 곧 시작됩니다.\n{{date}} {{startTime}}~{{endTime}} {{roomName}}\n{{accessFrom}}부터 입장하실 수 있습니다.\n주소 {{storeAddress}}\n문의 {{storePhone}}\n예약 보기 {{link}}',
  },
  CODE_ACTIVE: {
    subject: '출입 비밀번호 안내',
    body: '[{{storeName}}] 출입 비밀번호 {{accessCode}}\n{{accessFrom}}부터 사용할 수 있습니다.\n{{roomName}} {{startTime}}~{{endTime}}\n예약 보기 {{link}}',
  },
  CODE_CHANGED: {
    subject: '출입 비밀번호가 바뀌었습니다',
    body: '[{{storeName}}] 새 출입 비밀번호 {{accessCode}}\n이전 비밀번호 대신 사용해 주세요. {{accessFrom}}부터\n{{roomName}} {{startTime}}~{{endTime}}\n예약 보기 {{link}}',
  },
  ACCESS_OPENS: {
    subject: '이제 입장하실 수 있습니다',
    body: '[{{storeName}}] {{guestName}}님, 이제 입장하실 수 있습니다.\n{{roomName}} {{startTime}}~{{endTime}}\n문의 {{storePhone}}\n예약 보기 {{link}}',
  },
  ENDING_SOON: {
    subject: '이용 시간이 곧 끝납니다',
    body: '[{{storeName}}] {{roomName}} 이용 시간이 {{endTime}}에 끝납니다.\n더 이용하시려면 연장해 주세요.\n연장하기 {{link}}\n문의 {{storePhone}}',
  },
  EXTENDED: {
    subject: '이용 시간이 연장되었습니다',
    body: '[{{storeName}}] {{roomName}} 이용 시간이 {{endTime}}까지 연장되었습니다.\n영수증 {{receiptLink}}\n예약 보기 {{link}}',
  },
  MOVED: {
    subject: '예약하신 룸 또는 시간이 바뀌었습니다',
    body: '[{{storeName}}] {{guestName}}님, 예약하신 룸 또는 시간이 바뀌었습니다.\n변경 전 {{previousDate}} {{previousStartTime}}~{{previousEndTime}} {{previousRoomName}}\n변경 후 {{date}} {{startTime}}~{{endTime}} {{roomName}}\n금액 {{price}}\n예약번호 {{reservationCode}}\n문의 {{storePhone}}\n예약 보기 {{link}}',
  },
  CHANGED: {
    subject: '예약 내용이 바뀌었습니다',
    body: '[{{storeName}}] {{guestName}}님, 예약 내용이 바뀌었습니다.\n변경 전 {{previousStartTime}}~{{previousEndTime}} {{previousHeadCount}}명 {{previousPrice}}\n변경 후 {{startTime}}~{{endTime}} {{headCount}}명 {{price}}\n{{date}} {{roomName}}\n예약번호 {{reservationCode}}\n문의 {{storePhone}}\n예약 보기 {{link}}',
  },
  UNAVAILABLE: {
    subject: '예약하신 시간에 이용이 어렵습니다',
    body: '[{{storeName}}] {{guestName}}님, 매장 사정으로 예약하신 시간에 룸을 이용하실 수 없게 되었습니다. 죄송합니다.\n{{date}} {{startTime}}~{{endTime}} {{roomName}}\n다른 룸이나 전액 환불을 안내해 드리겠습니다.\n예약번호 {{reservationCode}}\n문의 {{storePhone}}\n예약 보기 {{link}}',
  },
  HELP_ANSWERED: {
    subject: '직원이 답변했습니다',
    body: '[{{storeName}}] 직원이 답변했습니다.\n{{answer}}\n문의 {{storePhone}}\n예약 보기 {{link}}',
  },
  CANCELLED: {
    subject: '예약이 취소되었습니다',
    body: '[{{storeName}}] {{guestName}}님, {{cancelledBy}} 예약이 취소되었습니다.\n{{date}} {{startTime}} {{roomName}}\n환불 금액 {{refundAmount}} {{refundTerm}}\n예약번호 {{reservationCode}}\n문의 {{storePhone}}\n예약 보기 {{link}}',
  },
  REFUNDED: {
    subject: '환불이 완료되었습니다',
    body: '[{{storeName}}] {{guestName}}님, {{refundAmount}} 환불이 완료되었습니다.\n예약번호 {{reservationCode}}\n예약 보기 {{link}}',
  },
  RATING_INVITED: {
    subject: '이용은 어떠셨나요?',
    body: '[{{storeName}}] {{guestName}}님, {{roomName}} 이용은 어떠셨나요?\n한 번만 눌러 평가해 주세요.\n평가하기 {{link}}',
  },
};

const EN: Readonly<Record<MessageKind, TemplateText>> = {
  HELD: {
    subject: 'We are holding your reservation',
    body: '[{{storeName}}] {{guestName}}, we are holding your reservation.\n{{date}} {{startTime}}-{{endTime}} {{roomName}}\nPrice {{price}}\nPlease pay by {{payUntil}}, or it will be cancelled.\nReservation {{reservationCode}}\nPay: {{link}}',
  },
  PAYMENT_REMINDER: {
    subject: 'Your payment is due soon',
    body: '[{{storeName}}] {{guestName}}, please pay by {{payUntil}}, or your reservation will be cancelled.\n{{date}} {{startTime}} {{roomName}}\nPrice {{price}}\nPay: {{link}}',
  },
  PAYMENT_LINK: {
    subject: 'Your payment link',
    body: '[{{storeName}}] {{guestName}}, {{dueAmount}} is due for your reservation.\n{{date}} {{startTime}}-{{endTime}} {{roomName}}\nReservation {{reservationCode}}\nPay: {{link}}',
  },
  SLOT_OFFERED: {
    subject: 'The time you wanted is available',
    body: '[{{storeName}}] {{guestName}}, the time you wanted is available.\n{{date}} {{startTime}}-{{endTime}} {{roomName}}\nPrice {{price}}\nPay by {{payUntil}} to book it. After that it is offered to the next guest.\nPay: {{link}}',
  },
  HOLD_EXPIRED: {
    subject: 'Your reservation was not paid in time',
    body: '[{{storeName}}] {{guestName}}, your reservation was not paid in time, so it was cancelled.\n{{date}} {{startTime}}-{{endTime}} {{roomName}}\nPlease book again if you still want to come.\nReservation {{reservationCode}}\nQuestions: {{storePhone}}\nBook again: {{link}}',
  },
  CONFIRMED: {
    subject: 'Your reservation is confirmed',
    body: '[{{storeName}}] {{guestName}}, your reservation is confirmed.\n{{date}} {{startTime}}-{{endTime}} {{roomName}}, guests: {{headCount}}\nAccess code {{accessCode}} (from {{accessFrom}})\nReservation {{reservationCode}}\n{{storeAddress}}\nQuestions: {{storePhone}}\n{{refundRule}}\nReceipt: {{receiptLink}}\nAdd to calendar: {{calendarLink}}\nYour reservation: {{link}}',
  },
  PAYMENT_RECEIVED: {
    subject: 'We received your payment',
    body: '[{{storeName}}] {{guestName}}, we received your payment of {{paidAmount}}.\n{{date}} {{startTime}}-{{endTime}} {{roomName}}\nStill due {{dueAmount}}\nReservation {{reservationCode}}\nReceipt: {{receiptLink}}\nYour reservation: {{link}}',
  },
  DAY_BEFORE: {
    subject: 'Your reservation is coming up',
    body: '[{{storeName}}] {{guestName}}, your reservation is coming up.\n{{date}} {{startTime}}-{{endTime}} {{roomName}}\n{{storeAddress}}\n{{refundRule}}\nQuestions: {{storePhone}}\nYour reservation: {{link}}',
  },
  STARTS_SOON: {
    subject: 'Your stay starts soon',
    body: '[{{storeName}}] {{guestName}}, your stay starts soon.\n{{date}} {{startTime}}-{{endTime}} {{roomName}}\nYou can enter from {{accessFrom}}.\n{{storeAddress}}\nQuestions: {{storePhone}}\nYour reservation: {{link}}',
  },
  CODE_ACTIVE: {
    subject: 'Your access code',
    body: '[{{storeName}}] Access code {{accessCode}}\nIt works from {{accessFrom}}.\n{{roomName}} {{startTime}}-{{endTime}}\nYour reservation: {{link}}',
  },
  CODE_CHANGED: {
    subject: 'Your access code has changed',
    body: '[{{storeName}}] New access code {{accessCode}}\nUse it instead of the previous one. It works from {{accessFrom}}.\n{{roomName}} {{startTime}}-{{endTime}}\nYour reservation: {{link}}',
  },
  ACCESS_OPENS: {
    subject: 'You can enter now',
    body: '[{{storeName}}] {{guestName}}, you can enter now.\n{{roomName}} {{startTime}}-{{endTime}}\nQuestions: {{storePhone}}\nYour reservation: {{link}}',
  },
  ENDING_SOON: {
    subject: 'Your stay ends soon',
    body: '[{{storeName}}] Your stay in {{roomName}} ends at {{endTime}}.\nYou can stay longer if the room is free.\nExtend: {{link}}\nQuestions: {{storePhone}}',
  },
  EXTENDED: {
    subject: 'Your stay was extended',
    body: '[{{storeName}}] Your stay in {{roomName}} was extended until {{endTime}}.\nReceipt: {{receiptLink}}\nYour reservation: {{link}}',
  },
  MOVED: {
    subject: 'Your room or time has changed',
    body: '[{{storeName}}] {{guestName}}, the room or time of your reservation has changed.\nBefore: {{previousDate}} {{previousStartTime}}-{{previousEndTime}} {{previousRoomName}}\nNow: {{date}} {{startTime}}-{{endTime}} {{roomName}}\nPrice {{price}}\nReservation {{reservationCode}}\nQuestions: {{storePhone}}\nYour reservation: {{link}}',
  },
  CHANGED: {
    subject: 'Your reservation has changed',
    body: '[{{storeName}}] {{guestName}}, your reservation has changed.\nBefore: {{previousStartTime}}-{{previousEndTime}}, guests: {{previousHeadCount}}, {{previousPrice}}\nNow: {{startTime}}-{{endTime}}, guests: {{headCount}}, {{price}}\n{{date}} {{roomName}}\nReservation {{reservationCode}}\nQuestions: {{storePhone}}\nYour reservation: {{link}}',
  },
  UNAVAILABLE: {
    subject: 'Your room is not available at that time',
    body: '[{{storeName}}] {{guestName}}, we are sorry: we cannot host you at the time you reserved.\n{{date}} {{startTime}}-{{endTime}} {{roomName}}\nWe will offer you another room or a full refund.\nReservation {{reservationCode}}\nQuestions: {{storePhone}}\nYour reservation: {{link}}',
  },
  HELP_ANSWERED: {
    subject: 'Answer to your help request',
    body: '[{{storeName}}] Our staff replied:\n{{answer}}\nQuestions: {{storePhone}}\nYour reservation: {{link}}',
  },
  CANCELLED: {
    subject: 'Your reservation was cancelled',
    body: '[{{storeName}}] {{guestName}}, your reservation was cancelled {{cancelledBy}}.\n{{date}} {{startTime}} {{roomName}}\nRefund {{refundAmount}} {{refundTerm}}\nReservation {{reservationCode}}\nQuestions: {{storePhone}}\nYour reservation: {{link}}',
  },
  REFUNDED: {
    subject: 'Your refund is complete',
    body: '[{{storeName}}] {{guestName}}, your refund of {{refundAmount}} is complete.\nReservation {{reservationCode}}\nYour reservation: {{link}}',
  },
  RATING_INVITED: {
    subject: 'How was your stay?',
    body: '[{{storeName}}] {{guestName}}, how was your stay in {{roomName}}?\nRate it with one tap.\nRate: {{link}}',
  },
};

/** Version 0 of every template: the texts that come with the product. */
export const DEFAULT_TEMPLATES: Readonly<Record<MessageLanguage, Readonly<Record<MessageKind, TemplateText>>>> = {
  ko: KO,
  en: EN,
};
