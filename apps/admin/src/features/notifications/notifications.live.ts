import { rereadQueries } from '../../app/live-cache.ts';
import type { LiveHandlers } from '../../app/live-handlers.ts';
import { notificationCountKey } from './notifications.api.ts';

export const notificationLive: LiveHandlers = {
  // NT-4: the count is read again at once, instead of up to five seconds later.
  'notifications.changed': (_change, { client, product }) =>
    rereadQueries(client, { queryKey: notificationCountKey(product) }),
};
