import type { GuestLanguage } from '../shared/guest-language.ts';

/** What the script of the document prepared before the code ran (book.html). */
export interface EarlyBooking {
  /** As in the address, so percent-encoded where needed. */
  readonly product: string;
  readonly storeId: string;
  readonly language: GuestLanguage;
  /** The reply with the store, on its way. */
  readonly reply?: Promise<Response>;
}

declare global {
  interface Window {
    munjigiBooking?: EarlyBooking;
  }
}

/** The prepared request, or what the address says where the script did not run (tests). */
export function takeEarlyBooking(): EarlyBooking {
  const [, , product = '', storeId = ''] = location.pathname.split('/');
  return window.munjigiBooking ?? { product, storeId, language: 'kr' };
}
