import type { Emergency } from '@munjigi/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { readAll } from '../../../api/read-all.ts';
import type { Rows } from '../../../session/live-collection.ts';
import { emergenciesKey } from './emergency-cache.ts';

/**
 * Lockdowns and fire releases in force, or ended with a door that is not restored yet, of all stores that the person
 * has the right to see. The stream keeps the list current.
 */
export function useEmergencies(product: string, isAllowed: boolean) {
  return useQuery({
    queryKey: emergenciesKey(product),
    queryFn: ({ signal }): Promise<Rows<Emergency>> =>
      readAll((paging) =>
        call('GET /api/v2/{product}/door/emergency', {
          params: { product },
          query: { ...paging, show: 'CURRENT' },
          signal,
        }),
      ),
    enabled: isAllowed,
  });
}
