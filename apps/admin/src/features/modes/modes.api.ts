import type { Device, Mode, ModeRun } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '../../api/call.ts';
import { readAll } from '../../api/read-all.ts';
import { latestRunKey, modesKey, putRun } from './modes.cache.ts';

/** The modes of a store and those of every store, by name. */
export function useModes(product: string, storeId: string) {
  return useQuery({
    queryKey: modesKey(product, storeId),
    queryFn: ({ signal }) =>
      readAll<Mode>((paging) =>
        call('GET /api/v2/{product}/mode', { params: { product }, query: { ...paging, storeId }, signal }),
      ),
  });
}

/** The devices that a mode of the store can name individually. */
export function useStoreDevices(product: string, storeId: string) {
  return useQuery({
    queryKey: ['store-devices', product, storeId],
    queryFn: ({ signal }) =>
      readAll<Device>((paging) =>
        call('GET /api/v2/{product}/room/device', { params: { product }, query: { ...paging, storeId }, signal }),
      ),
  });
}

/** The last mode run of a room, with its commands; `null` before any. */
export function useLatestRun(product: string, roomId: string) {
  return useQuery({
    queryKey: latestRunKey(product, roomId),
    queryFn: async ({ signal }): Promise<ModeRun | null> =>
      (
        await call('GET /api/v2/{product}/mode/run', {
          params: { product },
          query: { roomId, page: '0', limit: '1' },
          signal,
        })
      ).items[0] ?? null,
  });
}

export function useApplyMode(product: string, roomId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (modeId: string) =>
      call('POST /api/v2/{product}/mode/apply', { params: { product }, body: { roomId, modeId } }),
    onSuccess: (run) => putRun(client, product, run),
  });
}

/** Sends the state again to the devices that have not reached it. */
export function useRetryRun(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) =>
      call('POST /api/v2/{product}/mode/run/{runId}/retry', { params: { product, runId }, body: {} }),
    onSuccess: (run) => putRun(client, product, run),
  });
}

/** Restores the states that the devices of a run had before it. */
export function useUndoRun(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) =>
      call('POST /api/v2/{product}/mode/run/{runId}/undo', { params: { product, runId }, body: {} }),
    onSuccess: (run) => putRun(client, product, run),
  });
}

type ModeBody = InputOf<'POST /api/v2/{product}/mode'>['body'];

/** Creates or changes a mode. A change rejects with STALE if another edit was saved first. */
export function useModeCalls(product: string, storeId: string) {
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: modesKey(product, storeId) });
  return {
    create: async (body: ModeBody): Promise<Mode> => {
      const mode = await call('POST /api/v2/{product}/mode', { params: { product }, body });
      await refetch();
      return mode;
    },
    edit: async (modeId: string, body: Partial<Omit<ModeBody, 'storeId'>> & { version: number }): Promise<Mode> => {
      const mode = await call('PATCH /api/v2/{product}/mode/{modeId}', { params: { product, modeId }, body });
      await refetch();
      return mode;
    },
  };
}

export function useDeleteMode(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (modeId: string) => call('DELETE /api/v2/{product}/mode/{modeId}', { params: { product, modeId } }),
    onSettled: () => client.invalidateQueries({ queryKey: modesKey(product, storeId) }),
  });
}
