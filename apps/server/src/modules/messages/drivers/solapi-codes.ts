import { z } from 'zod';
import { hideNumbers } from './driver.ts';

/** The status codes of Solapi: 1xxx when a message is added, 2xxx and 3xxx afterwards, 4000 when it arrived. */

const ACCEPTED = '2000';
const DELIVERED = '4000';
/** With Solapi, and with the telephone company: the report follows. */
const ON_ITS_WAY: ReadonlySet<string> = new Set([ACCEPTED, '3000']);
/** A fault of the server, and too little balance: the same message can be added later. */
const LATER: ReadonlySet<string> = new Set(['1024', '1030']);
/** A sender that is not registered or is forged, and too little balance: a person has to correct the account. */
const OF_ACCOUNT: ReadonlySet<string> = new Set(['1030', '1062', '2062', '2230', '3059']);

/** Answers name a code as text, some reports as a number. */
export const statusCode = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{4}$/));

/** What a code says about a message. */
export type CodeVerdict = 'DELIVERED' | 'ON_ITS_WAY' | 'LATER' | 'FAILED';

export function verdictOf(code: string): CodeVerdict {
  if (code === DELIVERED) return 'DELIVERED';
  if (ON_ITS_WAY.has(code)) return 'ON_ITS_WAY';
  return LATER.has(code) ? 'LATER' : 'FAILED';
}

/** Whether the account of the product is at fault, and every other message fails as well. */
export function isOfAccount(code: string): boolean {
  return OF_ACCOUNT.has(code);
}

/** The code and the words of Solapi, as they are stored and shown. */
export function describeCode(code: string, words: string | null | undefined): string {
  return hideNumbers(`${code} ${words ?? ''}`.trim());
}
