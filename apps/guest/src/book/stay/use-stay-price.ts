import { useCallback, useRef, useState } from 'react';
import type { ChosenAddOn } from '@munjigi/contract';
import { toGuestProblem, type GuestProblem } from '../../shared/guest-api.ts';
import type { BookingQuote } from '../booking-api.ts';
import { useBooking } from '../booking-context.ts';
import type { ChosenStay } from '../booking-selection.ts';
import { listChosenAddOns } from '../details/chosen-add-ons.ts';
import { readCouponRefusal } from '../details/coupon-code.ts';
import { useRequest } from '../use-request.ts';

/** The price of the stay with the chosen add-ons and the coupon. */
export interface ShownPrice {
  /** The last price of this stay, which is not `isCurrent` while the guest changes add-ons or the coupon. `null`: none yet. */
  readonly quote: BookingQuote | null;
  readonly isCurrent: boolean;
  readonly addOns: readonly ChosenAddOn[];
  /** Why there is no price. */
  readonly problem: GuestProblem | null;
  /** Why the coupon of the selection is not in the price. */
  readonly couponProblem: GuestProblem | null;
  /** The guest applied the coupon or booked with it just before, so that they look for the answer. */
  readonly isCouponRequested: boolean;
  /** The store no longer offers what the guest added, until they change it. */
  readonly isAddOnRefused: boolean;
  readonly retry: () => void;
  readonly acceptAddOns: () => void;
  /** Requests the price with this code, also when it was refused before. Empty: without a coupon. */
  readonly applyCoupon: (code: string) => void;
  /** Requests the price without the coupon, which was refused with the reservation. */
  readonly refuseCoupon: (problem: GuestProblem) => void;
}

interface RefusedCoupon {
  readonly code: string;
  readonly problem: GuestProblem;
}

interface Priced extends Pick<ShownPrice, 'couponProblem' | 'isCouponRequested'> {
  readonly stay: ChosenStay;
  readonly quote: BookingQuote;
}

/** Requests the price again whenever the guest changes what they add to the stay, or the coupon. */
export function useStayPrice(stay: ChosenStay): ShownPrice {
  const { api, store, selection, change, refreshStore } = useBooking();
  const { headCount } = selection;
  const couponCode = store.hasCoupons ? selection.couponCode : '';
  /** Not sent again before the guest applies it again. */
  const lastRefused = useRef<RefusedCoupon | null>(null);
  const isRequested = useRef(false);
  const [isAddOnRefused, setAddOnRefused] = useState(false);
  const addOns = listChosenAddOns(store, stay, selection);
  // The text stays the same when the store is read again and offers the same: a refused choice is requested once.
  const addOnsText = JSON.stringify(addOns);
  const send = useCallback(
    async (abort: AbortController): Promise<Priced> => {
      const { roomId, startsAt, endsAt, startsNow = false } = stay;
      const input = { roomId, startsAt, endsAt, startsNow, headCount, addOns: JSON.parse(addOnsText) as ChosenAddOn[] };
      try {
        const request = (code: string) => api.quote({ ...input, ...(code !== '' && { couponCode: code }) }, abort);
        const { quote, refused } = await requestPrice(request, couponCode, lastRefused.current);
        lastRefused.current = refused;
        const isCouponRequested = isRequested.current;
        isRequested.current = false;
        return { stay, quote, couponProblem: refused?.problem ?? null, isCouponRequested };
      } catch (error) {
        if (toGuestProblem(error).code === 'ADD_ON_REFUSED') {
          setAddOnRefused(true);
          refreshStore();
        }
        throw error;
      }
    },
    [api, stay, headCount, addOnsText, couponCode, refreshStore],
  );
  const { value, isCurrent, problem, retry } = useRequest(send);
  const shown = problem === null && value?.stay === stay ? value : null;
  return {
    quote: shown?.quote ?? null,
    isCurrent,
    addOns,
    problem,
    couponProblem: couponCode === '' ? null : (shown?.couponProblem ?? null),
    isCouponRequested: shown?.isCouponRequested ?? false,
    isAddOnRefused,
    retry,
    acceptAddOns: () => setAddOnRefused(false),
    applyCoupon: (code) => {
      lastRefused.current = null;
      isRequested.current = true;
      change({ couponCode: code });
      retry();
    },
    refuseCoupon: (refusal) => {
      lastRefused.current = { code: couponCode, problem: refusal };
      isRequested.current = true;
      retry();
    },
  };
}

/** Requests the price, and without the coupon when the server refuses it: the guest always sees a price (CP-3). */
async function requestPrice(
  request: (couponCode: string) => Promise<BookingQuote>,
  code: string,
  lastRefused: RefusedCoupon | null,
): Promise<{ readonly quote: BookingQuote; readonly refused: RefusedCoupon | null }> {
  if (code === '') return { quote: await request(''), refused: null };
  // Further add-ons may raise the price enough.
  if (lastRefused?.code === code && readCouponRefusal(lastRefused.problem) !== 'PRICE_TOO_LOW')
    return { quote: await request(''), refused: lastRefused };
  try {
    return { quote: await request(code), refused: null };
  } catch (error) {
    const problem = toGuestProblem(error);
    if (problem.code !== 'COUPON_REFUSED' && problem.status !== 429) throw problem;
    return { quote: await request(''), refused: { code, problem } };
  }
}
