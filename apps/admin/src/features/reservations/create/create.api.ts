import type { ReservationDetail } from '@munjigi/contract';
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, isProblem, type InputOf } from '../../../api/call.ts';
import { readAll } from '../../../api/read-all.ts';
import { putChanged } from '../panel-cache.ts';
import { useSendOnce } from '../../../ui/form/idempotency-key.ts';
import type { RoomPeriod } from './reservation-draft.ts';

/** The bookable rooms of a store, or of all stores of the person (`null`), in their order. */
export function useStoreRooms(product: string, storeId: string | null) {
  return useQuery({
    queryKey: ['reservable-rooms', product, storeId],
    queryFn: async ({ signal }) => {
      const { items } = await readAll((paging) =>
        call('GET /api/v2/{product}/room', {
          params: { product },
          query: { ...paging, ...(storeId !== null && { storeId }) },
          signal,
        }),
      );
      return items;
    },
    staleTime: 30_000,
  });
}

type QuotedStay = RoomPeriod & { readonly headCount: number; readonly isWalkIn?: boolean };
type ExtrasInput = Pick<
  InputOf<'POST /api/v2/{product}/reservation/quote'>['body'],
  'addOns' | 'couponCode' | 'guestPhone' | 'guestEmail'
>;

/**
 * The price of a new stay with its add-ons and its coupon, or why the server does not accept them (CP-7). `null` disables
 * the query.
 */
export function useQuoteWithExtras(product: string, stay: QuotedStay | null, extras: ExtrasInput) {
  const body = stay && { ...stay, ...extras };
  return useQuery({
    queryKey: ['quote', product, body],
    queryFn: body
      ? ({ signal }) => call('POST /api/v2/{product}/reservation/quote', { params: { product }, body, signal })
      : skipToken,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: (failures, error) => failures < 1 && !isProblem(error),
  });
}

/** The price of a time, line by line. `null` disables the query. The last price stays until the next one arrives. */
export function useReservationQuote(product: string, stay: QuotedStay | null) {
  return useQuery({
    queryKey: ['quote', product, stay],
    queryFn: ({ signal }) => {
      const {
        roomId,
        startsAt,
        endsAt,
        headCount,
        isWalkIn = false,
      } = stay ?? { roomId: '', startsAt: '', endsAt: '', headCount: 1 };
      return call('POST /api/v2/{product}/price-policy/quote', {
        params: { product },
        body: { roomId, startsAt, endsAt, headCount, ...(isWalkIn && { isWalkIn }) },
        signal,
      });
    },
    enabled: stay !== null && stay.roomId !== '' && stay.headCount >= 1,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: (failures, error) => failures < 1 && !isProblem(error),
  });
}

type CreateBody = Parameters<typeof call<'POST /api/v2/{product}/reservation'>>[1]['body'];

/** Creates a reservation or a block; a retry with the same body after a lost answer creates no second one. */
export function useCreateReservation(product: string) {
  const client = useQueryClient();
  const sendOnce = useSendOnce();
  return useMutation({
    mutationFn: (body: CreateBody) =>
      sendOnce(body, (idempotencyKey) =>
        call('POST /api/v2/{product}/reservation', { params: { product }, body, idempotencyKey }),
      ),
    onSuccess: (reservation: ReservationDetail) => putChanged(client, product, reservation),
    onError: (error) => {
      if (isProblem(error) && error.code === 'PRICE_CHANGED')
        void client.invalidateQueries({ queryKey: ['quote', product] });
    },
  });
}
