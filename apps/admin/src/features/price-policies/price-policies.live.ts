import { rereadQueries } from '../../app/live-cache.ts';
import { joinLive, type LiveHandlers } from '../../app/live-handlers.ts';

/** Which other sheets of prices are out of date follows from the store alone. */
export const priceLive: LiveHandlers = {
  'prices.changed': ({ storeId }, { client, product }) => {
    for (const name of ['price-policies', 'price-lint']) rereadQueries(client, { queryKey: [name, product, storeId] });
  },
  // Opening hours and holidays decide what has no price.
  'calendar.changed': ({ storeId }, { client, product }) => rereadQueries(client, { queryKey: ['price-lint', product, storeId] }),
  'store.changed': ({ id }, { client, product }) => rereadQueries(client, { queryKey: ['price-lint', product, id] }),
  fresh: ({ client, product }) => {
    for (const name of ['price-policies', 'price-lint']) rereadQueries(client, { queryKey: [name, product] });
  },
};

joinLive(priceLive);
