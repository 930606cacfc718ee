import type { GuestLanguage } from '../shared/guest-language.ts';

/** What the script of the document prepared before the code ran (index.html). */
export interface EarlyRequest {
  readonly token: string;
  readonly language: GuestLanguage;
  /** The first reply, on its way. Absent: the address has no token. */
  readonly reply?: Promise<Response>;
}

declare global {
  interface Window {
    munjigiGuest?: EarlyRequest;
  }
}

/** The prepared request, or what the address says where the script did not run (tests). */
export function takeEarlyRequest(): EarlyRequest {
  return window.munjigiGuest ?? { token: location.pathname.split('/')[2] ?? '', language: 'kr' };
}
