import type { Alarm } from '@munjigi/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { alarmsKey, putAlarm } from './alarm-cache.ts';

/** The most alarms of one request; the rest stays in the line. */
const MOST_AT_ONCE = 500;

/** Acknowledges the named alarms that are over, as the signed-in person. The stream brings each of them. */
export function useAcknowledgeEnded(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      call('POST /api/v2/{product}/alarm/acknowledge-ended', {
        params: { product },
        body: { ids: ids.slice(0, MOST_AT_ONCE) },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: alarmsKey(product) }),
  });
}

/** Acknowledges an alarm as the signed-in person. */
export function useAcknowledge(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (alarmId: string) =>
      call('POST /api/v2/{product}/alarm/{alarmId}/acknowledge', { params: { product, alarmId }, body: {} }),
    onSuccess: (alarm: Alarm) => putAlarm(client, product, alarm),
  });
}
