import type { GuestPage, ProblemBody } from '@munjigi/contract';
import { readFirstReply, type EarlyStart, type FirstReply } from '../shared/first-reply.ts';
import type { GuestLanguage } from '../shared/guest-language.ts';

/** What the script of the document prepared before the code ran (index.html). */
export interface EarlyRequest extends EarlyStart {
  readonly token: string;
  readonly language: GuestLanguage;
  /** The first reply, on its way. Absent: the address has no token, or the document has the reply. */
  readonly reply?: Promise<Response>;
  /** The first reply, in the document. */
  readonly first?: FirstReply<GuestPage | ProblemBody> | null;
  /** When the document arrived, by the steady clock of the browser. */
  readonly startedAt?: number;
}

declare global {
  interface Window {
    munjigiGuest?: EarlyRequest;
  }
}

/** The prepared request, or what the address says where the script did not run (tests). */
export function claimEarlyRequest(): EarlyRequest {
  const early = window.munjigiGuest ?? { token: location.pathname.split('/')[2] ?? '', language: 'kr' };
  return Object.assign(early, { first: readFirstReply<GuestPage | ProblemBody>() });
}
