import type { BlockReason } from '@munjigi/contract';

/** Texts for guests outside the templates of their messages, by the language of the guest. */

/** Codes to the phone or mailbox of a guest. */
export const CODE_TEXTS = {
  ko: {
    subject: '인증번호',
    BOOKING: '인증번호 {{code}}. 5분 안에 입력해 주세요.',
    CANCELLING: '예약 변경·취소 인증번호 {{code}}. 다른 사람에게 알려 주지 마세요.',
    FINDING: '예약 찾기 인증번호 {{code}}. 다른 사람에게 알려 주지 마세요.',
  },
  en: {
    subject: 'Your code',
    BOOKING: 'Your code is {{code}}. It is valid for 5 minutes.',
    CANCELLING: 'Your code to change or cancel the reservation is {{code}}. Do not share it.',
    FINDING: 'Your code to find your bookings is {{code}}. Do not share it.',
  },
} as const;

/** The message that a guest is on the waitlist. A store without a phone number leaves out the line `phone`. */
export const WAITLIST_TEXTS = {
  ko: {
    subject: '[{{store}}] 대기 신청이 접수되었습니다',
    joined: '[{{store}}] {{guest}}님, 대기 신청이 접수되었습니다.',
    stay: '{{date}} {{from}}~{{until}} {{headCount}}명',
    next: '자리가 나면 바로 알려 드립니다.',
    phone: '문의 {{phone}}',
  },
  en: {
    subject: '[{{store}}] You are on the waitlist',
    joined: '[{{store}}] {{guest}}, you are on the waitlist.',
    stay: '{{date}} {{from}}-{{until}}, guests: {{headCount}}',
    next: 'We will message you as soon as a room is available.',
    phone: 'Questions: {{phone}}',
  },
} as const;

/** The message that a prepaid pass ends. A store without a phone number leaves out the line `phone`. */
export const PASS_ENDING_TEXTS = {
  ko: {
    ends: "[{{store}}] 이용권 '{{pass}}'의 사용 기한이 {{date}} {{time}}까지입니다.",
    left: '남은 이용권: {{left}}',
    refund: '기한이 지난 뒤에도 남은 금액은 매장에서 환불받으실 수 있습니다.',
    phone: '문의 {{phone}}',
    hours: '{{hours}}시간',
    minutes: '{{minutes}}분',
  },
  en: {
    ends: '[{{store}}] Your pass "{{pass}}" can be used until {{date}} {{time}}.',
    left: 'Left on the pass: {{left}}',
    refund: 'After that the store still refunds what is left.',
    phone: 'Questions: {{phone}}',
    hours: '{{hours}} h',
    minutes: '{{minutes}} min',
  },
} as const;

/** Values of the variables of message templates. */
export const TEMPLATE_VALUE_TEXTS = {
  ko: {
    canceller: { PERSON: '매장에서', GUEST: '손님 요청으로', CHANNEL: '예약하신 사이트에서', SYSTEM: '자동으로' },
    refundRule: '{{until}}까지 취소하면 {{percent}}% 환불됩니다.',
    noRefund: '지금부터는 취소해도 환불되지 않습니다.',
    amount: '{{amount}}원',
    refundTerm: '(카드 환불은 영업일 3~7일 걸립니다)',
  },
  en: {
    canceller: {
      PERSON: 'by the store',
      GUEST: 'at your request',
      CHANNEL: 'through the booking channel',
      SYSTEM: 'automatically',
    },
    refundRule: 'Cancel by {{until}} for a {{percent}}% refund.',
    noRefund: 'Cancellations are no longer refunded.',
    amount: 'KRW {{amount}}',
    refundTerm: '(card refunds take 3 to 7 working days)',
  },
} as const;

/** The example of previews and test messages. */
export const TEMPLATE_EXAMPLE = {
  ko: {
    previousRoomName: '2번 룸',
    guestName: '홍길동',
    storeName: '문지기 강남점',
    storeAddress: '서울 강남구 테헤란로 1',
    roomName: '1번 룸',
    answer: '문을 열어 드렸어요. 지금 들어가세요.',
  },
  en: {
    previousRoomName: 'Room 2',
    guestName: 'Gildong Hong',
    storeName: 'Munjigi Gangnam',
    storeAddress: '1 Teheran-ro, Seoul',
    roomName: 'Room 1',
    answer: 'We opened the door. Please go in now.',
  },
} as const;

/** The calendar entry of a stay. Calendars are shared, so it has nothing that opens a door. */
export const STAY_CALENDAR_TEXTS = {
  ko: { description: '예약번호 {{code}}\n문의 {{phone}}\n출입 비밀번호는 메시지로 받으신 예약 페이지에 있습니다.' },
  en: {
    description:
      'Reservation {{code}}\nQuestions: {{phone}}\nYour access code is on the page of your reservation, which we sent you.',
  },
} as const;

/** Blocks in a calendar feed, which has one text in both languages for all readers. */
export const CALENDAR_BLOCKS: Readonly<Record<BlockReason, string>> = {
  CLEANING: '청소 Cleaning',
  REPAIR: '수리 Repair',
  OTHER: '사용 중지 Out of use',
};

/** The poster with the QR code of online booking, which has both languages. */
export const POSTER_TEXTS = {
  kr: 'QR을 찍으면 휴대폰으로 바로 예약할 수 있어요.',
  en: 'Scan the QR code to book with your phone.',
  seller: '{{name}} · 대표 {{representative}} · 사업자등록번호 {{number}}',
} as const;
