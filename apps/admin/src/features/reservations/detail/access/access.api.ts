import type { ReservationAccess } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, isProblem } from '../../../../api/call.ts';

const accessKey = (product: string, reservationId: string) => ['reservation-access', product, reservationId] as const;

/** The states of a reservation's code in its locks; kept fresh by the stream. Never the code itself. */
export function useAccess(product: string, reservationId: string) {
  return useQuery({
    queryKey: accessKey(product, reservationId),
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/reservation/{reservationId}/access', { params: { product, reservationId }, signal }),
  });
}

/** The code itself; the server records who read it. Only the state of this mutation keeps it. */
export function useRevealCode(product: string, reservationId: string) {
  return useMutation({
    mutationFn: (reason?: string) =>
      call('POST /api/v2/{product}/reservation/{reservationId}/access/reveal', {
        params: { product, reservationId },
        body: reason === undefined ? {} : { reason },
      }),
    gcTime: 0,
  });
}

/** Replaces the code, or sends the same code to the locks again. */
export function useChangeCode(product: string, reservationId: string) {
  const client = useQueryClient();
  const put = (access: ReservationAccess) => client.setQueryData(accessKey(product, reservationId), access);
  return useMutation({
    mutationFn: ({
      verb,
      codeId,
      reason,
    }: {
      readonly verb: 'replace' | 'resend';
      readonly codeId: string;
      readonly reason?: string | undefined;
    }) => {
      const params = { product, reservationId };
      return verb === 'replace'
        ? call('POST /api/v2/{product}/reservation/{reservationId}/access/replace', {
            params,
            body: { codeId, ...(reason !== undefined && { reason }) },
          })
        : call('POST /api/v2/{product}/reservation/{reservationId}/access/resend', { params, body: { codeId } });
    },
    onSuccess: put,
    onError: (error) => {
      if (isProblem(error) && error.code === 'STALE' && error.current) put(error.current as ReservationAccess);
    },
  });
}
