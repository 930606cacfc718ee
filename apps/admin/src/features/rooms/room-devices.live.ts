import { rereadQueries } from '../../app/live-cache.ts';
import { joinLive, type LiveHandlers } from '../../app/live-handlers.ts';
import { discoveredDevicesKey, putDevice } from './room-devices.cache.ts';

const roomDevicesLive: LiveHandlers = {
  'device.changed': (device, { client, product }) => putDevice(client, product, device),
  // Reads the list again only where it is on screen; it is short.
  'device.discovered': ({ storeId }, { client, product }) =>
    rereadQueries(client, { queryKey: discoveredDevicesKey(product, storeId) }),
  fresh: ({ client, product }) => rereadQueries(client, { queryKey: ['room-devices', product] }),
};

joinLive(roomDevicesLive);
