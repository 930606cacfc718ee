import { rereadNamed } from '../../app/live-cache.ts';
import type { LiveHandlers } from '../../app/live-handlers.ts';
import { putStore } from './store-cache.ts';

export const storeLive: LiveHandlers = {
  queries: ['store', 'closures', 'holidays'],
  'store.changed': (store, { client, product }) => putStore(client, product, store),
  'calendar.changed': ({ storeId }, target) => {
    for (const name of ['closures', 'holidays']) rereadNamed(target, name, storeId);
  },
};
