import type { Device, RequestedState } from '@munjigi/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { readAll } from '../../../api/read-all.ts';
import type { Rows } from '../../../session/live-collection.ts';
import { putCommand, useLatestCommand } from '../../devices/index.ts';
import { devicesKey } from './room-devices.cache.ts';

/** The devices of a room with their current state; kept fresh by the stream. */
export function useRoomDevices(product: string, roomId: string) {
  return useQuery({
    queryKey: devicesKey(product, roomId),
    queryFn: ({ signal }): Promise<Rows<Device>> =>
      readAll((paging) =>
        call('GET /api/v2/{product}/room/device', { params: { product }, query: { ...paging, roomId }, signal }),
      ),
  });
}

/** A request of this page that has no command yet, or was refused before one was created. */
interface Attempt {
  readonly before: string | null;
  readonly error: unknown;
}

/** Requests a state of a device, once per press; a second press while the first is under way does nothing. */
export function useControlDevice(product: string, device: Device) {
  const client = useQueryClient();
  const command = useLatestCommand(product, device.id);
  const isUnderWay = useRef(false);
  const [attempt, setAttempt] = useState<Attempt | null>(null);

  async function control(state: RequestedState): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setAttempt({ before: command?.id ?? null, error: null });
    try {
      putCommand(
        client,
        product,
        await call('POST /api/v2/{product}/room/device/control', {
          params: { product },
          body: { deviceId: device.id, state },
        }),
      );
      setAttempt(null);
    } catch (error) {
      setAttempt({ before: command?.id ?? null, error });
    } finally {
      isUnderWay.current = false;
    }
  }
  return { command, attempt, control };
}
