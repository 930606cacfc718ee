import { Problem, requestLimits } from '../../http/index.ts';

/** Requests of one caller per minute whose coupon is refused (CP-3). */
const MOST_REFUSED_COUPONS_A_MINUTE = 20;

/** Runs a request that can name a coupon. Those whose coupon is refused count for the caller. */
export type CouponLimiter = <T>(request: CouponRequest, work: () => Promise<T>) => Promise<T>;
interface CouponRequest {
  /** The address of a guest, or the id of an API key. */
  readonly callerId: string;
  readonly body: { readonly couponCode?: string | undefined };
}

/** Limits the guesses of coupon codes. `isLimited` is false when the operator has switched off the limits of requests. */
export function limitRefusedCoupons({ isLimited }: { readonly isLimited: boolean }): CouponLimiter {
  const limits = requestLimits(isLimited ? MOST_REFUSED_COUPONS_A_MINUTE : 0);
  return async ({ callerId, body }, work) => {
    if (body.couponCode === undefined) return work();
    limits.countRequest(callerId);
    let isRefused = false;
    try {
      return await work();
    } catch (error) {
      isRefused = error instanceof Problem && error.code === 'COUPON_REFUSED';
      throw error;
    } finally {
      if (!isRefused) limits.returnToken(callerId);
    }
  };
}
