import type { DiscoveredLock, Door } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '../../api/call.ts';
import { readAll } from '../../api/read-all.ts';
import type { Rows } from '../../session/live-collection.ts';
import type { DoorSettings } from './settings/door-settings.ts';
import { discoveredKey, doorsKey, dropDiscoveredLock, newerDoor, putDoor } from './door-cache.ts';

const ofStore = (storeId: string | null) => (storeId === null ? {} : { storeId });

/** The doors of a store, or of all stores that the person has the right to see; kept fresh by the stream. */
export function useDoors(product: string, storeId: string | null) {
  return useQuery({
    queryKey: doorsKey(product, storeId),
    queryFn: ({ signal }): Promise<Rows<Door>> =>
      readAll((paging) =>
        call('GET /api/v2/{product}/door', { params: { product }, query: { ...paging, ...ofStore(storeId) }, signal }),
      ),
  });
}

/**
 * Locks that announced themselves and have not become doors yet (DR-4); read only with the capability to configure
 * doors.
 */
export function useDiscoveredLocks(product: string, storeId: string | null, isAllowed: boolean) {
  return useQuery({
    queryKey: discoveredKey(product, storeId),
    queryFn: ({ signal }): Promise<Rows<DiscoveredLock>> =>
      readAll((paging) =>
        call('GET /api/v2/{product}/door/discovered', {
          params: { product },
          query: { ...paging, ...ofStore(storeId) },
          signal,
        }),
      ),
    enabled: isAllowed,
  });
}

/** Changes a door's settings; refused as STALE when another edit was saved first (AP-4). */
export function useEditDoor(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ doorId, ...body }: DoorSettings & { doorId: string; version: number }) =>
      call('PATCH /api/v2/{product}/door/{doorId}', { params: { product, doorId }, body }),
    onMutate: () => performance.now(),
    onSuccess: (door: Door, _edit, startedAt) => putDoor(client, product, newerDoor(client, door, startedAt)),
  });
}

/**
 * Makes a door of a discovered or a manually set up lock. Rejects with DEVICE_ALREADY_BOUND when another door or device
 * has it.
 */
export function useApproveLock(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/v2/{product}/door'>['body']) =>
      call('POST /api/v2/{product}/door', { params: { product }, body }),
    onMutate: () => performance.now(),
    onSuccess: (door: Door, { discoveredLockId }, startedAt) => {
      if (discoveredLockId !== undefined) dropDiscoveredLock(client, product, discoveredLockId);
      // A new door's lock reports its state at once, often before this answer arrives.
      putDoor(client, product, newerDoor(client, door, startedAt));
    },
  });
}

type OtherLock = InputOf<'POST /api/v2/{product}/door/{doorId}/device'>['body'];

/** Gives a door another lock. Rejects with STALE, DEVICE_ALREADY_BOUND, and while it is held open or in an emergency. */
export function useReplaceLock(product: string, onReplaced: (door: Door) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ doorId, ...body }: OtherLock & { readonly doorId: string }) =>
      call('POST /api/v2/{product}/door/{doorId}/device', { params: { product, doorId }, body }),
    onMutate: () => performance.now(),
    onSuccess: (door: Door, _request, startedAt) => {
      putDoor(client, product, newerDoor(client, door, startedAt));
      onReplaced(door);
    },
    // The old lock is discovered again, and the new one no longer is.
    onSettled: () => client.invalidateQueries({ queryKey: ['discovered-locks', product] }),
  });
}

/** Removes a door. `onDone` is called by the mutation itself, because the card with the dialog is unmounted by then. */
export function useRemoveDoor(product: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id: doorId, version }: Door) =>
      call('DELETE /api/v2/{product}/door/{doorId}', {
        params: { product, doorId },
        query: { version: String(version) },
      }),
    onSuccess: (door: Door) => {
      onDone();
      putDoor(client, product, door);
    },
  });
}
