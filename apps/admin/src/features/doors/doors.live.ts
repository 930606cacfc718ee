import type { LiveHandlers } from '../../app/live-handlers.ts';
import { putDiscoveredLock, putDoor } from './door-cache.ts';

export const doorLive: LiveHandlers = {
  'door.changed': (door, { client, product }) => putDoor(client, product, door),
  'door.discovered': (lock, { client, product }) => putDiscoveredLock(client, product, lock),
  fresh: ({ client, product }) => {
    void client.invalidateQueries({ queryKey: ['doors', product] });
    void client.invalidateQueries({ queryKey: ['discovered-locks', product] });
  },
};
