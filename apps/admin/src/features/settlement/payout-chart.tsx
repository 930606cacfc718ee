import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ChartCard, ChartTable, ColumnChart } from '../../ui/charts/column-chart.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { useMonthlyPayouts } from './settlement.api.ts';
import { useSettlementWords } from './settlement-words.ts';

/** The payouts of the last twelve months; the part that is recorded as paid is filled (SL-35). */
export function PayoutChart({ storeId }: { readonly storeId: string | null }) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  const { data, error, refetch } = useMonthlyPayouts(useProduct(), storeId);
  if (data === undefined)
    return error === null ? (
      <Skeleton variant="rounded" height={220} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  const latest = data.findLast(({ count }) => count > 0);
  if (latest === undefined) return null;
  const most = Math.max(1, ...data.map(({ payoutAmount }) => payoutAmount));
  const say = ({ month, payoutAmount, paidAmount }: (typeof data)[number]) =>
    t('payouts.bar', {
      month: words.month(month),
      payout: words.money(payoutAmount),
      paid: words.money(paidAmount),
    });
  return (
    <ChartCard title={t('payouts.title')} text={t('payouts.text')}>
      <ColumnChart
        summary={say(latest)}
        columns={data.map(({ month, payoutAmount, paidAmount }) => ({
          key: month,
          label: words.briefMonth(month),
          share: payoutAmount / most,
          filledShare: payoutAmount === 0 ? 0 : paidAmount / payoutAmount,
          text: payoutAmount === 0 ? '–' : words.briefly(payoutAmount),
        }))}
      />
      <ChartTable
        label={t('payouts.table')}
        head={[
          t('payouts.month'),
          t('head.net'),
          t('head.fee'),
          t('head.royalty'),
          t('head.payout'),
          t('payouts.paid'),
        ]}
        rows={data.map((row) => [
          words.month(row.month),
          ...[row.netAmount, row.feeAmount, row.royaltyAmount, row.payoutAmount, row.paidAmount].map(words.money),
        ])}
      />
    </ChartCard>
  );
}
