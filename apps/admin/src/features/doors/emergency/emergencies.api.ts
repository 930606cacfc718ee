import type { Emergency, EmergencyKind } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { Rows } from '../../../session/live-collection.ts';
import { emergenciesKey, putEmergency } from './emergency-cache.ts';

/** The dialog is open for seconds, and no event says that a lock has stored a code. */
const PREVIEW_MS = 5000;

/**
 * The answer shows the commands to the doors, and not their progress, so it must not undo newer events of the stream.
 */
function usePut(product: string) {
  const client = useQueryClient();
  return (emergency: Emergency) => {
    const cached = client
      .getQueryData<Rows<Emergency>>(emergenciesKey(product))
      ?.items.some((item) => item.id === emergency.id && item.endedAt === emergency.endedAt);
    if (cached !== true) putEmergency(client, product, emergency);
  };
}

/** What a lockdown of the store can hold now. Read again for each dialog, because locks go offline at any time. */
export function useLockdownPreview(product: string, storeId: string) {
  return useQuery({
    queryKey: ['lockdown-preview', product, storeId],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/door/emergency/preview', { params: { product }, query: { storeId }, signal }),
    gcTime: 0,
    refetchInterval: PREVIEW_MS,
  });
}

export function useStartEmergency(product: string) {
  const client = useQueryClient();
  const put = usePut(product);
  return useMutation({
    mutationFn: (body: { storeId: string; kind: EmergencyKind; reason: string }) =>
      call('POST /api/v2/{product}/door/emergency', { params: { product }, body }),
    onSuccess: put,
    // The rules may have changed: a second person may be needed now.
    onError: () => client.invalidateQueries({ queryKey: ['approval-rules', product] }),
  });
}

/** Ends the emergency, or sends the command again to doors that have not reached their state. */
export function useEmergencyStep(product: string, step: 'end' | 'retry') {
  const put = usePut(product);
  return useMutation({
    mutationFn: (emergencyId: string) =>
      step === 'end'
        ? call('POST /api/v2/{product}/door/emergency/{emergencyId}/end', {
            params: { product, emergencyId },
            body: {},
          })
        : call('POST /api/v2/{product}/door/emergency/{emergencyId}/retry', {
            params: { product, emergencyId },
            body: {},
          }),
    onSuccess: put,
  });
}
