import { rereadQueries } from '../../../app/live-cache.ts';
import { joinLive, type LiveTarget } from '../../../app/live-handlers.ts';
import { summariesKey } from './store-list.cache.ts';

const readAgain = (_data: unknown, { client, product }: LiveTarget) =>
  rereadQueries(client, { queryKey: summariesKey(product) });

/** The events that change a row of the list. */
joinLive({
  'store.changed': readAgain,
  'calendar.changed': readAgain,
  'prices.changed': readAgain,
  'room.changed': readAgain,
  'settlement.changed': readAgain,
  'users.changed': readAgain,
  fresh: ({ client, product }) => rereadQueries(client, { queryKey: summariesKey(product) }),
});
