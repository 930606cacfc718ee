import type { Device, DiscoveredDevice } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '../../../api/call.ts';
import { readAll } from '../../../api/read-all.ts';
import { discoveredDevicesKey, putAnsweredDevice } from './room-devices.cache.ts';

/** Devices of a store that announced themselves and are in no room yet (DR-4). */
export function useDiscoveredDevices(product: string, storeId: string) {
  return useQuery({
    queryKey: discoveredDevicesKey(product, storeId),
    queryFn: ({ signal }) =>
      readAll<DiscoveredDevice>((paging) =>
        call('GET /api/v2/{product}/room/device/discovered', {
          params: { product },
          query: { ...paging, storeId },
          signal,
        }),
      ),
  });
}

export type NewDevice = InputOf<'POST /api/v2/{product}/room/device'>['body'];

/** Adds a device to a room. Rejects with DEVICE_ALREADY_BOUND when another door or device has it. */
export function useAddDevice(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewDevice) => call('POST /api/v2/{product}/room/device', { params: { product }, body }),
    onMutate: () => performance.now(),
    onSuccess: (device: Device, _body, startedAt) => putAnsweredDevice(client, product, device, startedAt),
    // After success and failure: the discovered devices are read again.
    onSettled: () => client.invalidateQueries({ queryKey: ['discovered-devices', product] }),
  });
}

type DeviceChange = InputOf<'PATCH /api/v2/{product}/room/device/{deviceId}'>['body'];

/** Changes name, room or topics. Rejects with STALE when another edit was saved first (AP-4). */
export function useEditDevice(product: string, deviceId: string) {
  const client = useQueryClient();
  return async (body: DeviceChange): Promise<Device> => {
    const startedAt = performance.now();
    const device = await call('PATCH /api/v2/{product}/room/device/{deviceId}', {
      params: { product, deviceId },
      body,
    });
    putAnsweredDevice(client, product, device, startedAt);
    return device;
  };
}

/**
 * Removes a device from its room. `onDone` is called by the mutation itself, because the row with the dialog is
 * unmounted by then.
 */
export function useRemoveDevice(product: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deviceId: string) =>
      call('DELETE /api/v2/{product}/room/device/{deviceId}', { params: { product, deviceId } }),
    onMutate: () => performance.now(),
    onSuccess: (device: Device, _deviceId, startedAt) => {
      onDone();
      putAnsweredDevice(client, product, device, startedAt);
    },
  });
}
