import type { GuestAccess } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, isProblem } from '../../../../api/call.ts';

const guestAccessKey = (product: string, reservationId: string) => ['guest-access', product, reservationId] as const;

/** The state of the guest's access token; never the token itself. */
export function useGuestAccess(product: string, reservationId: string) {
  return useQuery({
    queryKey: guestAccessKey(product, reservationId),
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/reservation/{reservationId}/guest-access', {
        params: { product, reservationId },
        signal,
      }),
  });
}

/** Issues a token in place of the named one. Only the state of this mutation keeps the token. */
export function useIssueGuestAccess(product: string, reservationId: string) {
  const put = usePutGuestAccess(product, reservationId);
  return useMutation({
    mutationFn: (replacesTokenId: string | null) =>
      call('POST /api/v2/{product}/reservation/{reservationId}/guest-access', {
        params: { product, reservationId },
        body: { replacesTokenId },
      }),
    onSuccess: put,
    onError: (error) => {
      if (isProblem(error) && error.code === 'STALE' && error.current) put(error.current as GuestAccess);
    },
    gcTime: 0,
  });
}

export function useRevokeGuestAccess(product: string, reservationId: string) {
  const client = useQueryClient();
  const put = usePutGuestAccess(product, reservationId);
  return useMutation({
    mutationFn: () =>
      call('DELETE /api/v2/{product}/reservation/{reservationId}/guest-access', { params: { product, reservationId } }),
    onSuccess: put,
    // Another person may have ended it.
    onError: () => client.invalidateQueries({ queryKey: guestAccessKey(product, reservationId) }),
  });
}

/** Puts the state into the cache without the token of a reply, which must not get there. */
function usePutGuestAccess(product: string, reservationId: string): (access: GuestAccess) => void {
  const client = useQueryClient();
  return (access) => {
    const state: GuestAccess & { token?: unknown } = { ...access };
    delete state.token;
    client.setQueryData<GuestAccess>(guestAccessKey(product, reservationId), state);
  };
}
