import type { DoorSpares } from '@munjigi/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readAll } from '../../api/read-all.ts';
import { useProduct } from '../../session/auth.tsx';
import type { Rows } from '../../session/live-collection.ts';
import { useStoreChoice } from '../../session/store-choice.ts';

const EVERY_MS = 60_000;

export interface ReceivedSpares extends DoorSpares {
  /** When the answer arrived. */
  readonly asOfMs: number;
}

/**
 * How long a door works offline (NX-3); `null` if its lock keeps no codes, or it is not known yet. One query serves all
 * doors of the screen.
 */
export function useDoorSpares(doorId: string): ReceivedSpares | null {
  const product = useProduct();
  const { storeId } = useStoreChoice();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['door-spares', product, storeId],
    queryFn: ({ signal }): Promise<Rows<DoorSpares>> =>
      readAll((paging) =>
        call('GET /api/v2/{product}/door/spare', {
          params: { product },
          query: { ...paging, ...(storeId === null ? {} : { storeId }) },
          signal,
        }),
      ),
    // The next guest becomes the current one as time passes, without an event.
    refetchInterval: EVERY_MS,
  });
  const found = data?.items.find((item) => item.doorId === doorId);
  return found === undefined ? null : { ...found, asOfMs: dataUpdatedAt };
}
