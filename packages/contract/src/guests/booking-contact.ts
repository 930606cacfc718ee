import { isPhoneAbroad } from '@munjigi/typed-text';
import { phone } from '../fields.ts';

/** A Korean mobile number, to which the code goes (BK-4), or a number outside Korea with an e-mail address (BK-16). */
export const bookingPhone = phone.refine(
  (value) => /^01[016789]-/.test(value) || isPhoneAbroad(value),
  'must be a Korean mobile number, or one outside Korea with its country code',
);

interface BookingContact {
  readonly guestPhone: string;
  readonly guestEmail?: string | undefined;
}

/** The code goes by SMS or by e-mail, so a Korean number comes without an address and every other one with one (BK-16). */
export const isContactComplete = ({ guestPhone, guestEmail }: BookingContact) =>
  isPhoneAbroad(guestPhone) === (guestEmail !== undefined);
export const CONTACT_FAULT = {
  path: ['guestEmail'],
  message: 'a number outside Korea needs an e-mail address, and a Korean number has none',
};
