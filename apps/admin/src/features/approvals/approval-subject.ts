import type { Approval } from '@munjigi/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';

/** The subject of a request, in a few words. */
export function useApprovalSubject(): (approval: Pick<Approval, 'kind' | 'payment'>) => string {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  return useCallback(
    ({ kind, payment }) => t(`what.${kind}`, { amount: payment === null ? '' : format.money(payment.amount) }),
    [t, format],
  );
}
