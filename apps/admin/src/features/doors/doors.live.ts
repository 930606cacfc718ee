import { rereadQueries } from '../../app/live-cache.ts';
import { joinLive, type LiveHandlers } from '../../app/live-handlers.ts';
import { putDiscoveredLock, putDoor } from './door-cache.ts';

export const doorLive: LiveHandlers = {
  'door.changed': (door, { client, product }) => putDoor(client, product, door),
  'door.discovered': (lock, { client, product }) => putDiscoveredLock(client, product, lock),
  fresh: ({ client, product }) => {
    rereadQueries(client, { queryKey: ['doors', product] });
    rereadQueries(client, { queryKey: ['discovered-locks', product] });
  },
};

joinLive(doorLive);
