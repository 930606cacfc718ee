import type { Device } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { putInQueries } from '../../app/live-cache.ts';

export interface DeviceList {
  readonly total: number;
  readonly items: readonly Device[];
}

export const devicesKey = (product: string, roomId: string) => ['room-devices', product, roomId] as const;
export const discoveredDevicesKey = (product: string, storeId: string) => ['discovered-devices', product, storeId] as const;

/** What the stream told of each device, and when; so that an older answer that arrives later does not undo it. */
const told = new WeakMap<QueryClient, Map<string, { device: Device; at: number }>>();

/** Puts what the stream tells of a device into its room's list, and takes it out of any other; one that was removed out of all. */
export function putDevice(client: QueryClient, product: string, device: Device): void {
  const byId = told.get(client) ?? new Map<string, { device: Device; at: number }>();
  told.set(client, byId.set(device.id, { device, at: performance.now() }));
  putIntoLists(client, product, device);
}

/**
 * Puts the answer to a change of a device, asked for at `askedAt` (`performance.now()`). A new device's first word often comes by the
 * stream before the answer that it was added: that word counts when it is younger than the question and no older version.
 */
export function putAnsweredDevice(client: QueryClient, product: string, device: Device, askedAt: number): void {
  const heard = told.get(client)?.get(device.id);
  const isHeardOf = heard !== undefined && heard.at >= askedAt && heard.device.version >= device.version;
  putIntoLists(client, product, isHeardOf ? { ...heard.device, driverSettings: device.driverSettings ?? heard.device.driverSettings } : device);
}

function putIntoLists(client: QueryClient, product: string, device: Device): void {
  putInQueries<DeviceList>(client, { queryKey: ['room-devices', product] }, (list, queryKey) => {
    const [, , roomId] = queryKey as ReturnType<typeof devicesKey>;
    return withDevice(list, device, device.roomId === roomId && device.removedAt === null);
  });
}

function withDevice(list: DeviceList, device: Device, isHere: boolean): DeviceList {
  const known = list.items.find((item) => item.id === device.id);
  if (known && known.version > device.version) return list;
  const others = list.items.filter((item) => item.id !== device.id);
  // The stream tells everybody the same, so without the settings that only some may see.
  const told = { ...device, driverSettings: device.driverSettings ?? known?.driverSettings ?? null };
  const items = isHere ? [...others, told].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1)) : others;
  return { total: list.total + items.length - list.items.length, items };
}
