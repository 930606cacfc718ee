import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';

/** The store of the event decides which cached queries are outdated. */
export const priceLive: LiveHandlers = {
  queries: ['price-policies', 'price-lint'],
  'prices.changed': ({ storeId }, target) => {
    for (const name of ['price-policies', 'price-lint']) rereadNamed(target, name, storeId);
  },
  // Opening hours and holidays change which hours have no price.
  'calendar.changed': ({ storeId }, target) => rereadNamed(target, 'price-lint', storeId),
  'store.changed': ({ id }, target) => rereadNamed(target, 'price-lint', id),
};
