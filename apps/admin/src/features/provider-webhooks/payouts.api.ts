import type { listPayoutLines, listPayouts, PayoutLineState, ReplyOf } from '@munjigi/contract';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readFile, saveFile } from '../../api/files.ts';

export const PAYOUT_PAGE_SIZE = 10;
export const LINE_STATES = [
  'MATCHED',
  'AMOUNT_DIFFERS',
  'FEE_DIFFERS',
  'UNKNOWN',
  'MISSING',
] as const satisfies readonly PayoutLineState[];
export type Grouping = 'DAY' | 'MONTH';

/** What providers paid out, by day or by month, latest first. */
export function usePayouts(product: string, by: Grouping, page: number) {
  return useQuery({
    queryKey: ['payouts', product, by, page],
    queryFn: ({ signal }): Promise<ReplyOf<typeof listPayouts>> =>
      call('GET /api/v2/{product}/provider-payout', {
        params: { product },
        query: { by, page: String(page), limit: String(PAYOUT_PAGE_SIZE) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Lines of payouts in one state. */
export function usePayoutLines(product: string, state: PayoutLineState, page: number) {
  return useQuery({
    queryKey: ['payout-lines', product, state, page],
    queryFn: ({ signal }): Promise<ReplyOf<typeof listPayoutLines>> =>
      call('GET /api/v2/{product}/provider-payout/line', {
        params: { product },
        query: { state, page: String(page), limit: String(PAYOUT_PAGE_SIZE) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Exports every line of the payouts as a file, which the browser then saves. */
export function usePayoutExport(product: string, lng: 'kr' | 'en') {
  return useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') =>
      saveFile(
        await readFile('GET /api/v2/{product}/provider-payout/line/export', {
          params: { product },
          query: { format, lng },
        }),
        `payouts.${format}`,
      ),
  });
}
