import type { Coupon } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useAuthContext } from '../../session/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import type { CouponBody } from './coupons.api.ts';

/** A coupon's terms in a few words each. */
export function useCouponWords() {
  const { t } = useTranslation('coupons');
  const format = useFormat();
  const stores = useAuthContext().user?.stores ?? [];
  const words = {
    discount: ({ kind, percent, amount, maxDiscountAmount }: CouponBody) => {
      if (kind === 'AMOUNT') return format.money(amount ?? 0);
      const share = t('discount.percent', { percent: percent ?? 0 });
      if (maxDiscountAmount === null) return share;
      return t('discount.limited', { share, amount: format.money(maxDiscountAmount) });
    },
    minPrice: ({ minPriceAmount }: CouponBody) =>
      minPriceAmount === 0 ? t('none') : t('from', { amount: format.money(minPriceAmount) }),
    period: ({ startsOn, endsOn }: CouponBody) => format.longDays(startsOn, endsOn),
    /** Names the stores that the person sees, and counts the others. */
    stores: ({ storeIds }: CouponBody) => {
      if (storeIds.length === 0) return t('everyStore');
      const names = stores.filter(({ id }) => storeIds.includes(id)).map(({ name }) => name);
      const others = storeIds.length - names.length;
      return [...names, ...(others > 0 ? [t('otherStores', { count: others })] : [])].join(', ');
    },
    uses: ({ usedCount, maxUses }: Coupon) =>
      maxUses === null ? format.number(usedCount) : `${format.number(usedCount)} / ${format.number(maxUses)}`,
    limit: (value: number | null) => (value === null ? t('noLimit') : t('times', { count: value })),
    bearer: ({ bearer }: CouponBody) => t(`bearer.${bearer}`),
  };
  /** All terms, with their labels. */
  const terms = (coupon: CouponBody): [label: string, value: string][] => [
    [t('column.discount'), words.discount(coupon)],
    [t('column.period'), words.period(coupon)],
    [t('column.stores'), words.stores(coupon)],
    [t('field.minPriceAmount'), words.minPrice(coupon)],
    [t('field.maxUses'), words.limit(coupon.maxUses)],
    [t('field.maxUsesPerGuest'), words.limit(coupon.maxUsesPerGuest)],
    [t('column.bearer'), words.bearer(coupon)],
  ];
  return { ...words, terms };
}
