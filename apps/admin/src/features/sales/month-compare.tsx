import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ChartCard, ChartTable } from '../../ui/charts/column-chart.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { useBusinessToday } from '../../ui/time/use-business-today.ts';
import { ChangeWords } from './change-words.tsx';
import { compareMonths, type MonthDay } from './month-days.ts';
import { periodDates, type SalesPageFilter } from './sales-filter.ts';
import { useSalesWords } from './sales-words.ts';
import { useSales } from './sales.api.ts';

const [WIDTH, HEIGHT] = [620, 160];

/** The net sales of this month day by day beside those of the last month; store, room, method and channel apply. */
export function MonthCompare({ filter }: { readonly filter: SalesPageFilter }) {
  const { t } = useTranslation('sales');
  const today = useBusinessToday();
  const { from } = periodDates('lastMonth', today);
  const { data, error, refetch } = useSales(useProduct(), { ...filter, from, to: today, fault: null });
  return (
    <ChartCard title={t('months.title')} text={t('months.text')}>
      {data === undefined ? (
        error === null ? (
          <Skeleton variant="rounded" height={180} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Months days={compareMonths(data.days, today)} />
      )}
    </ChartCard>
  );
}

function Months({ days }: { readonly days: readonly MonthDay[] }) {
  const { t } = useTranslation('sales');
  const words = useSalesWords();
  const now = days.findLast((day) => day.now !== null);
  if (now === undefined || now.now === null) return null;
  const summary = t('months.summary', {
    day: now.day,
    now: words.money(now.now),
    before: words.money(now.before ?? 0),
  });
  return (
    <>
      <Box data-testid="months-summary" sx={{ typography: 'body2' }}>
        {summary}{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          <ChangeWords now={now.now} before={now.before ?? 0} />
        </Box>
      </Box>
      <Lines days={days} label={summary} />
      <Box sx={{ display: 'flex', gap: 2, typography: 'body2', color: 'text.secondary' }}>
        <span>━ {t('months.now')}</span>
        <span>┄ {t('months.before')}</span>
      </Box>
      <ChartTable
        label={t('months.table')}
        head={[t('months.day'), t('months.now'), t('months.before')]}
        rows={days.map((day) => [
          t('months.dayNumber', { day: day.day }),
          day.now === null ? '–' : words.money(day.now),
          day.before === null ? '–' : words.money(day.before),
        ])}
      />
    </>
  );
}

function Lines({ days, label }: { readonly days: readonly MonthDay[]; readonly label: string }) {
  const most = Math.max(1, ...days.flatMap(({ now, before }) => [now ?? 0, before ?? 0]));
  const pathOf = (name: 'now' | 'before') =>
    days
      .flatMap((day, index) => {
        const value = day[name];
        if (value === null) return [];
        const x = (index / Math.max(1, days.length - 1)) * WIDTH;
        return [`${x.toFixed(1)},${(HEIGHT - (Math.max(0, value) / most) * (HEIGHT - 4) - 2).toFixed(1)}`];
      })
      .join(' ');
  const stroke = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
      preserveAspectRatio="none"
      sx={{ width: 1, height: HEIGHT, borderBottom: 1, borderColor: 'divider' }}
    >
      <polyline
        points={pathOf('before')}
        {...stroke}
        style={{ stroke: 'var(--text)', strokeWidth: 1.5, strokeDasharray: '5 4', opacity: 0.6 }}
      />
      <polyline points={pathOf('now')} {...stroke} style={{ stroke: 'var(--accent-text)', strokeWidth: 2.5 }} />
    </Box>
  );
}
