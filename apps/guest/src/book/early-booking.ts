import type { BookingStore } from '@munjigi/contract';
import { readFirstReply, type EarlyStart, type FirstReply } from '../shared/first-reply.ts';
import type { GuestLanguage } from '../shared/guest-language.ts';

/** What the script of the document prepared before the code ran (book.html). */
export interface EarlyBooking extends EarlyStart {
  /** As in the address, so percent-encoded where needed. */
  readonly product: string;
  readonly storeId: string;
  readonly language: GuestLanguage;
  /** The reply with the store, on its way. */
  readonly reply?: Promise<Response>;
  /** The reply with the store, in the document. */
  readonly first?: FirstReply<BookingStore> | null;
}

declare global {
  interface Window {
    munjigiBooking?: EarlyBooking;
  }
}

/** The prepared request, or what the address says where the script did not run (tests). */
export function claimEarlyBooking(): EarlyBooking {
  const [, , product = '', storeId = ''] = location.pathname.split('/');
  const early = window.munjigiBooking ?? { product, storeId, language: 'kr' };
  return Object.assign(early, { first: readFirstReply<BookingStore>() });
}
