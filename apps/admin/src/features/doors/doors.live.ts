import type { LiveHandlers } from '../../app/live-handlers.ts';
import { putDiscoveredLock, putDoor } from './door-cache.ts';

export const doorLive: LiveHandlers = {
  'door.changed': (door, { client, product }) => putDoor(client, product, door),
  'door.discovered': (lock, { client, product }) => putDiscoveredLock(client, product, lock),
};
