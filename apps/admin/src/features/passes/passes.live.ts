import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';

/** What is left of a pass follows from payments, so each of them can change it. */
export const passLive: LiveHandlers = {
  queries: ['passes', 'pass', 'pass-sale'],
  'payment.changed': ({ reservationId, method }, target) => {
    if (reservationId !== null && method !== 'PASS') return;
    for (const name of ['passes', 'pass', 'pass-sale']) rereadNamed(target, name);
  },
};
