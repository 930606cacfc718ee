import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';

export const depositLive: LiveHandlers = {
  queries: ['deposits', 'deposit'],
  'deposit.changed': ({ id }, target) => {
    rereadNamed(target, 'deposits');
    rereadNamed(target, 'deposit', id);
  },
  // The reservation's due amount may have changed, and whether it can still be paid.
  'reservation.changed': (_reservation, target) => rereadNamed(target, 'deposit'),
};
