import type { DoorDisplay } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** The tablet writes when it was last seen once a minute. */
const REFETCH_MS = 60_000;

const displayKey = (product: string, roomId: string) => ['door-display', product, roomId] as const;

/** The tablet at the door of a room (DP-1). */
export function useDoorDisplay(product: string, roomId: string) {
  return useQuery({
    queryKey: displayKey(product, roomId),
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/room/{roomId}/display', { params: { product, roomId }, signal }),
    refetchInterval: REFETCH_MS,
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
