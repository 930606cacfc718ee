import type { Device, DiscoveredDevice } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '../../api/call.ts';
import { readAll } from '../../api/read-all.ts';
import { discoveredDevicesKey, putAnsweredDevice } from './room-devices.cache.ts';

/** Devices of a store that announced themselves and are in no room yet (DR-4). */
export function useDiscoveredDevices(product: string, storeId: string) {
  return useQuery({
    queryKey: discoveredDevicesKey(product, storeId),
    queryFn: ({ signal }) =>
      readAll<DiscoveredDevice>((paging) => call('GET /api/v2/{product}/room/device/discovered', { params: { product }, query: { ...paging, storeId }, signal })),
  });
}

export type NewDevice = InputOf<'POST /api/v2/{product}/room/device'>['body'];

/** Puts a device into a room. Rejects with DEVICE_ALREADY_BOUND when another door or device has it. */
export function useAddDevice(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewDevice) => call('POST /api/v2/{product}/room/device', { params: { product }, body }),
    onMutate: () => performance.now(),
    onSuccess: (device: Device, _body, askedAt) => putAnsweredDevice(client, product, device, askedAt),
    // Whatever became of it: what is still to be added is asked anew.
    onSettled: () => client.invalidateQueries({ queryKey: ['discovered-devices', product] }),
  });
}

type DeviceChange = InputOf<'PATCH /api/v2/{product}/room/device/{deviceId}'>['body'];

/** Changes name, room or topics. Rejects with STALE when somebody was faster (AP-4). */
export function useEditDevice(product: string, deviceId: string) {
  const client = useQueryClient();
  return async (body: DeviceChange): Promise<Device> => {
    const askedAt = performance.now();
    const device = await call('PATCH /api/v2/{product}/room/device/{deviceId}', { params: { product, deviceId }, body });
    putAnsweredDevice(client, product, device, askedAt);
    return device;
  };
}

/** Takes a device out of its room. `onDone` is told although its row, and whoever asked there, is gone by then. */
export function useRemoveDevice(product: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deviceId: string) => call('DELETE /api/v2/{product}/room/device/{deviceId}', { params: { product, deviceId } }),
    onMutate: () => performance.now(),
    onSuccess: (device: Device, _deviceId, askedAt) => {
      onDone();
      putAnsweredDevice(client, product, device, askedAt);
    },
  });
}
