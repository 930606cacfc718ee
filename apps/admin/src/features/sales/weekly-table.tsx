import type { WeeklySales } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { VISUALLY_HIDDEN } from '../../ui/visually-hidden.ts';
import { ChangeWords } from './change-words.tsx';
import { FIGURE_TABLE } from './figure-table.ts';
import type { SalesPageFilter } from './sales-filter.ts';
import { useSalesWords } from './sales-words.ts';
import { useWeeklySales } from './sales.api.ts';
import { sumWeek, WEEK_FIGURES, type WeekSums } from './week-sums.ts';

/** The seven days up to the last date of the filter beside the seven before them; the whole filter applies (SL-2). */
export function WeeklyTable({ filter }: { readonly filter: SalesPageFilter }) {
  const { t } = useTranslation('sales');
  const { data, error, refetch } = useWeeklySales(useProduct(), filter);
  return (
    <Card component="section" variant="outlined" aria-label={t('weekly.title')} sx={{ minWidth: 0 }}>
      <Box sx={{ p: { xs: 1.5, md: 2 } }}>
        <Box component="h2" sx={{ typography: 'subtitle1', m: 0 }}>
          {t('weekly.title')}
        </Box>
        <Box component="p" sx={{ typography: 'body2', color: 'text.secondary', m: 0 }}>
          {t('weekly.text')}
        </Box>
      </Box>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <Box sx={{ px: 2, pb: 2 }} data-testid="weekly-loading">
          {WEEK_FIGURES.map((figure) => (
            <Skeleton key={figure} variant="text" height={36} />
          ))}
        </Box>
      )}
      {data !== undefined && <Weeks weeks={data} />}
    </Card>
  );
}

function Weeks({ weeks }: { readonly weeks: WeeklySales }) {
  const { t } = useTranslation('sales');
  const words = useSalesWords();
  const [now, before] = [sumWeek(weeks.thisWeek), sumWeek(weeks.lastWeek)];
  if ([now, before].every((week) => WEEK_FIGURES.every((figure) => week[figure] === 0))) {
    return (
      <Box component="p" data-testid="weekly-none" sx={{ typography: 'body2', m: 0, px: { xs: 1.5, md: 2 }, pb: 2 }}>
        {t('weekly.none')}
      </Box>
    );
  }
  return (
    <Box component="table" data-testid="weekly-table" sx={TABLE}>
      <thead>
        <tr>
          <th scope="col">{t('weekly.figure')}</th>
          <Head title={t('weekly.now')} week={now} />
          <Head title={t('weekly.before')} week={before} />
          <th scope="col">{t('weekly.change')}</th>
        </tr>
      </thead>
      <tbody>
        {WEEK_FIGURES.map((figure) => {
          const say = figure === 'paymentCount' ? words.number : words.money;
          return (
            <tr key={figure} data-figure={figure}>
              <th scope="row">{t(`figure.${figure}`)}</th>
              <td data-week="now">{say(now[figure])}</td>
              <td data-week="before">{say(before[figure])}</td>
              <td data-week="change">
                <ChangeWords now={now[figure]} before={before[figure]} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </Box>
  );
}

function Head({ title, week }: { readonly title: string; readonly week: WeekSums }) {
  const words = useSalesWords();
  return (
    <th scope="col">
      {title}
      <span className="dates">{words.days(week.from, week.to)}</span>
    </th>
  );
}

/** The weeks are side by side for comparison; on a phone a figure's name and change are above its two amounts. */
const TABLE = {
  ...FIGURE_TABLE,
  '& th, & td': { px: 2, py: 0.75, textAlign: 'end', verticalAlign: 'top', borderTop: 1, borderColor: 'divider' },
  '& td:last-of-type': { color: 'text.secondary' },
  '& td[data-week=now]': { fontWeight: 600 },
  '& [data-figure=netAmount] td[data-week=now]': { fontWeight: 700 },
  '& .dates': { display: 'block', fontWeight: 400, whiteSpace: 'nowrap' },
  '@media (max-width: 899.95px)': {
    '& thead, & tbody': { display: 'block' },
    '& tr': {
      display: 'grid',
      gridTemplateColumns: '1fr 1fr',
      columnGap: 1,
      rowGap: 0.25,
      px: 1.5,
      py: 1,
      borderTop: 1,
      borderColor: 'divider',
    },
    '& th, & td': { p: 0, border: 0, minWidth: 0 },
    '& thead th:first-of-type, & thead th:last-of-type': VISUALLY_HIDDEN,
    '& thead th:nth-of-type(2), & td[data-week=now]': { textAlign: 'start' },
    '& td[data-week=now]': { gridColumn: 1, gridRow: 2 },
    '& td[data-week=before]': { gridColumn: 2, gridRow: 2 },
    '& td[data-week=change]': { gridColumn: 2, gridRow: 1 },
  },
} as const;
