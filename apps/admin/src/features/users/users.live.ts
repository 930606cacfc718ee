import { rereadQueries } from '../../app/live-cache.ts';
import { joinLive } from '../../app/live-handlers.ts';

joinLive({
  'users.changed': (_data, { client, product }) => rereadQueries(client, { queryKey: ['users', product] }),
  fresh: ({ client, product }) => rereadQueries(client, { queryKey: ['users', product] }),
});
