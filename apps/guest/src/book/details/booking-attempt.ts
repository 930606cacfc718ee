import { phoneDigits } from '@munjigi/typed-text';
import { newActKey } from '../../shared/guest-api.ts';
import type { BookingInput } from '../booking-api.ts';

/** The key and the language with which a stay was requested first. */
export interface BookingAttempt {
  /** A hash of the stay and of the guest, so that the storage has neither. */
  readonly mark: string;
  readonly key: string;
  readonly language: BookingInput['language'];
}

const MOST_ATTEMPTS = 5;
const keyOf = (storeId: string) => `booking-attempts-${storeId}`;

/**
 * Returns the attempt at the same stay by the same guest, or begins one. After a lost reply, a reload or a change of
 * language, the server gets the same key and returns the same reservation. Other add-ons keep the key: if the first
 * request arrived, the server refuses them instead of holding two stays. `kept` replaces a storage that is blocked.
 */
export function continueAttempt(storeId: string, input: BookingInput, kept: BookingAttempt | null): BookingAttempt {
  const mark = hashText(
    JSON.stringify([
      input.roomId,
      input.startsAt,
      input.endsAt,
      input.headCount,
      input.guestName,
      phoneDigits(input.guestPhone),
    ]),
  );
  const attempts = [...readAttempts(storeId), ...(kept === null ? [] : [kept])];
  const earlier = attempts.find((attempt) => attempt.mark === mark);
  if (earlier !== undefined) return earlier;
  const attempt = { mark, key: newActKey(), language: input.language };
  writeAttempts(storeId, [attempt, ...attempts].slice(0, MOST_ATTEMPTS));
  return attempt;
}

/** Forgets an attempt whose reservation is made, or has ended. */
export function dropAttempt(storeId: string, { key }: BookingAttempt): void {
  writeAttempts(
    storeId,
    readAttempts(storeId).filter((attempt) => attempt.key !== key),
  );
}

function readAttempts(storeId: string): BookingAttempt[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(storeId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isAttempt) : [];
  } catch (error) {
    console.warn(error);
    return [];
  }
}

function isAttempt(value: unknown): value is BookingAttempt {
  const { mark, key, language } = (value ?? {}) as Partial<BookingAttempt>;
  return typeof mark === 'string' && typeof key === 'string' && (language === 'ko' || language === 'en');
}

function writeAttempts(storeId: string, attempts: readonly BookingAttempt[]): void {
  try {
    sessionStorage.setItem(keyOf(storeId), JSON.stringify(attempts));
  } catch (error) {
    // A full storage, or one that the in-app browser forbids: the form keeps the attempt until a reload.
    console.warn(error);
  }
}

/** A hash of 64 bits. A collision is harmless: the server refuses a key that came with another stay. `crypto.subtle` is missing in old web views. */
function hashText(text: string): string {
  let high = 0x811c9dc5;
  let low = 0x01000193;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x85ebca6b) ^ (low >>> 13);
  }
  return [high, low].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}
