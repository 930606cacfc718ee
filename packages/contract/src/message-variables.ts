/** What guests receive about their reservation (MS-1). */
export const MESSAGE_KINDS = [
  'HELD',
  'PAYMENT_REMINDER',
  'PAYMENT_LINK',
  'SLOT_OFFERED',
  'CONFIRMED',
  'CODE_ACTIVE',
  'CODE_CHANGED',
  'ACCESS_OPENS',
  'ENDING_SOON',
  'EXTENDED',
  'CANCELLED',
  'REFUNDED',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

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
  'dueAmount',
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

/** The variables that a template of each kind may use (MS-3). */
export const VARIABLES_OF_KIND: Readonly<Record<MessageKind, readonly MessageVariable[]>> = {
  HELD: [...PLACE_AND_TIME, 'payUntil', 'link'],
  PAYMENT_REMINDER: [...PLACE_AND_TIME, 'payUntil', 'link'],
  PAYMENT_LINK: [...PLACE_AND_TIME, 'paidAmount', 'dueAmount', 'link'],
  SLOT_OFFERED: [...PLACE_AND_TIME, 'payUntil', 'link'],
  CONFIRMED: [...PLACE_AND_TIME, 'paidAmount', 'link'],
  CODE_ACTIVE: [...PLACE_AND_TIME, 'accessCode', 'accessFrom', 'link'],
  CODE_CHANGED: [...PLACE_AND_TIME, 'accessCode', 'accessFrom', 'link'],
  ACCESS_OPENS: [...PLACE_AND_TIME, 'link'],
  ENDING_SOON: [...PLACE_AND_TIME, 'link'],
  EXTENDED: [...PLACE_AND_TIME, 'link'],
  CANCELLED: [...PLACE_AND_TIME, 'refundAmount'],
  REFUNDED: [...PLACE_AND_TIME, 'refundAmount'],
};

/** Without this variable a message of the kind is worthless, so its template must contain it. */
export const NEEDED_VARIABLES: Readonly<Partial<Record<MessageKind, readonly MessageVariable[]>>> = {
  HELD: ['payUntil'],
  PAYMENT_REMINDER: ['payUntil'],
  PAYMENT_LINK: ['link'],
  SLOT_OFFERED: ['payUntil', 'link'],
  CODE_ACTIVE: ['accessCode'],
  CODE_CHANGED: ['accessCode'],
  REFUNDED: ['refundAmount'],
};
