import { rereadNamed } from '../../../session/live-cache.ts';
import type { LiveHandlers } from '../../../session/live-handlers.ts';
import { putDevice } from './room-devices.cache.ts';

export const roomDevicesLive: LiveHandlers = {
  queries: ['room-devices'],
  'device.changed': (device, { client, product }) => putDevice(client, product, device),
  // Reads the list again only where it is on screen; it is short.
  'device.discovered': ({ storeId }, target) => rereadNamed(target, 'discovered-devices', storeId),
};
