import { phoneDigits } from '@munjigi/rules';
import { personalOf, type PersonalKeys, type PersonalMarks, type Tx } from '../../db/index.ts';

/** The number of trailing phone digits that a search accepts. */
export const LAST_FOUR = 4;

interface GuestName {
  readonly guest_name: string;
}
interface GuestPhone {
  readonly guest_phone: string;
}

/** The columns of a guest as stored: encrypted, with keyed hashes for the search (PD-3). */
export function guestColumns(tx: Tx, it: GuestName & GuestPhone) {
  return { ...nameColumns(tx, it), ...phoneColumns(tx, it) };
}

export function nameColumns(tx: Tx, it: GuestName) {
  const keys = personalOf(tx);
  return { guest_name: keys.seal(it.guest_name), ...marksOfName(newestOf(keys), it) };
}

export function phoneColumns(tx: Tx, it: GuestPhone) {
  const keys = personalOf(tx);
  return { guest_phone: keys.seal(it.guest_phone), ...marksOfPhone(newestOf(keys), it) };
}

export function marksOfGuest(marks: PersonalMarks, it: GuestName & GuestPhone) {
  return { ...marksOfName(marks, it), ...marksOfPhone(marks, it) };
}

function marksOfName(marks: PersonalMarks, { guest_name: name }: GuestName) {
  return { name_marks: orNone(marks.beginnings(name)) };
}

function marksOfPhone(marks: PersonalMarks, { guest_phone: phone }: GuestPhone) {
  const digits = phoneDigits(phone);
  return {
    phone_mark: orNone(marks.whole('phone', digits)),
    last_four_mark: orNone(marks.whole('last-four', digits.slice(-LAST_FOUR))),
  };
}

function orNone(mark: Buffer): Buffer | null {
  return mark.length === 0 ? null : mark;
}

function newestOf({ marks: [newest] }: PersonalKeys): PersonalMarks {
  if (!newest) throw new Error('There is no key for personal data');
  return newest;
}
