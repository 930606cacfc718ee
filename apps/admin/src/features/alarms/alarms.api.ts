import type { Alarm } from '@munjigi/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readAll } from '../../api/read-all.ts';
import type { Rows } from '../../session/live-collection.ts';
import { alarmsKey } from './alarm-cache.ts';

/** The pending alarms of all stores that the person may see; kept fresh by the stream. */
export function useAlarms(product: string, isAllowed: boolean) {
  return useQuery({
    queryKey: alarmsKey(product),
    queryFn: ({ signal }): Promise<Rows<Alarm>> =>
      readAll((paging) =>
        call('GET /api/v2/{product}/alarm', { params: { product }, query: { ...paging, show: 'PENDING' }, signal }),
      ),
    enabled: isAllowed,
  });
}
