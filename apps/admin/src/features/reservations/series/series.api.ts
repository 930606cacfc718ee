import type { SeriesRule } from '@munjigi/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, isProblem } from '../../../api/call.ts';
import { useSendOnce } from '../../../ui/form/idempotency-key.ts';
import { toContactBody, type RoomPeriod, type ReservationDraft } from '../create/reservation-draft.ts';
import { putChanged } from '../panel-cache.ts';

export interface SeriesTimes extends RoomPeriod {
  readonly headCount: number;
  readonly rule: SeriesRule;
}

/**
 * The dates of the series with their conflicts; `null` disables the query. Never cached, because a conflict may have
 * appeared or disappeared.
 */
export function useSeriesPreview(product: string, times: SeriesTimes | null) {
  return useQuery({
    queryKey: ['series-preview', product, times],
    queryFn: ({ signal }) => {
      const { roomId, startsAt, endsAt, headCount, rule } = times ?? {
        roomId: '',
        startsAt: '',
        endsAt: '',
        headCount: 1,
        rule: { frequency: 'WEEKLY' as const },
      };
      return call('POST /api/v2/{product}/reservation/series/preview', {
        params: { product },
        body: { roomId, startsAt, endsAt, headCount, rule },
        signal,
      });
    },
    enabled: times !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: (failures, error) => failures < 1 && !isProblem(error),
  });
}

/** Creates a series. The same request sent again creates no second one. */
export function useCreateSeries(product: string) {
  const client = useQueryClient();
  const sendOnce = useSendOnce();
  return useMutation({
    mutationFn: ({
      draft,
      rule,
      skipConflicts,
    }: {
      draft: ReservationDraft;
      rule: SeriesRule;
      skipConflicts: boolean;
    }) => {
      const { roomId, startsAt, endsAt } = draft;
      const body = {
        roomId,
        startsAt,
        endsAt,
        rule,
        skipConflicts,
        headCount: Number(draft.headCount),
        guestName: draft.guestName.trim(),
        guestPhone: draft.guestPhone.trim(),
        ...toContactBody(draft),
        memo: draft.memo.trim(),
        ...(draft.acceptsBlockedGuest && { acceptsBlockedGuest: true }),
      };
      return sendOnce(body, (idempotencyKey) =>
        call('POST /api/v2/{product}/reservation/series', { params: { product }, body, idempotencyKey }),
      );
    },
    onSuccess: (created) => {
      for (const reservation of created.reservations) putChanged(client, product, reservation);
    },
  });
}
