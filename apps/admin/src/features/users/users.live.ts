import { joinLive } from '../../app/live-handlers.ts';

joinLive({
  'users.changed': (_data, { client, product }) => void client.invalidateQueries({ queryKey: ['users', product] }),
  fresh: ({ client, product }) => void client.invalidateQueries({ queryKey: ['users', product] }),
});
