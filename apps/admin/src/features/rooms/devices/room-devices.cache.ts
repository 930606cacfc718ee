import type { Device } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { putInQueries } from '../../../session/live-cache.ts';
import { createLatestEvents, upsertRow, type Rows } from '../../../session/live-collection.ts';

export const devicesKey = (product: string, roomId: string) => ['room-devices', product, roomId] as const;
export const discoveredDevicesKey = (product: string, storeId: string) =>
  ['discovered-devices', product, storeId] as const;

const latestEvents = createLatestEvents<Device>();

/** Stores a device of the stream in its room's list, and drops it from every other list; a removed device from all. */
export function putDevice(client: QueryClient, product: string, device: Device): void {
  latestEvents.record(client, device);
  putIntoLists(client, product, device);
}

/**
 * Stores the answer to a change of a device, requested at `requestedAt` (`performance.now()`). The stream often reports
 * a new device before that answer.
 */
export function putAnsweredDevice(client: QueryClient, product: string, device: Device, requestedAt: number): void {
  putIntoLists(client, product, mergeDevice(device, latestEvents.after(client, device, requestedAt) ?? device));
}

/** The stream sends every person the same payload, without the settings that only some have the right to see. */
function mergeDevice(cachedDevice: Device, next: Device): Device {
  return { ...next, driverSettings: next.driverSettings ?? cachedDevice.driverSettings };
}

function putIntoLists(client: QueryClient, product: string, device: Device): void {
  putInQueries<Rows<Device>>(client, { queryKey: ['room-devices', product] }, (list, queryKey) =>
    upsertRow(list, device, {
      isShown: device.roomId === queryKey[2] && device.removedAt === null,
      order: (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1),
      merge: mergeDevice,
    }),
  );
}
