import type { Device } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';

export interface DeviceList {
  readonly total: number;
  readonly items: readonly Device[];
}

export const devicesKey = (product: string, roomId: string) => ['room-devices', product, roomId] as const;
export const discoveredDevicesKey = (product: string, storeId: string) => ['discovered-devices', product, storeId] as const;

/** Puts what is told of a device into its room's list, and takes it out of any other; one that was removed out of all. */
export function putDevice(client: QueryClient, product: string, device: Device): void {
  for (const query of client.getQueryCache().findAll({ queryKey: ['room-devices', product] })) {
    const [, , roomId] = query.queryKey as ReturnType<typeof devicesKey>;
    client.setQueryData<DeviceList>(query.queryKey, (list) => list && withDevice(list, device, device.roomId === roomId && device.removedAt === null));
    // The answer under way may have been read before this was written.
    if (query.state.fetchStatus === 'fetching') void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
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
