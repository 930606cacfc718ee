import type { RatingSummary } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ChartCard, ChartTable, ColumnChart } from '../../ui/charts/column-chart.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { useFormat } from '../../ui/format.ts';
import { useRatingSummary } from './ratings.api.ts';

const MOST_SCORE = 5;

/** The mean ratings of a store by month, and of each of its rooms (GP-5). Renders nothing until they are read. */
export function RatingCharts({ storeId }: { readonly storeId: string }) {
  const { t } = useTranslation('ratings');
  const format = useFormat();
  const { data } = useRatingSummary(useProduct(), storeId);
  const latest = data?.months.findLast(({ count }) => count > 0);
  if (data === undefined || latest === undefined) return null;
  const say = (score: number | null) => (score === null ? '–' : score.toFixed(1));
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
      }}
    >
      <ChartCard title={t('chart.months')}>
        <ColumnChart
          summary={t('chart.summary', {
            month: format.month(latest.month),
            score: say(latest.meanScore),
            count: latest.count,
          })}
          columns={data.months.map(({ month, meanScore }) => ({
            key: month,
            label: format.monthName(month),
            share: (meanScore ?? 0) / MOST_SCORE,
            filledShare: 1,
            text: say(meanScore),
          }))}
        />
        <ChartTable
          label={t('chart.table')}
          head={[t('chart.month'), t('chart.mean'), t('chart.count')]}
          rows={data.months.map(({ month, meanScore, count }) => [format.month(month), say(meanScore), String(count)])}
        />
      </ChartCard>
      <RoomMeans rooms={data.rooms} />
    </Box>
  );
}

/** Each room with its mean as a bar. */
function RoomMeans({ rooms }: Pick<RatingSummary, 'rooms'>) {
  const { t } = useTranslation('ratings');
  return (
    <ChartCard title={t('chart.rooms')}>
      <Box component="ul" data-testid="rating-rooms" sx={LIST}>
        {rooms.map(({ roomId, roomName, meanScore, count }) => (
          <li key={roomId}>
            <span>{roomName}</span>
            <Box
              aria-hidden="true"
              sx={{
                height: 8,
                borderRadius: 4,
                background: `linear-gradient(to right, var(--accent-text) ${String(((meanScore ?? 0) / MOST_SCORE) * 100)}%, var(--hover) 0)`,
              }}
            />
            <span>{t('chart.roomMean', { score: (meanScore ?? 0).toFixed(1), count })}</span>
          </li>
        ))}
      </Box>
    </ChartCard>
  );
}

const LIST = {
  ...PLAIN_LIST,
  typography: 'body2',
  fontVariantNumeric: 'tabular-nums',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 120px) minmax(0, 1fr) auto',
  columnGap: 1.5,
  // The rows share their columns: a bar is compared with those above and below it.
  '& li': {
    gridColumn: '1 / -1',
    display: 'grid',
    gridTemplateColumns: 'subgrid',
    alignItems: 'center',
    py: 0.5,
    overflowWrap: 'anywhere',
  },
  '& li > :last-child': { textAlign: 'end' },
} as const;
