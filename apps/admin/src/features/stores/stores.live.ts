import { rereadNamed } from '../../app/live-cache.ts';
import type { LiveHandlers } from '../../app/live-handlers.ts';
import { putStore } from './store-cache.ts';

export const storeLive: LiveHandlers = {
  queries: ['store', 'closures', 'holidays', 'guest-information'],
  'store.changed': (store, target) => {
    putStore(target.client, target.product, store);
    rereadNamed(target, 'guest-information', store.id);
  },
  'calendar.changed': ({ storeId }, target) => {
    for (const name of ['closures', 'holidays']) rereadNamed(target, name, storeId);
  },
};
