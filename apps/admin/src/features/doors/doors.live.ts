import { rereadQueries } from '../../app/live-cache.ts';
import { joinLive, type LiveHandlers } from '../../app/live-handlers.ts';
import { putDiscoveredLock, putDoor } from './door-cache.ts';
import { emergenciesKey, putEmergency } from './emergency-cache.ts';

export const doorLive: LiveHandlers = {
  'door.changed': (door, { client, product }) => putDoor(client, product, door),
  'door.discovered': (lock, { client, product }) => putDiscoveredLock(client, product, lock),
  'emergency.changed': (emergency, { client, product }) => putEmergency(client, product, emergency),
  fresh: ({ client, product }) => {
    rereadQueries(client, { queryKey: ['doors', product] });
    rereadQueries(client, { queryKey: ['discovered-locks', product] });
    rereadQueries(client, { queryKey: emergenciesKey(product) });
  },
};

joinLive(doorLive);
