import { rereadQueries } from '../../app/live-cache.ts';
import { joinLive, type LiveHandlers } from '../../app/live-handlers.ts';
import { closuresKey, holidaysKey, putStore } from './store-cache.ts';

export const storeLive: LiveHandlers = {
  'store.changed': (store, { client, product }) => putStore(client, product, store),
  'calendar.changed': ({ storeId }, { client, product }) => {
    rereadQueries(client, { queryKey: closuresKey(product, storeId) });
    rereadQueries(client, { queryKey: holidaysKey(product, storeId) });
  },
  fresh: ({ client, product }) => {
    for (const name of ['store', 'closures', 'holidays']) rereadQueries(client, { queryKey: [name, product] });
  },
};

joinLive(storeLive);
