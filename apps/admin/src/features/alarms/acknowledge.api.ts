import type { Alarm } from '@munjigi/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { putAlarm } from './alarm-cache.ts';

/** Acknowledges an alarm as the signed-in person. */
export function useAcknowledge(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (alarmId: string) =>
      call('POST /api/v2/{product}/alarm/{alarmId}/acknowledge', { params: { product, alarmId }, body: {} }),
    onSuccess: (alarm: Alarm) => putAlarm(client, product, alarm),
  });
}
