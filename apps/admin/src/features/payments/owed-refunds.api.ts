import type { Payment, StartedRefund } from '@munjigi/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useFormat } from '../../ui/format.ts';

const LISTED = 50;
const owedKey = 'refund-owed';

/** Cancelled reservations whose refund is not confirmed in full, oldest first: of a store, or of all. */
export function useOwedRefunds(product: string, storeId: string | null) {
  return useQuery({
    queryKey: [owedKey, product, 'store', storeId],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/payment/refund-owed', {
        params: { product },
        query: { page: '0', limit: String(LISTED), ...(storeId !== null && { storeId }) },
        signal,
      }),
  });
}

/** The open refunds of one reservation; read only for cancelled ones. */
export function useOwedRefund(product: string, reservationId: string, isCancelled: boolean) {
  const { data } = useQuery({
    queryKey: [owedKey, product, 'reservation', reservationId],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/payment/refund-owed', {
        params: { product },
        query: { page: '0', limit: '1', reservationId },
        signal,
      }),
    enabled: isCancelled,
  });
  return isCancelled ? data?.items[0] : undefined;
}

/**
 * The destination account of an owed refund. The server records who reads it, so it is read once while the dialog is
 * open and stored nowhere else.
 */
export function useRefundAccount(product: string, refundId: string) {
  return useQuery({
    queryKey: ['refund-account', product, refundId],
    queryFn: ({ signal }) =>
      call('POST /api/v2/{product}/payment/refund/{refundId}/account', {
        params: { product, refundId },
        body: {},
        signal,
      }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/** Reads the payments and the open refunds of a reservation again. */
export function useRereadRefunds(product: string) {
  const client = useQueryClient();
  return (reservationId: string) => {
    for (const name of ['payments', 'waterfall'])
      void client.invalidateQueries({ queryKey: [name, product, reservationId] });
    void client.invalidateQueries({ queryKey: [owedKey, product] });
  };
}

const OUTCOMES = [
  'requestedAmount',
  'owedAmount',
  'waitingAmount',
  'notStartedAmount',
] as const satisfies readonly (keyof StartedRefund)[];

/** Describes the refund that a cancellation started, without claiming more than that. */
export function useStartedRefundWords(): (refund: StartedRefund) => string {
  const { t } = useTranslation('refunds');
  const format = useFormat();
  return (refund) =>
    OUTCOMES.filter((name) => refund[name] > 0)
      .map((name) => t(`started.${name}`, { amount: format.money(refund[name]) }))
      .join(' ');
}

export function selectOwedRefunds(payment: Payment): Payment['refunds'] {
  return payment.refunds.filter(({ state }) => state === 'OWED');
}
