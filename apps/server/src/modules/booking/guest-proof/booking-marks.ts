import { createHmac } from 'node:crypto';
import { phoneDigits } from '@munjigi/rules';
import { toMailbox } from '@munjigi/typed-text';
import { limiterKeyOf } from '../../../http/index.ts';
import { keyFor } from '../../../sealing/sealing.ts';

/** Keyed hashes, so that the tables of online booking reveal no phone, no address and no code (BK-9). */
export interface BookingMarks {
  ofPhone(productId: string, phone: string): Buffer;
  /** Of the mailbox of an address (BK-16). */
  ofMailbox(productId: string, email: string): Buffer;
  ofAddress(productId: string, address: string): Buffer;
  /** Of the 10,000 numbers that differ in the last four digits (BK-11). */
  ofPhoneRange(productId: string, phone: string): Buffer;
  /** Signs a challenge for one store, act and address (BK-11). */
  ofChallenge(...parts: readonly string[]): Buffer;
  /** A code has only a million values, so the hash needs the key and the row that it belongs to. */
  ofCode(codeId: string, code: string): Buffer;
  /** Of an entry of the waitlist, so that its guest alone can withdraw it (WL-5). */
  ofWaitlistEntry(storeId: string, entryId: string): Buffer;
  /** Signs a token of the preview for staff (BK-12). */
  ofPreview(storeId: string, until: string): Buffer;
  /** Of an Idempotency-Key, or of the body that came with it. */
  ofRequest(text: string): Buffer;
}

export function bookingMarks(secret: string): BookingMarks {
  const key = keyFor(secret, 'munjigi online booking: marks');
  const mark = (kind: string, ...parts: readonly string[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify([kind, ...parts]))
      .digest();
  return {
    ofPhone: (productId, phone) => mark('phone', productId, phoneDigits(phone)),
    ofMailbox: (productId, email) => mark('mailbox', productId, toMailbox(email)),
    ofPhoneRange: (productId, phone) => mark('phone range', productId, phoneDigits(phone).slice(0, -4)),
    ofChallenge: (...parts) => mark('challenge', ...parts),
    ofAddress: (productId, address) => mark('address', productId, limiterKeyOf(address)),
    ofCode: (codeId, code) => mark('code', codeId, code),
    ofWaitlistEntry: (storeId, entryId) => mark('waitlist entry', storeId, entryId),
    ofPreview: (storeId, until) => mark('preview', storeId, until),
    ofRequest: (text) => mark('request', text),
  };
}
