import { joinLive, type LiveHandlers } from '../../app/live-handlers.ts';
import { closuresKey, holidaysKey, putStore } from './store-cache.ts';

export const storeLive: LiveHandlers = {
  'store.changed': (store, { client, product }) => putStore(client, product, store),
  'calendar.changed': ({ storeId }, { client, product }) => {
    void client.invalidateQueries({ queryKey: closuresKey(product, storeId) });
    void client.invalidateQueries({ queryKey: holidaysKey(product, storeId) });
  },
  fresh: ({ client, product }) => {
    for (const name of ['store', 'closures', 'holidays']) void client.invalidateQueries({ queryKey: [name, product] });
  },
};

joinLive(storeLive);
