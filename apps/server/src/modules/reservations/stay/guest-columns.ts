import { phoneDigits } from '@munjigi/rules';
import { toMailbox } from '@munjigi/typed-text';
import { personalOf, type PersonalKeys, type PersonalMarks, type Tx } from '../../../db/index.ts';

/** The number of trailing phone digits that a search accepts. */
export const LAST_FOUR = 4;

interface GuestName {
  readonly guest_name: string;
}
interface GuestPhone {
  readonly guest_phone: string;
}
interface GuestEmail {
  /** Absent: none. */
  readonly guest_email?: string;
}

/** The columns of a guest as stored: encrypted, with keyed hashes for the search (PD-3). */
export function guestColumns(tx: Tx, item: GuestName & GuestPhone & GuestEmail) {
  return { ...nameColumns(tx, item), ...phoneColumns(tx, item), ...emailColumns(tx, item) };
}

export function nameColumns(tx: Tx, guestName: GuestName) {
  const keys = personalOf(tx);
  return { guest_name: keys.seal(guestName.guest_name), ...marksOfName(newestOf(keys), guestName) };
}

export function phoneColumns(tx: Tx, guestPhone: GuestPhone) {
  const keys = personalOf(tx);
  return { guest_phone: keys.seal(guestPhone.guest_phone), ...marksOfPhone(newestOf(keys), guestPhone) };
}

export function emailColumns(tx: Tx, { guest_email: email = '' }: GuestEmail) {
  return { guest_email: personalOf(tx).seal(email) };
}

export function marksOfGuest(marks: PersonalMarks, item: GuestName & GuestPhone) {
  return { ...marksOfName(marks, item), ...marksOfPhone(marks, item) };
}

function marksOfName(marks: PersonalMarks, { guest_name: name }: GuestName) {
  return { name_marks: orNone(marks.beginnings(name)) };
}

function marksOfPhone(marks: PersonalMarks, { guest_phone: phone }: GuestPhone) {
  const digits = phoneDigits(phone);
  return {
    phone_mark: phoneMarkOf(marks, phone),
    last_four_mark: orNone(marks.whole('last-four', digits.slice(-LAST_FOUR))),
  };
}

/** The keyed hash by which a phone number is found; `null` without one. */
export function phoneMarkOf(marks: PersonalMarks, phone: string): Buffer | null {
  return orNone(marks.whole('phone', phoneDigits(phone)));
}

/**
 * The keyed hashes of a phone number with each key, the newest first: during a key rotation a row has one of them. Empty
 * without a number.
 */
export function phoneMarksOf(tx: Tx, phone: string): Buffer[] {
  return personalOf(tx).marks.flatMap((marks) => phoneMarkOf(marks, phone) ?? []);
}

/** The keyed hash by which a mailbox is found, however its address is spelt; `null` without one. */
export function emailMarkOf(marks: PersonalMarks, email: string): Buffer | null {
  return orNone(marks.whole('email', email === '' ? '' : toMailbox(email)));
}

/** The keyed hashes of an e-mail address with each key, the newest first. Empty without an address. */
export function emailMarksOf(tx: Tx, email: string): Buffer[] {
  return personalOf(tx).marks.flatMap((marks) => emailMarkOf(marks, email) ?? []);
}

function orNone(mark: Buffer): Buffer | null {
  return mark.length === 0 ? null : mark;
}

function newestOf({ marks: [newest] }: PersonalKeys): PersonalMarks {
  if (!newest) throw new Error('There is no key for personal data');
  return newest;
}
