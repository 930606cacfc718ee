import { rereadNamed } from '../../../session/live-cache.ts';
import type { LiveHandlers, LiveTarget } from '../../../session/live-handlers.ts';

const reread = (_data: unknown, target: LiveTarget) => rereadNamed(target, 'store-summaries');

/** The events that change a row of the list. */
export const storeListLive: LiveHandlers = {
  queries: ['store-summaries'],
  'store.changed': reread,
  'calendar.changed': reread,
  'prices.changed': reread,
  'room.changed': reread,
  'settlement.changed': reread,
  'users.changed': reread,
};
