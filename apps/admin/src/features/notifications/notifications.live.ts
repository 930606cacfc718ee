import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';

export const notificationLive: LiveHandlers = {
  // The poller reads the count, with or without a stream.
  queries: [],
  // NT-4: the count is read again at once, instead of up to five seconds later.
  'notifications.changed': (_change, target) => rereadNamed(target, 'notification-count'),
};
