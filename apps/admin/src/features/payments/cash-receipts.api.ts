import type { BodyInputOf, setReceiptNumberOfReservation } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const receiptsKey = (product: string, reservationId: string) => ['cash-receipts', product, reservationId] as const;

/** The cash receipts of a reservation; kept fresh by the stream. */
export function useCashReceipts(product: string, reservationId: string) {
  return useQuery({
    queryKey: receiptsKey(product, reservationId),
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/reservation/{reservationId}/cash-receipt', {
        params: { product, reservationId },
        signal,
      }),
  });
}

export function useSetReceiptNumber(product: string, reservationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setReceiptNumberOfReservation>) =>
      call('POST /api/v2/{product}/reservation/{reservationId}/cash-receipt', {
        params: { product, reservationId },
        body,
      }),
    onSuccess: (receipts) => client.setQueryData(receiptsKey(product, reservationId), receipts),
  });
}

export function useRetryReceipt(product: string, reservationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (paymentId: string) =>
      call('POST /api/v2/{product}/cash-receipt/{paymentId}/retry', { params: { product, paymentId }, body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: receiptsKey(product, reservationId) }),
  });
}
