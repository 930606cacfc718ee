import type {
  BodyInputOf,
  DatedTerms,
  PaymentProviderSettings,
  ReplyOf,
  Settlement,
  SettlementSummary,
  setProviderFees,
  setTaxSupplier,
} from '@munjigi/contract';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, isProblem } from '../../api/call.ts';
import { readFile, saveFile } from '../../api/files.ts';

export const SETTLEMENTS_PAGE_SIZE = 20;
const [LIST, ONE, ENTRIES, TERMS] = ['settlements', 'settlement', 'settlement-entries', 'settlement-terms'];

/** The periods of all stores or of one; the latest end first. */
export function useSettlements(product: string, storeId: string | null, page: number) {
  return useQuery({
    queryKey: [LIST, product, storeId, page],
    queryFn: ({ signal }): Promise<{ total: number; items: SettlementSummary[] }> =>
      call('GET /api/v2/{product}/settlement', {
        params: { product },
        query: { page: String(page), limit: String(SETTLEMENTS_PAGE_SIZE), ...(storeId !== null && { storeId }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Reads one period with its lines; an open one is computed from the ledger. */
export function useSettlement(product: string, settlementId: string) {
  return useQuery({
    queryKey: [ONE, product, settlementId],
    queryFn: ({ signal }): Promise<Settlement> =>
      call('GET /api/v2/{product}/settlement/{settlementId}', { params: { product, settlementId }, signal }),
  });
}

/** The entries of the ledger behind a line, page after page. */
export function useEntries(product: string, settlementId: string, line: string) {
  return useInfiniteQuery({
    queryKey: [ENTRIES, product, settlementId, line],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v2/{product}/settlement/{settlementId}/entries', {
        params: { product, settlementId },
        query: { line, limit: '20', ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.hasMore ? (page.items.at(-1)?.transactionId ?? null) : null),
  });
}

export function useTerms(product: string) {
  return useQuery({
    queryKey: [TERMS, product],
    queryFn: async ({ signal }): Promise<DatedTerms[]> =>
      (await call('GET /api/v2/{product}/settlement/terms', { params: { product }, signal })).items,
  });
}

/** The terms that a store's settings propose, and the store's time zone; disabled without a store. */
export function useProposedTerms(product: string, storeId: string | null) {
  return useQuery({
    queryKey: ['settlement-proposed', product, storeId],
    queryFn: async ({ signal }) => {
      const { settlementTerms, timeZone } = await call('GET /api/v2/{product}/store/{storeId}', {
        params: { product, storeId: storeId ?? '' },
        signal,
      });
      return {
        rate: String(settlementTerms.royaltyPercent),
        cycle: settlementTerms.cycle,
        days: String(settlementTerms.payoutLagDays),
        timeZone,
      };
    },
    enabled: storeId !== null && storeId !== '',
  });
}

/**
 * Any change of one period. Stores the answer at once; after a refusal with the current state reads the period again
 * (AP-4).
 */
export function useChangeSettlement(product: string) {
  const client = useQueryClient();
  const show = (settlement: Settlement) => client.setQueryData([ONE, product, settlement.id], settlement);
  return useMutation({
    mutationFn: (send: () => Promise<Settlement>) => send(),
    onSuccess: (settlement: Settlement) => void show(settlement),
    onError: (error) => {
      if (isProblem(error) && error.current !== undefined) void client.invalidateQueries({ queryKey: [ONE, product] });
    },
    onSettled: () => void client.invalidateQueries({ queryKey: [LIST, product] }),
  });
}

export function useSetTerms(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (send: () => Promise<DatedTerms>) => send(),
    onSuccess: () => {
      for (const name of [LIST, ONE, TERMS]) void client.invalidateQueries({ queryKey: [name, product] });
    },
  });
}

const providersKey = (product: string) => ['payment-providers', product] as const;

/** The payment providers with their fees. */
export function useFeeTerms(product: string) {
  return useQuery({
    queryKey: providersKey(product),
    queryFn: async ({ signal }): Promise<readonly PaymentProviderSettings[]> =>
      (await call('GET /api/v2/{product}/payment-provider', { params: { product }, signal })).items,
  });
}

export function useSetFees(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setProviderFees>) =>
      call('POST /api/v2/{product}/payment-provider/fees', { params: { product }, body }),
    // Read the current value, also after a STALE refusal.
    onSettled: () => client.invalidateQueries({ queryKey: providersKey(product) }),
  });
}

export type TaxSupplier = ReplyOf<typeof setTaxSupplier>;
const supplierKey = (product: string) => ['settlement-supplier', product] as const;

/** Head office's data on tax invoices. */
export function useTaxSupplier(product: string) {
  return useQuery({
    queryKey: supplierKey(product),
    queryFn: ({ signal }): Promise<{ supplier: TaxSupplier | null }> =>
      call('GET /api/v2/{product}/settlement/supplier', { params: { product }, signal }),
  });
}

export function useSetTaxSupplier(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setTaxSupplier>) =>
      call('POST /api/v2/{product}/settlement/supplier', { params: { product }, body }),
    // Read the current value, also after a STALE refusal.
    onSettled: () =>
      Promise.all([supplierKey(product), [ONE, product]].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** The tax invoices of a month as a file. */
export function useTaxInvoiceFile(product: string, lng: 'kr' | 'en') {
  return useMutation({
    mutationFn: async ({
      from,
      to,
      format,
    }: {
      readonly from: string;
      readonly to: string;
      readonly format: 'csv' | 'xlsx';
    }) => {
      const file = await readFile('GET /api/v2/{product}/settlement/tax-invoices', {
        params: { product },
        query: { from, to, format, lng },
      });
      saveFile(file, `tax-invoices-${from.slice(0, 7)}.${format}`);
    },
  });
}

/** The statement as a file, which the browser then saves. */
export function useStatementFile(
  product: string,
  { id, startsOn, endsOn }: Pick<Settlement, 'id' | 'startsOn' | 'endsOn'>,
  lng: 'kr' | 'en',
) {
  return useMutation({
    mutationFn: async (format: 'csv' | 'xlsx' | 'pdf') => {
      const file = await readFile('GET /api/v2/{product}/settlement/{settlementId}/statement', {
        params: { product, settlementId: id },
        query: { format, lng },
      });
      saveFile(file, `settlement-${startsOn}-${endsOn}.${format}`);
    },
  });
}
