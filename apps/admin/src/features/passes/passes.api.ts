import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '../../api/call.ts';

export const PASSES_ON_A_PAGE = 25;

export interface PassFilter {
  readonly storeId: string | null;
  readonly isOpen: boolean | null;
  /** The whole number of a guest; `null`: of all guests. */
  readonly phone: string | null;
  /** From 0. */
  readonly page: number;
}

export interface OfferFilter {
  readonly storeId: string | null;
  /** Only those that are sold. */
  readonly isSold: boolean | null;
  /** From 0. */
  readonly page: number;
}

/** A page of the sold passes, latest first. */
export function usePasses(product: string, { storeId, isOpen, phone, page }: PassFilter) {
  return useQuery({
    queryKey: ['passes', product, storeId, isOpen, phone, page],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/pass', {
        params: { product },
        query: {
          page: String(page),
          limit: String(PASSES_ON_A_PAGE),
          ...(storeId !== null && { storeId }),
          ...(isOpen !== null && { isOpen: isOpen ? 'true' : 'false' }),
          ...(phone !== null && { phone }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function usePass(product: string, passId: string) {
  return useQuery({
    queryKey: ['pass', product, passId],
    queryFn: ({ signal }) => call('GET /api/v2/{product}/pass/{passId}', { params: { product, passId }, signal }),
  });
}

/** The payment that bought a pass. */
export function usePassSale(product: string, paymentId: string) {
  return useQuery({
    queryKey: ['pass-sale', product, paymentId],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/payment/{paymentId}', { params: { product, paymentId }, signal }),
  });
}

/** A page of what stores sell, latest first. */
export function usePassOffers(product: string, { storeId, isSold, page }: OfferFilter, limit = PASSES_ON_A_PAGE) {
  return useQuery({
    queryKey: ['pass-offers', product, storeId, isSold, page, limit],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/pass-offer', {
        params: { product },
        query: {
          page: String(page),
          limit: String(limit),
          ...(storeId !== null && { storeId }),
          ...(isSold !== null && { isSold: isSold ? 'true' : 'false' }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export type OfferBody = InputOf<'POST /api/v2/{product}/pass-offer'>['body'];
export type SaleBody = InputOf<'POST /api/v2/{product}/pass'>['body'];

export function useCreatePassOffer(product: string) {
  const reread = useRereadPasses(product);
  return useMutation({
    mutationFn: (body: OfferBody) => call('POST /api/v2/{product}/pass-offer', { params: { product }, body }),
    onSettled: reread,
  });
}

export function useWithdrawPassOffer(product: string) {
  const reread = useRereadPasses(product);
  return useMutation({
    mutationFn: (offerId: string) =>
      call('POST /api/v2/{product}/pass-offer/{offerId}/withdraw', { params: { product, offerId }, body: {} }),
    onSettled: reread,
  });
}

export function useSellPass(product: string) {
  const reread = useRereadPasses(product);
  return useMutation({
    mutationFn: (body: SaleBody) => call('POST /api/v2/{product}/pass', { params: { product }, body }),
    onSettled: reread,
  });
}

/** Reads all that a sale, a refund or another offer changes. */
export function useRereadPasses(product: string): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      ['passes', 'pass', 'pass-offers', 'pass-sale'].map((name) =>
        client.invalidateQueries({ queryKey: [name, product] }),
      ),
    );
}
