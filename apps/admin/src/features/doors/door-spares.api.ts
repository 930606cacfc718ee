import type { DoorSpares } from '@munjigi/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readAll } from '../../api/read-all.ts';
import { createPacedRefetch } from '../../app/paced-refetch.ts';
import { useProduct } from '../../app/auth.tsx';
import { putInQueries, rereadQueries } from '../../app/live-cache.ts';
import { joinLive, type LiveTarget } from '../../app/live-handlers.ts';
import { useStoreChoice } from '../../app/store-choice.ts';

interface SparesList {
  readonly total: number;
  readonly items: readonly DoorSpares[];
}

const EVERY_MS = 60_000;

export interface KnownSpares extends DoorSpares {
  /** When the answer arrived. */
  readonly asOfMs: number;
}

/**
 * How long a door works offline (NX-3); `null` if its lock keeps no codes, or it is not known yet. One query serves all
 * doors of the screen.
 */
export function useDoorSpares(doorId: string): KnownSpares | null {
  const product = useProduct();
  const { storeId } = useStoreChoice();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['door-spares', product, storeId],
    queryFn: ({ signal }): Promise<SparesList> =>
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

const askAnew = createPacedRefetch('door-spares', { gatherMs: 1500, restMs: 5000 });

joinLive({
  'door-spares.changed': (spares: DoorSpares, target: LiveTarget) => {
    const { client, product } = target;
    let isNew = false;
    putInQueries<SparesList>(client, { queryKey: ['door-spares', product] }, (list) => {
      isNew ||= !list.items.some((item) => item.doorId === spares.doorId);
      return { ...list, items: list.items.map((item) => (item.doorId === spares.doorId ? spares : item)) };
    });
    if (isNew) askAnew(target);
  },
  'reservation.changed': (_reservation, target) => askAnew(target),
  'access-code.changed': (_access, target) => askAnew(target),
  fresh: ({ client, product }: LiveTarget) => rereadQueries(client, { queryKey: ['door-spares', product] }),
});
