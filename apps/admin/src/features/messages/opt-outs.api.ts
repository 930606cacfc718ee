import type { BodyOf, MessageOptOuts, setMessageOptOut } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const optOutsKey = (product: string, reservationId: string) => ['message-opt-outs', product, reservationId];

/** The kinds of messages that the guest of a reservation refuses. */
export function useOptOuts(product: string, reservationId: string) {
  return useQuery({
    queryKey: optOutsKey(product, reservationId),
    queryFn: ({ signal }): Promise<MessageOptOuts> =>
      call('GET /api/v2/{product}/reservation/{reservationId}/message/opt-outs', {
        params: { product, reservationId },
        signal,
      }),
  });
}

/** Refuses a kind, or allows it again. */
export function useSetOptOut(product: string, reservationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof setMessageOptOut>): Promise<MessageOptOuts> =>
      call('POST /api/v2/{product}/reservation/{reservationId}/message/opt-outs', {
        params: { product, reservationId },
        body,
      }),
    onSuccess: (optOuts) => client.setQueryData(optOutsKey(product, reservationId), optOuts),
  });
}
