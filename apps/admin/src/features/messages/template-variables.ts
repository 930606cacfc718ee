import type { MessageKind, MessageVariable } from '@munjigi/contract';

const PLACE_AND_TIME: readonly MessageVariable[] = [
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
];

/**
 * The variables that a template of each kind may use (MS-3). The browser imports no values of the contract, whose
 * schemas would load with them; a test compares both tables.
 */
export const TEMPLATE_VARIABLES: Readonly<Record<MessageKind, readonly MessageVariable[]>> = {
  HELD: [...PLACE_AND_TIME, 'payUntil'],
  PAYMENT_REMINDER: [...PLACE_AND_TIME, 'payUntil'],
  CONFIRMED: [...PLACE_AND_TIME, 'paidAmount'],
  CODE_ACTIVE: [...PLACE_AND_TIME, 'accessCode', 'accessFrom'],
  CODE_CHANGED: [...PLACE_AND_TIME, 'accessCode', 'accessFrom'],
  ACCESS_OPENS: PLACE_AND_TIME,
  ENDING_SOON: PLACE_AND_TIME,
  EXTENDED: PLACE_AND_TIME,
  CANCELLED: [...PLACE_AND_TIME, 'refundAmount'],
  REFUNDED: [...PLACE_AND_TIME, 'refundAmount'],
};

/** A template as a person writes it. */
export interface TypedTemplateText {
  readonly subject: string;
  readonly body: string;
}

/** A variable as it is written in a template. */
export function writeVariable(variable: string): string {
  return `{{${variable}}}`;
}

/** Puts the variable in place of the selected text; `end`: where the cursor stands afterwards. */
export function insertVariable(
  text: string,
  selection: { readonly start: number; readonly end: number },
  variable: MessageVariable,
): { readonly text: string; readonly end: number } {
  const before = text.slice(0, selection.start) + writeVariable(variable);
  return { text: before + text.slice(selection.end), end: before.length };
}
