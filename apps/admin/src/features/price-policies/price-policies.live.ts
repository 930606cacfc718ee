import { rereadQueries } from '../../app/live-cache.ts';
import { joinLive, type LiveHandlers } from '../../app/live-handlers.ts';

/** The store of the event decides which cached queries are outdated. */
export const priceLive: LiveHandlers = {
  'prices.changed': ({ storeId }, { client, product }) => {
    for (const name of ['price-policies', 'price-lint']) rereadQueries(client, { queryKey: [name, product, storeId] });
  },
  // Opening hours and holidays change which hours have no price.
  'calendar.changed': ({ storeId }, { client, product }) =>
    rereadQueries(client, { queryKey: ['price-lint', product, storeId] }),
  'store.changed': ({ id }, { client, product }) => rereadQueries(client, { queryKey: ['price-lint', product, id] }),
  fresh: ({ client, product }) => {
    for (const name of ['price-policies', 'price-lint']) rereadQueries(client, { queryKey: [name, product] });
  },
};

joinLive(priceLive);
