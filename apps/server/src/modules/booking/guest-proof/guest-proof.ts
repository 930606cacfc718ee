import { phoneDigits } from '@munjigi/rules';
import { bookingMarks, type BookingMarks } from './booking-marks.ts';

/** How a guest names themselves: a Korean mobile number, or a number outside Korea with an e-mail address (BK-16). */
interface GuestContact {
  readonly guestPhone: string;
  readonly guestEmail?: string | undefined;
}

/** Where the code of a guest goes, and what its limits count for. */
export interface CodeTarget {
  readonly channel: 'SMS' | 'EMAIL';
  readonly to: string;
  /** Of the phone, or of the mailbox: the number of a guest abroad is not proven. */
  readonly mark: Buffer;
  readonly rangeMark: Buffer;
  /** Part of the hash of the code, so that a code to an address is wrong for another one and for another number. */
  readonly binding: string;
}

export function codeTargetOf(
  marks: BookingMarks,
  productId: string,
  { guestPhone, guestEmail }: GuestContact,
): CodeTarget {
  if (guestEmail === undefined)
    return {
      channel: 'SMS',
      to: guestPhone,
      mark: marks.ofPhone(productId, guestPhone),
      rangeMark: marks.ofPhoneRange(productId, guestPhone),
      binding: '',
    };
  const mark = marks.ofMailbox(productId, guestEmail);
  return {
    channel: 'EMAIL',
    to: guestEmail,
    mark,
    rangeMark: mark,
    binding: `${phoneDigits(guestPhone)} ${guestEmail.toLowerCase()}`,
  };
}

/** What a code serves for: `purpose` where it is no booking, and the contact of a guest abroad. */
export function subjectOfCode({ binding }: CodeTarget, purpose = ''): { readonly subject?: string } {
  const subject = [purpose, binding].filter((part) => part !== '').join(' ');
  return subject === '' ? {} : { subject };
}

/** The keyed hash by which the limits of guests count (BK-16): for modules below that know neither codes nor addresses. */
export function guestMarker(secret: string): (productId: string, contact: GuestContact) => Buffer {
  const marks = bookingMarks(secret);
  return (productId, contact) => codeTargetOf(marks, productId, contact).mark;
}
