import type { DoorSpares } from '@munjigi/contract';
import { putInQueries } from '../../session/live-cache.ts';
import { upsertRow, type Rows } from '../../session/live-collection.ts';
import type { LiveHandlers } from '../../session/live-handlers.ts';
import { createPacedRefetch } from '../../session/paced-refetch.ts';
import { putDiscoveredLock, putDoor } from './door-cache.ts';

const refetchSpares = createPacedRefetch(['door-spares'], { gatherMs: 1500, restMs: 5000 });

export const doorLive: LiveHandlers = {
  queries: ['doors', 'discovered-locks', 'door-spares'],
  'door.changed': (door, { client, product }) => putDoor(client, product, door),
  'door.discovered': (lock, { client, product }) => putDiscoveredLock(client, product, lock),
  'door-spares.changed': (spares, target) => {
    let isNew = false;
    putInQueries<Rows<DoorSpares>>(target.client, { queryKey: ['door-spares', target.product] }, (list) => {
      const isKnown = list.items.some((item) => item.doorId === spares.doorId);
      isNew ||= !isKnown;
      return isKnown ? upsertRow(list, spares, { keyOf: (item) => item.doorId }) : list;
    });
    if (isNew) refetchSpares(target);
  },
  'reservation.changed': (_reservation, target) => refetchSpares(target),
  'access-code.changed': (_access, target) => refetchSpares(target),
};
