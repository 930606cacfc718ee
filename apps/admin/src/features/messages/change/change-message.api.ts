import type { MessageAct, previewChangeMessage, ReplyOf, SeriesScope } from '@munjigi/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export type ChangeMessage = ReplyOf<typeof previewChangeMessage>;

/** What a person is about to do; of a change, an absent field stays as it is. */
export interface StayChange {
  readonly act?: MessageAct;
  /** Of a payment or a refund, in won. */
  readonly amount?: number;
  readonly roomId?: string;
  readonly startsAt?: string;
  readonly endsAt?: string;
  readonly headCount?: number;
  readonly priceAmount?: number;
  readonly scope?: SeriesScope;
}

/** Reads which message the guest of a reservation gets of an act, or why none (MS-16, MS-25). */
export function readChangeMessage(
  { product, reservationId }: { readonly product: string; readonly reservationId: string },
  { headCount, priceAmount, amount, ...change }: StayChange,
  signal?: AbortSignal,
): Promise<ChangeMessage> {
  return call('GET /api/v2/{product}/reservation/{reservationId}/message/change', {
    params: { product, reservationId },
    query: {
      ...change,
      ...(headCount !== undefined && { headCount: String(headCount) }),
      ...(amount !== undefined && { amount: String(amount) }),
      ...(priceAmount !== undefined && { priceAmount: String(priceAmount) }),
    },
    ...(signal !== undefined && { signal }),
  });
}

/** The message of an act that a person is about to make. `null` disables the query. */
export function useChangeMessage(
  product: string,
  { id: reservationId, version }: { readonly id: string; readonly version: number },
  change: StayChange | null,
) {
  return useQuery({
    queryKey: ['change-message', product, reservationId, version, change],
    queryFn: ({ signal }) => readChangeMessage({ product, reservationId }, change ?? {}, signal),
    enabled: change !== null,
    placeholderData: keepPreviousData,
    // A template or a provider can change at any time.
    staleTime: 0,
    gcTime: 0,
  });
}
