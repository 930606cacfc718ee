import { Unreadable, type OddMember, type Report } from './driver.ts';

const MOST_TEXT_CHARACTERS = 100;
const MOST_NAME_CHARACTERS = 60;
/** A lock may list hundreds of users in one message. */
const MOST_ODD_MEMBERS = 20;

/**
 * Reads one member of a message alone. A member that cannot be read is recorded in `odd` and has no result; the rest of
 * the message is read as usual. `value` is what the device sent, for the person who looks for the cause.
 */
export function readMember<T>(odd: OddMember[], member: string, value: unknown, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    if (odd.length < MOST_ODD_MEMBERS)
      odd.push({ member: cutText(member, MOST_NAME_CHARACTERS), text: toOddText(value), reason: error.reason });
    return undefined;
  }
}

/** Reads a number between two bounds. Throws `Unreadable`. */
export function readNumber(value: unknown, least: number, most: number): number {
  if (typeof value !== 'number' || !(value >= least && value <= most)) throw new Unreadable('unknown_state');
  return value;
}

/** Reads an object. Throws `Unreadable`. */
export function readObject(value: unknown): Readonly<Record<string, unknown>> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Unreadable('not_an_object');
  return value as Readonly<Record<string, unknown>>;
}

/**
 * The report of a switch or a light from the members that were read. `level` is the brightness that the device sent: if
 * it could not be read, the brightness is unknown, because it is not that of the last message.
 */
export function toSwitchReports(isOn: boolean | undefined, level: unknown, brightness: number | undefined): Report[] {
  const isLost = level !== undefined && brightness === undefined;
  if (isOn === undefined && brightness === undefined && !isLost) return [];
  return [
    {
      kind: 'state',
      state: { ...(isOn === undefined ? {} : { isOn }), ...(brightness === undefined ? {} : { brightness }) },
      ...(isLost ? { unknown: ['brightness'] } : {}),
    },
  ];
}

/**
 * The text of an odd value: at most 100 characters on one line. The contents of objects and lists are left out, because
 * a lock may send the codes of people in them.
 */
export function toOddText(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : (JSON.stringify(value) ?? '');
  if (text.startsWith('{')) return '{…}';
  if (text.startsWith('[')) return '[…]';
  return cutText(text, MOST_TEXT_CHARACTERS);
}

/** Removes control characters, directions of writing and halves of characters, and cuts the text between characters. */
function cutText(text: string, most: number): string {
  const clean = text.slice(0, most * 4).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
  return Array.from(clean).slice(0, most).join('');
}
