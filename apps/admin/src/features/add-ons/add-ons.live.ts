import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';

/** Add-ons are prices of their store: the same event reports a change of both. */
export const addOnLive: LiveHandlers = {
  queries: ['add-ons'],
  'prices.changed': ({ storeId }, target) => rereadNamed(target, 'add-ons', storeId),
};
