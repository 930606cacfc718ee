import type { EventData, ReservationAccess } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, isProblem } from '../../../api/call.ts';
import { putInQueries, rereadQueries } from '../../../app/live-cache.ts';
import { joinLive, type LiveTarget } from '../../../app/live-handlers.ts';

const accessKey = (product: string, reservationId: string) => ['reservation-access', product, reservationId] as const;

/** What the locks of its doors have of a reservation's code; kept fresh by the stream. Never the code. */
export function useAccess(product: string, reservationId: string) {
  return useQuery({
    queryKey: accessKey(product, reservationId),
    queryFn: ({ signal }) => call('GET /api/v2/{product}/reservation/{reservationId}/access', { params: { product, reservationId }, signal }),
  });
}

/** The code itself; that it was looked at is recorded. Kept nowhere but in who asked. */
export function useRevealCode(product: string, reservationId: string) {
  return useMutation({
    mutationFn: (reason?: string) => call('POST /api/v2/{product}/reservation/{reservationId}/access/reveal', { params: { product, reservationId }, body: reason === undefined ? {} : { reason } }),
    gcTime: 0,
  });
}

/** Another code in its place, or the same told to the locks again. */
export function useChangeCode(product: string, reservationId: string) {
  const client = useQueryClient();
  const put = (access: ReservationAccess) => client.setQueryData(accessKey(product, reservationId), access);
  return useMutation({
    mutationFn: ({ verb, codeId, reason }: { readonly verb: 'replace' | 'resend'; readonly codeId: string; readonly reason?: string | undefined }) => {
      const params = { product, reservationId };
      return verb === 'replace'
        ? call('POST /api/v2/{product}/reservation/{reservationId}/access/replace', { params, body: { codeId, ...(reason !== undefined && { reason }) } })
        : call('POST /api/v2/{product}/reservation/{reservationId}/access/resend', { params, body: { codeId } });
    },
    onSuccess: put,
    onError: (error) => {
      if (isProblem(error) && error.code === 'STALE' && error.current) put(error.current as ReservationAccess);
    },
  });
}

joinLive({
  'access-code.changed': (access: EventData<'access-code.changed'>, { client, product }: LiveTarget) => {
    putInQueries<ReservationAccess>(client, { queryKey: accessKey(product, access.reservationId) }, () => access);
  },
  fresh: ({ client, product }) => rereadQueries(client, { queryKey: ['reservation-access', product] }),
});
