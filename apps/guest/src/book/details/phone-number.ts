import { isPhoneAbroad, normalisePhone } from '@munjigi/typed-text';
import type { BookingSelection } from '../booking-selection.ts';

/** The address that calls a number. */
export function toTelAddress(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/** Whether a number is a Korean mobile number, to which a code can be sent. The server checks it again. */
export function isMobileNumber(phone: string): boolean {
  return normalisePhone(phone)?.startsWith('01') === true;
}

/** Whether a text can be an e-mail address. The server checks it again. */
export function isEmailAddress(text: string): boolean {
  const [name = '', domain = '', ...rest] = text.trim().split('@');
  return name !== '' && rest.length === 0 && /^[^\s.]/.test(domain) && domain.includes('.') && !/\s/.test(text.trim());
}

/** The number, and with one outside Korea the e-mail address that gets the code (BK-16). */
export function contactOf({ phone, email }: Pick<BookingSelection, 'phone' | 'email'>): {
  readonly guestPhone: string;
  readonly guestEmail?: string;
} {
  return { guestPhone: phone, ...(isPhoneAbroad(phone) && { guestEmail: email.trim() }) };
}

/** Whether the last code was sent for the present number and address. */
export function isCodeSent(selection: Pick<BookingSelection, 'phone' | 'email' | 'sentCode'>): boolean {
  const { guestPhone, guestEmail = '' } = contactOf(selection);
  const { sentCode } = selection;
  return sentCode !== null && sentCode.phone === guestPhone && (sentCode.email ?? '') === guestEmail;
}
