import type { Payment } from '@munjigi/contract';
import { allocateRefund } from '@munjigi/rules';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { useFormat } from '../../ui/format.ts';
import { needsTwoForRefund, useApprovalRules } from '../approvals/index.ts';
import { usePayments } from './payments.api.ts';
import { getRefundableAmount } from './refund-dialog.tsx';
import { isRefundedByProvider, needsAccount } from './refund-account.ts';

/** The payments of a reservation that would refund an amount, divided as the server will divide it. */
export function useRefundPlan(
  reservationId: string,
  amount: number,
): { readonly payment: Payment; readonly amount: number }[] {
  const payments = usePayments(useProduct(), reservationId).data ?? [];
  const open = payments
    .flatMap(({ refunds }) => refunds)
    .reduce((sum, item) => (item.state === 'REQUESTED' || item.state === 'OWED' ? sum + item.amount : sum), 0);
  const oldestFirst = payments.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const refundable = oldestFirst.map((payment) => ({
    payment,
    isOnline: isRefundedByProvider(payment),
    leftAmount: getRefundableAmount(payment),
  }));
  return allocateRefund(refundable, amount - open).map(({ payment: { payment }, amount: part }) => ({
    payment,
    amount: part,
  }));
}

/**
 * Whether the refund needs an account of the guest: for a virtual account, and for a transfer that a person returns.
 */
export function asksForAccount(plan: ReturnType<typeof useRefundPlan>): boolean {
  return plan.some(
    ({ payment }) => needsAccount(payment) || (payment.provider === 'MANUAL' && payment.method === 'TRANSFER'),
  );
}

/** Says before a cancellation how its refund reaches the guest. */
export function RefundPlan({ plan }: { readonly plan: ReturnType<typeof useRefundPlan> }) {
  const { t } = useTranslation(['refunds', 'payments']);
  const format = useFormat();
  const rules = useApprovalRules(useProduct()).data;
  if (plan.length === 0) return null;
  const needsTwo = plan.some(({ payment, amount }) => needsTwoForRefund(rules, payment, amount));
  return (
    <Box component="ul" data-testid="refund-plan" sx={{ ...PLAIN_LIST, typography: 'body2' }}>
      {plan.map(({ payment: { id, provider, method }, amount }) => (
        <li key={id}>
          {isRefundedByProvider({ provider })
            ? t('plan.online', { amount: format.money(amount), provider: t(`payments:provider.${provider}`) })
            : t(provider === 'CHANNEL' ? 'plan.byChannel' : 'plan.byHand', {
                amount: format.money(amount),
                method: t(`payments:method.${method}`),
              })}
        </li>
      ))}
      {needsTwo && <li>{t('plan.two', { amount: format.money(rules?.refundLimit ?? 0) })}</li>}
    </Box>
  );
}
