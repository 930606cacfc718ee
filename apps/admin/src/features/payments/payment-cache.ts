import type { Payment } from '@munjigi/contract';
import type { QueryClient } from '@tanstack/react-query';
import { putInQueries, rereadQueries } from '../../session/live-cache.ts';
import { newerRecord, patchRow } from '../../session/live-collection.ts';

export const paymentsKey = (product: string, reservationId: string) => ['payments', product, reservationId] as const;
export const waterfallKey = (product: string, reservationId: string) => ['waterfall', product, reservationId] as const;

/** Stores a payment in the list of its reservation, unless a newer version is there, and reads the waterfall again. */
export function putPayment(client: QueryClient, product: string, payment: Payment): void {
  if (payment.reservationId === null) return;
  putInQueries<Payment[]>(client, { queryKey: paymentsKey(product, payment.reservationId) }, (cached) =>
    cached.some(({ id }) => id === payment.id) ? patchRow(cached, payment, newerRecord) : [payment, ...cached],
  );
  rereadQueries(client, { queryKey: waterfallKey(product, payment.reservationId) });
}
