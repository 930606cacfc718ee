import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';

const QUERIES = ['users', 'sign-up-count'];

/** The people, and the number of sign-ups that the navigation shows. */
export const userLive: LiveHandlers = {
  queries: QUERIES,
  'users.changed': (_data, target) => {
    for (const name of QUERIES) rereadNamed(target, name);
  },
};
