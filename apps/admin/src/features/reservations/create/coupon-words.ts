import { STAFF_COUPON_REFUSALS } from '@munjigi/contract/coupon-values';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { useFormat } from '../../../ui/format.ts';

/** Why the server does not accept a coupon, in words (CP-7); `null` for any other failure. */
export function useCouponRefusal(): (error: unknown) => string | null {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  return (error) => {
    if (!isProblem(error) || error.code !== 'COUPON_REFUSED') return null;
    const refusal = STAFF_COUPON_REFUSALS.find((reason) => reason === error.detail);
    if (refusal === undefined) return t('create.extras.refused.UNKNOWN');
    const { requiredAmount = 0 } = error;
    if (refusal === 'PRICE_TOO_LOW' && requiredAmount === 0) return t('create.extras.refused.NOTHING_TO_PAY');
    return t(`create.extras.refused.${refusal}`, { amount: format.money(requiredAmount) });
  };
}
