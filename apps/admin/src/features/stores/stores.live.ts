import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';
import { putStore } from './store-cache.ts';

export const storeLive: LiveHandlers = {
  queries: ['store', 'closures', 'holidays', 'guest-information', 'booking-setup', 'store-seller'],
  'store.changed': (store, target) => {
    putStore(target.client, target.product, store);
    for (const name of ['guest-information', 'booking-setup', 'store-seller']) rereadNamed(target, name, store.id);
  },
  'calendar.changed': ({ storeId }, target) => {
    for (const name of ['closures', 'holidays']) rereadNamed(target, name, storeId);
  },
};
