import type { Emergency, EmergencyKind } from '@munjigi/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { emergenciesKey, putEmergency, type EmergencyList } from './emergency-cache.ts';

/** Its answer is how the doors were told, not how far they are: what the stream has brought since is not undone. */
function usePut(product: string) {
  const client = useQueryClient();
  return (emergency: Emergency) => {
    const known = client.getQueryData<EmergencyList>(emergenciesKey(product))?.items.some((item) => item.id === emergency.id && item.endedAt === emergency.endedAt);
    if (known !== true) putEmergency(client, product, emergency);
  };
}

export function useStartEmergency(product: string) {
  const client = useQueryClient();
  const put = usePut(product);
  return useMutation({
    mutationFn: (body: { storeId: string; kind: EmergencyKind; reason: string }) => call('POST /api/v2/{product}/door/emergency', { params: { product }, body }),
    onSuccess: put,
    // It may take two people by now.
    onError: () => client.invalidateQueries({ queryKey: ['approval-rules', product] }),
  });
}

/** Ends it, or orders its doors again that did not do what they must. */
export function useEmergencyStep(product: string, step: 'end' | 'retry') {
  const put = usePut(product);
  return useMutation({
    mutationFn: (emergencyId: string) =>
      step === 'end'
        ? call('POST /api/v2/{product}/door/emergency/{emergencyId}/end', { params: { product, emergencyId }, body: {} })
        : call('POST /api/v2/{product}/door/emergency/{emergencyId}/retry', { params: { product, emergencyId }, body: {} }),
    onSuccess: put,
  });
}
