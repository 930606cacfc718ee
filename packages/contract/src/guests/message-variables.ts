/** The languages in which guests get messages. */
export const MESSAGE_LANGUAGES = ['ko', 'en'] as const;
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number];

/** What guests receive about their reservation (MS-1). */
export const MESSAGE_KINDS = [
  'HELD',
  'PAYMENT_REMINDER',
  'PAYMENT_LINK',
  'SLOT_OFFERED',
  'HOLD_EXPIRED',
  'CONFIRMED',
  'PAYMENT_RECEIVED',
  'DAY_BEFORE',
  'STARTS_SOON',
  'CODE_ACTIVE',
  'CODE_CHANGED',
  'ACCESS_OPENS',
  'ENDING_SOON',
  'EXTENDED',
  'MOVED',
  'CHANGED',
  'UNAVAILABLE',
  'HELP_ANSWERED',
  'CANCELLED',
  'REFUNDED',
  'RATING_INVITED',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/**
 * The kinds that a guest can refuse (MS-15): none of them is needed for the stay, and what is needed says the same. The
 * reminder of a payment, the offer of a free time and the end in ten minutes, which offers a longer stay, suggest a
 * purchase; advertising must be refusable (Act on Promotion of Information and Communications Network Utilization,
 * Article 50). The opening of the access window, the day before and the two hours before repeat what the code or the
 * confirmation has said, and a rating is a favour. `HELD` and
 * `PAYMENT_LINK` inform about an agreed payment, and staff send the link on request.
 */
export const REFUSABLE_KINDS = [
  'PAYMENT_REMINDER',
  'SLOT_OFFERED',
  'DAY_BEFORE',
  'STARTS_SOON',
  'ACCESS_OPENS',
  'ENDING_SOON',
  'RATING_INVITED',
] as const satisfies readonly MessageKind[];
export type RefusableKind = (typeof REFUSABLE_KINDS)[number];

/** Names of variables in a template, written `{{guestName}}`. */
export const MESSAGE_VARIABLES = [
  'guestName',
  'storeName',
  'storeAddress',
  'storePhone',
  'roomName',
  'reservationCode',
  'date',
  'startTime',
  'endTime',
  'headCount',
  'price',
  'paidAmount',
  'payUntil',
  'accessCode',
  'accessFrom',
  'refundAmount',
  'cancelledBy',
  'refundTerm',
  'refundRule',
  'dueAmount',
  'answer',
  'previousRoomName',
  'previousDate',
  'previousStartTime',
  'previousEndTime',
  'previousHeadCount',
  'previousPrice',
  'receiptLink',
  'calendarLink',
  'link',
] as const;
export type MessageVariable = (typeof MESSAGE_VARIABLES)[number];

const PLACE_AND_TIME = [
  'guestName',
  'storeName',
  'storeAddress',
  'storePhone',
  'roomName',
  'reservationCode',
  'date',
  'startTime',
  'endTime',
  'headCount',
  'price',
] as const satisfies readonly MessageVariable[];

/** The stay as the guest knew it before a change (MS-16). */
const PREVIOUS_STAY = [
  'previousRoomName',
  'previousDate',
  'previousStartTime',
  'previousEndTime',
  'previousHeadCount',
  'previousPrice',
] as const satisfies readonly MessageVariable[];

/** The variables that a template of each kind may use (MS-3). */
export const VARIABLES_OF_KIND: Readonly<Record<MessageKind, readonly MessageVariable[]>> = {
  HELD: [...PLACE_AND_TIME, 'payUntil', 'link'],
  PAYMENT_REMINDER: [...PLACE_AND_TIME, 'payUntil', 'link'],
  PAYMENT_LINK: [...PLACE_AND_TIME, 'paidAmount', 'dueAmount', 'link'],
  SLOT_OFFERED: [...PLACE_AND_TIME, 'payUntil', 'link'],
  HOLD_EXPIRED: [...PLACE_AND_TIME, 'link'],
  CONFIRMED: [
    ...PLACE_AND_TIME,
    'paidAmount',
    'receiptLink',
    'accessCode',
    'accessFrom',
    'refundRule',
    'calendarLink',
    'link',
  ],
  PAYMENT_RECEIVED: [...PLACE_AND_TIME, 'paidAmount', 'dueAmount', 'receiptLink', 'link'],
  DAY_BEFORE: [...PLACE_AND_TIME, 'refundRule', 'calendarLink', 'link'],
  STARTS_SOON: [...PLACE_AND_TIME, 'accessFrom', 'calendarLink', 'link'],
  CODE_ACTIVE: [...PLACE_AND_TIME, 'accessCode', 'accessFrom', 'link'],
  CODE_CHANGED: [...PLACE_AND_TIME, 'accessCode', 'accessFrom', 'link'],
  ACCESS_OPENS: [...PLACE_AND_TIME, 'link'],
  ENDING_SOON: [...PLACE_AND_TIME, 'link'],
  EXTENDED: [...PLACE_AND_TIME, 'paidAmount', 'receiptLink', 'calendarLink', 'link'],
  MOVED: [...PLACE_AND_TIME, ...PREVIOUS_STAY, 'paidAmount', 'dueAmount', 'calendarLink', 'link'],
  CHANGED: [...PLACE_AND_TIME, ...PREVIOUS_STAY, 'paidAmount', 'dueAmount', 'calendarLink', 'link'],
  UNAVAILABLE: [...PLACE_AND_TIME, 'paidAmount', 'link'],
  HELP_ANSWERED: [...PLACE_AND_TIME, 'answer', 'link'],
  CANCELLED: [...PLACE_AND_TIME, 'cancelledBy', 'refundAmount', 'refundTerm', 'link'],
  REFUNDED: [...PLACE_AND_TIME, 'refundAmount', 'link'],
  RATING_INVITED: [...PLACE_AND_TIME, 'link'],
};

/** Without this variable a message of the kind is worthless, so its template must contain it. */
export const NEEDED_VARIABLES: Readonly<Partial<Record<MessageKind, readonly MessageVariable[]>>> = {
  HELD: ['payUntil'],
  PAYMENT_REMINDER: ['payUntil'],
  PAYMENT_LINK: ['link'],
  SLOT_OFFERED: ['payUntil', 'link'],
  PAYMENT_RECEIVED: ['paidAmount'],
  CODE_ACTIVE: ['accessCode'],
  CODE_CHANGED: ['accessCode'],
  // Old and new: what the guest has to know about the change.
  MOVED: ['previousRoomName', 'previousDate', 'previousStartTime', 'roomName', 'date', 'startTime'],
  CHANGED: ['previousEndTime', 'previousHeadCount', 'previousPrice', 'endTime', 'headCount', 'price'],
  HELP_ANSWERED: ['answer'],
  REFUNDED: ['refundAmount'],
  RATING_INVITED: ['link'],
};
