import { isCouponCode, normalisePhone, normalizeCouponCode } from '@munjigi/typed-text';
import type { ReservationDiscount } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { useProduct } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { useSeriesPreview } from '../series/series.api.ts';
import { useCouponRefusal } from './coupon-words.ts';
import { useQuoteWithExtras, useReservationQuote } from './create.api.ts';
import { addOnsOfRoom } from './extras-draft.ts';
import type { ReservationDraft } from './reservation-draft.ts';

/** How long a person stops typing before the server checks the coupon. */
const SETTLE_MS = 400;

/** The price of a draft, or the dates of its series. A refused coupon leaves the price without it. */
export function useDraftPrice(draft: ReservationDraft) {
  const product = useProduct();
  const { roomId, startsAt, endsAt, rule } = draft;
  const headCount = Number(draft.headCount);
  const isPriced = draft.kind === 'GUEST' && headCount >= 1 && headCount <= 1000;
  const times = isPriced ? { roomId, startsAt, endsAt, headCount } : null;
  const once = rule === null ? times : null;
  const addOns = addOnsOfRoom(draft, roomId);
  const typed = normalizeCouponCode(draft.couponCode);
  const settled = useDebounced(typed, SETTLE_MS);
  const couponCode = typed === settled && isCouponCode(settled) ? settled : null;
  const room = useReservationQuote(product, addOns.length === 0 ? once : null);
  const withAddOns = useQuoteWithExtras(product, addOns.length > 0 ? once : null, { addOns });
  const withCoupon = useQuoteWithExtras(product, couponCode === null ? null : once, {
    addOns,
    ...(couponCode !== null && { couponCode }),
    ...guestOf(draft),
  });
  const preview = useSeriesPreview(product, times !== null && rule !== null ? { ...times, rule } : null);
  const refusal = useCouponRefusal()(withCoupon.error);
  const isRefused = isProblem(withCoupon.error) && withCoupon.error.code === 'COUPON_REFUSED';
  const withoutCoupon = addOns.length > 0 ? withAddOns : room;
  const quote = couponCode === null || isRefused ? withoutCoupon : withCoupon;
  const discount = withCoupon.isPlaceholderData ? null : (withCoupon.data?.discount ?? null);
  const hint = useCouponHint({ isChecking: typed !== '' && couponCode !== null && withCoupon.isFetching, discount });
  return {
    quote,
    preview,
    coupon: {
      refusal: couponCode === null || once === null ? null : refusal,
      hint: couponCode === null ? undefined : hint,
      /** Whether the price does not have the typed code yet. */
      isChecking: typed !== '' && couponCode === null,
    },
  };
}

/** The guest, as far as they decide about the coupon: once their phone is whole. */
function guestOf({ guestPhone, guestEmail }: ReservationDraft) {
  const phone = normalisePhone(guestPhone);
  if (phone === null) return {};
  return {
    guestPhone: phone,
    ...(phone.startsWith('+') && guestEmail.includes('@') && { guestEmail: guestEmail.trim() }),
  };
}

function useCouponHint({
  isChecking,
  discount,
}: {
  readonly isChecking: boolean;
  readonly discount: ReservationDiscount | null;
}): string | undefined {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  if (isChecking) return t('create.extras.checking');
  if (discount === null) return undefined;
  return t('create.extras.applied', { name: discount.name, amount: format.money(discount.amount) });
}
