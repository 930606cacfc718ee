import type { DoorDisplay } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** The server writes once a minute when the tablet was last seen. A link that was not opened yet is read more often. */
const REFETCH_MS = 60_000;
const REFETCH_NEW_MS = 3000;

const displayKey = (product: string, roomId: string) => ['door-display', product, roomId] as const;

/** The tablet at the door of a room (DP-1). */
export function useDoorDisplay(product: string, roomId: string) {
  return useQuery({
    queryKey: displayKey(product, roomId),
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/room/{roomId}/display', { params: { product, roomId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'ACTIVE' && data.lastSeenAt === null ? REFETCH_NEW_MS : REFETCH_MS,
  });
}

/** Issues a link in place of the active display. */
export function useIssueDisplay(product: string, roomId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (replacesDisplayId: string | null) =>
      call('POST /api/v2/{product}/room/{roomId}/display', {
        params: { product, roomId },
        body: { replacesDisplayId },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: displayKey(product, roomId) }),
  });
}

export function useRevokeDisplay(product: string, roomId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (): Promise<DoorDisplay> =>
      call('DELETE /api/v2/{product}/room/{roomId}/display', { params: { product, roomId } }),
    onSettled: () => client.invalidateQueries({ queryKey: displayKey(product, roomId) }),
  });
}
