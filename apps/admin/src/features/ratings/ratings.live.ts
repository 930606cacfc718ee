import { rereadNamed } from '../../session/live-cache.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';

export const ratingsLive: LiveHandlers = {
  queries: ['ratings', 'reservation-rating'],
  'stay-ratings.changed': ({ storeId, reservationId }, target) => {
    rereadNamed(target, 'ratings', storeId);
    rereadNamed(target, 'reservation-rating', reservationId);
  },
};
