import type { Coupon, CouponClaim, CouponClaimState, CouponState } from '@munjigi/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '../../api/call.ts';

export const COUPONS_ON_A_PAGE = 25;
export const USES_ON_A_PAGE = 10;
export const CLAIMS_ON_A_PAGE = 20;

export interface CouponFilter {
  readonly storeId: string | null;
  readonly state: CouponState | null;
  /** From 0. */
  readonly page: number;
}

export interface ClaimFilter {
  readonly storeId: string | null;
  readonly state: CouponClaimState | null;
  /** From 0. */
  readonly page: number;
}

export type CouponBody = InputOf<'POST /api/v2/{product}/coupon'>['body'];

/** A page of the chain's coupons, latest first. */
export function useCoupons(product: string, { storeId, state, page }: CouponFilter) {
  return useQuery({
    queryKey: ['coupons', product, storeId, state, page],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/coupon', {
        params: { product },
        query: {
          page: String(page),
          limit: String(COUPONS_ON_A_PAGE),
          ...(storeId !== null && { storeId }),
          ...(state !== null && { state }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function useCoupon(product: string, couponId: string) {
  return useQuery({
    queryKey: ['coupon', product, couponId],
    queryFn: ({ signal }) => call('GET /api/v2/{product}/coupon/{couponId}', { params: { product, couponId }, signal }),
  });
}

/** A page of the stays of a coupon, latest first. */
export function useCouponUses(product: string, couponId: string, page: number) {
  return useQuery({
    queryKey: ['coupon-uses', product, couponId, page],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/coupon/{couponId}/use', {
        params: { product, couponId },
        query: { page: String(page), limit: String(USES_ON_A_PAGE) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** A page of what stores claim for discounts, latest first. */
export function useCouponClaims(product: string, { storeId, state, page }: ClaimFilter) {
  return useQuery({
    queryKey: ['coupon-claims', product, storeId, state, page],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/coupon-claim', {
        params: { product },
        query: {
          page: String(page),
          limit: String(CLAIMS_ON_A_PAGE),
          ...(storeId !== null && { storeId }),
          ...(state !== null && { state }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

interface DecideInput {
  readonly claim: CouponClaim;
  readonly decision: 'APPROVED' | 'REFUSED';
  readonly reason: string;
}

/** Approves or refuses a claim. Rejects with STALE when it has changed, and reads the list again in any case. */
export function useDecideClaim(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ claim: { reservationId, version }, decision, reason }: DecideInput) =>
      call('POST /api/v2/{product}/coupon-claim/{reservationId}/decide', {
        params: { product, reservationId },
        body: { version, decision, reason },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['coupon-claims', product] }),
  });
}

/** Creates or changes a coupon. Each rejects with COUPON_INVALID naming the fields; a change also with STALE. */
export function useCouponCalls(product: string) {
  const reread = useRereadCoupons(product);
  return {
    create: async (body: CouponBody): Promise<Coupon> => {
      const coupon = await call('POST /api/v2/{product}/coupon', { params: { product }, body });
      await reread();
      return coupon;
    },
    /** The code of a coupon never changes. */
    edit: async (
      couponId: string,
      { code: _code, ...body }: Partial<CouponBody> & { version: number },
    ): Promise<Coupon> => {
      const coupon = await call('PATCH /api/v2/{product}/coupon/{couponId}', { params: { product, couponId }, body });
      await reread();
      return coupon;
    },
  };
}

export function useWithdrawCoupon(product: string) {
  const reread = useRereadCoupons(product);
  return useMutation({
    mutationFn: ({ id: couponId, version }: Coupon) =>
      call('POST /api/v2/{product}/coupon/{couponId}/withdraw', { params: { product, couponId }, body: { version } }),
    onSettled: reread,
  });
}

function useRereadCoupons(product: string): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(['coupons', 'coupon'].map((name) => client.invalidateQueries({ queryKey: [name, product] })));
}
