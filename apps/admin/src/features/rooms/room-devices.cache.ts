import type { Device } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { putInQueries } from '../../app/live-cache.ts';

export interface DeviceList {
  readonly total: number;
  readonly items: readonly Device[];
}

export const devicesKey = (product: string, roomId: string) => ['room-devices', product, roomId] as const;
export const discoveredDevicesKey = (product: string, storeId: string) =>
  ['discovered-devices', product, storeId] as const;

/**
 * The last event of each device and the time it arrived, so that an older answer that arrives later does not undo it.
 */
const told = new WeakMap<QueryClient, Map<string, { device: Device; at: number }>>();

/** Stores a device of the stream in its room's list, and drops it from every other list; a removed device from all. */
export function putDevice(client: QueryClient, product: string, device: Device): void {
  const byId = told.get(client) ?? new Map<string, { device: Device; at: number }>();
  told.set(client, byId.set(device.id, { device, at: performance.now() }));
  putIntoLists(client, product, device);
}

/**
 * Stores the answer to a change of a device, requested at `askedAt` (`performance.now()`). The stream often reports a
 * new device before that answer: the event wins when it arrived after the request and its version is not older.
 */
export function putAnsweredDevice(client: QueryClient, product: string, device: Device, askedAt: number): void {
  const heard = told.get(client)?.get(device.id);
  const isHeardOf = heard !== undefined && heard.at >= askedAt && heard.device.version >= device.version;
  putIntoLists(
    client,
    product,
    isHeardOf ? { ...heard.device, driverSettings: device.driverSettings ?? heard.device.driverSettings } : device,
  );
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
  // The stream sends every person the same payload, without the settings that only some have the right to see.
  const told = { ...device, driverSettings: device.driverSettings ?? known?.driverSettings ?? null };
  const items = isHere
    ? [...others, told].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1))
    : others;
  return { total: list.total + items.length - list.items.length, items };
}
