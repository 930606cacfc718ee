import type {
  actOnSettlements,
  AppliedTerms,
  BodyInputOf,
  checkTaxInvoices,
  DatedTerms,
  MonthlyPayout,
  PaymentProviderSettings,
  ReplyOf,
  Settlement,
  SettlementActResult,
  SettlementPayee,
  SettlementSummary,
  SettlementTotals,
  setProviderFees,
  setStoreMerchant,
  StoreMerchant,
  setSettlementPayee,
  setTaxSupplier,
} from '@munjigi/contract';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, isProblem } from '../../api/call.ts';
import { downloadFile } from '../../api/files.ts';
import type { SettlementQuery } from './settlement-filter.ts';

export const SETTLEMENTS_PAGE_SIZE = 20;
const [LIST, ONE, ENTRIES, TERMS] = ['settlements', 'settlement', 'settlement-entries', 'settlement-terms'];
const [PAYOUTS, APPLIED, PAYEES, TAX_CHECK] = [
  'settlement-payouts',
  'settlement-applied',
  'settlement-payees',
  'settlement-tax-check',
];

export interface PageOfSettlements {
  readonly total: number;
  readonly items: readonly SettlementSummary[];
  readonly totals: SettlementTotals;
}

/** The periods of a filter, the latest end first, with the figures of open ones, and the sums of all of them. */
export function useSettlements(product: string, query: SettlementQuery, page: number) {
  return useQuery({
    queryKey: [LIST, product, query, page],
    queryFn: ({ signal }): Promise<PageOfSettlements> =>
      call('GET /api/v2/{product}/settlement', {
        params: { product },
        query: { ...query, figures: 'ALL', page: String(page), limit: String(SETTLEMENTS_PAGE_SIZE) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Shares, closes or pays several periods; afterwards all that is shown of periods is read again. */
export function useActOnSettlements(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: BodyInputOf<typeof actOnSettlements>): Promise<readonly SettlementActResult[]> =>
      (await call('POST /api/v2/{product}/settlement/bulk', { params: { product }, body })).results,
    onSettled: () =>
      Promise.all([LIST, ONE, PAYOUTS].map((name) => client.invalidateQueries({ queryKey: [name, product] }))),
  });
}

/** Closed periods by month. */
export function useMonthlyPayouts(product: string, storeId: string | null) {
  return useQuery({
    queryKey: [PAYOUTS, product, storeId],
    queryFn: async ({ signal }): Promise<readonly MonthlyPayout[]> =>
      (
        await call('GET /api/v2/{product}/settlement/payouts', {
          params: { product },
          query: { months: '12', ...(storeId !== null && { storeId }) },
          signal,
        })
      ).months,
    placeholderData: keepPreviousData,
  });
}

/** The terms that settlement uses for a store today. */
export function useAppliedTerms(product: string, storeId: string) {
  return useQuery({
    queryKey: [APPLIED, product, storeId],
    queryFn: ({ signal }): Promise<AppliedTerms> =>
      call('GET /api/v2/{product}/settlement/applied-terms', { params: { product }, query: { storeId }, signal }),
    enabled: storeId !== '',
  });
}

/** The representatives and accounts of the stores. */
export function usePayees(product: string) {
  return useQuery({
    queryKey: [PAYEES, product],
    queryFn: async ({ signal }): Promise<readonly SettlementPayee[]> =>
      (await call('GET /api/v2/{product}/settlement/payee', { params: { product }, signal })).items,
  });
}

export function useSetPayee(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setSettlementPayee>) =>
      call('POST /api/v2/{product}/settlement/payee', { params: { product }, body }),
    // Read the current value, also after a STALE refusal.
    onSettled: () =>
      Promise.all([PAYEES, ONE, TAX_CHECK].map((name) => client.invalidateQueries({ queryKey: [name, product] }))),
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
      for (const name of [LIST, ONE, TERMS, APPLIED]) void client.invalidateQueries({ queryKey: [name, product] });
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
    onSettled: () =>
      Promise.all(
        [providersKey(product), [APPLIED, product]].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}

const merchantsKey = (product: string) => ['store-merchants', product] as const;
/** More than a chain has stores. */
const MOST_MERCHANTS = 200;

/** The running merchants of stores with their fees (MC-7). */
export function useMerchantFees(product: string) {
  return useQuery({
    queryKey: merchantsKey(product),
    queryFn: async ({ signal }): Promise<readonly StoreMerchant[]> =>
      (
        await call('GET /api/v2/{product}/store-merchant', {
          params: { product },
          query: { limit: String(MOST_MERCHANTS) },
          signal,
        })
      ).items,
    select: (merchants) => merchants.filter(({ endedAt }) => endedAt === null),
  });
}

export function useSetMerchantFees(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setStoreMerchant>) =>
      call('POST /api/v2/{product}/store-merchant', { params: { product }, body }),
    // Read the current value, also after a STALE refusal.
    onSettled: () =>
      Promise.all(
        [merchantsKey(product), [APPLIED, product]].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}

export type TaxCheck = ReplyOf<typeof checkTaxInvoices>;
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
      Promise.all(
        [supplierKey(product), [ONE, product], [TAX_CHECK, product]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** What the tax invoices of some dates lack. */
export function useTaxCheck(product: string, { from, to }: { readonly from: string; readonly to: string }) {
  return useQuery({
    queryKey: [TAX_CHECK, product, from, to],
    queryFn: ({ signal }): Promise<TaxCheck> =>
      call('GET /api/v2/{product}/settlement/tax-invoices/check', { params: { product }, query: { from, to }, signal }),
  });
}

/** The tax invoices of a month as a file, which the browser then saves. */
export function useTaxInvoiceFile(product: string, lng: 'kr' | 'en') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ from, to, format }: TaxFileRequest) =>
      downloadFile('GET /api/v2/{product}/settlement/tax-invoices', {
        params: { product },
        query: { from, to, format, lng },
      }),
    // A refusal says that something is missing that the check did not know yet.
    onError: () => client.invalidateQueries({ queryKey: [TAX_CHECK, product] }),
  });
}

interface TaxFileRequest {
  readonly from: string;
  readonly to: string;
  readonly format: 'csv' | 'xlsx';
}

/** The statement as a file, which the browser then saves. */
export function useStatementFile(product: string, { id }: Pick<Settlement, 'id'>, lng: 'kr' | 'en') {
  return useMutation({
    mutationFn: (format: 'csv' | 'xlsx' | 'pdf') =>
      downloadFile('GET /api/v2/{product}/settlement/{settlementId}/statement', {
        params: { product, settlementId: id },
        query: { format, lng },
      }),
  });
}
