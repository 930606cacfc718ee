import type { BodyInputOf, setReceiptNumberOfReservation } from '@munjigi/contract';
import type { CashReceiptState } from '@munjigi/contract/receipt-values';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { downloadFile } from '../../api/files.ts';

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

export const RECEIPTS_ON_A_PAGE = 25;

export interface ReceiptFilter {
  readonly storeId: string | null;
  /** `DUE`: those that wait, are under way or were refused. */
  readonly state: CashReceiptState | 'DUE' | null;
  /** `2026-11` */
  readonly month: string | null;
}

/** A page of the cash receipts, newest first; kept fresh by the stream. */
export function useListedReceipts(product: string, filter: ReceiptFilter, page: number) {
  const query = { ...receiptQuery(filter), page: String(page), limit: String(RECEIPTS_ON_A_PAGE) };
  return useQuery({
    queryKey: ['cash-receipts', product, 'list', query],
    queryFn: ({ signal }) => call('GET /api/v2/{product}/cash-receipt', { params: { product }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Exports all receipts of the filter as a file, which the browser then saves. */
export function useReceiptExport(product: string, filter: ReceiptFilter, lng: 'kr' | 'en') {
  return useMutation({
    mutationFn: (format: 'csv' | 'xlsx') =>
      downloadFile('GET /api/v2/{product}/cash-receipt/export', {
        params: { product },
        query: { ...receiptQuery(filter), format, lng },
      }),
  });
}

function receiptQuery({ storeId, state, month }: ReceiptFilter) {
  return {
    ...(storeId !== null && { storeId }),
    ...(state === 'DUE' ? { isDue: 'true' as const } : state !== null && { state }),
    ...(month !== null && { month }),
  };
}
