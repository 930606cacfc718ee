import type { Occupancy } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { addDays, daysBetween } from '@munjigi/rules';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { ChartCard } from '../../../ui/charts/column-chart.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { HOURS } from './heat-cells.ts';
import type { SalesPageFilter } from '../sales-filter.ts';
import { useSalesWords } from '../sales-words.ts';
import { useOccupancy } from '../sales.api.ts';
import { CELL_TABLE } from './chart-parts.tsx';

/** The most days that the server reads at once. */
const MOST_DAYS = 92;

/** Occupancy of each room by hour of the day, or of each store (SL-36). Every cell has its figure, so the map is a table. */
export function OccupancyMap({ filter }: { readonly filter: SalesPageFilter }) {
  const { t } = useTranslation('sales');
  const words = useSalesWords();
  const isLong = daysBetween(filter.from, filter.to) >= MOST_DAYS;
  const from = isLong ? addDays(filter.to, 1 - MOST_DAYS) : filter.from;
  const { data, error, refetch } = useOccupancy(useProduct(), { ...filter, from });
  const rows = data?.filter(({ id }) => filter.roomId === null || id === filter.roomId);
  return (
    <ChartCard
      title={t(filter.storeId === null ? 'occupancy.byStore' : 'occupancy.byRoom')}
      text={`${t('occupancy.text')}${isLong ? ` ${t('occupancy.shortened', { days: words.days(from, filter.to) })}` : ''}`}
    >
      {rows === undefined ? (
        error === null ? (
          <Skeleton variant="rounded" height={180} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <OccupancyTable rows={rows} />
      )}
    </ChartCard>
  );
}

/** The occupancy of a single room in a narrow card: half of the day in each of two lines, so that no hour is out of sight. */
export function OccupancyOfRoom({ hours }: { readonly hours: readonly Minutes[] }) {
  const { t } = useTranslation('sales');
  return (
    <Box component="table" aria-label={t('occupancy.label')} data-testid="occupancy" dir="ltr" sx={HALF_DAYS}>
      {HALVES.map((half) => (
        <tbody key={half[0]}>
          <tr>
            {half.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
          <tr>
            {half.map((hour) => (
              <Cell key={hour} minutes={hours[hour]} />
            ))}
          </tr>
        </tbody>
      ))}
    </Box>
  );
}

/** The share of the open time that is booked, by row and hour of the day. */
function OccupancyTable({ rows }: { readonly rows: Occupancy['rows'] }) {
  const { t } = useTranslation('sales');
  const words = useSalesWords();
  const shown = HOURS.filter((hour) => rows.some(({ hours }) => (hours[hour]?.openMinutes ?? 0) > 0));
  if (shown.length === 0) return <Box sx={{ typography: 'body2' }}>{t('occupancy.none')}</Box>;
  return (
    <Box role="region" tabIndex={0} aria-label={t('occupancy.label')} sx={{ overflowX: 'auto' }}>
      <Box component="table" data-testid="occupancy" dir="ltr" sx={TABLE}>
        <thead>
          <tr>
            <th scope="col">{t('occupancy.name')}</th>
            {shown.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
            <th scope="col">{t('occupancy.all')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, hours }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {shown.map((hour) => (
                <Cell key={hour} minutes={hours[hour]} />
              ))}
              <td>{words.share(sumOf(hours, 'bookedMinutes'), sumOf(hours, 'openMinutes')) ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

type Minutes = Occupancy['rows'][number]['hours'][number];

function Cell({ minutes }: { readonly minutes: Minutes | undefined }) {
  if (minutes === undefined || minutes.openMinutes === 0) return <td>–</td>;
  const share = minutes.bookedMinutes / minutes.openMinutes;
  return <td style={{ background: colorOf(share) }}>{Math.round(share * 100)}</td>;
}

/** At most half of the accent, so that the figure stays readable in both modes. */
function colorOf(share: number): string {
  return share === 0
    ? 'var(--hover)'
    : `color-mix(in srgb, var(--accent) ${String(Math.round(8 + share * 42))}%, var(--paper))`;
}

function sumOf(hours: readonly Minutes[], name: keyof Minutes): number {
  return hours.reduce((sum, minutes) => sum + minutes[name], 0);
}

const HALVES = [HOURS.slice(0, 12), HOURS.slice(12)];

const HALF_DAYS = {
  ...CELL_TABLE,
  tableLayout: 'fixed',
  '& th': { fontWeight: 400, color: 'text.secondary', p: 0, height: 22 },
  '& td': { height: 26, p: 0, borderRadius: '3px', textAlign: 'center' },
} as const;

const TABLE = {
  ...CELL_TABLE,
  '& th': { fontWeight: 400, color: 'text.secondary', px: 0.25, height: 24, textAlign: 'center' },
  '& th:first-of-type': { textAlign: 'start', whiteSpace: 'nowrap', pr: 1, maxWidth: 160 },
  '& tbody th': { color: 'text.primary', overflow: 'hidden', textOverflow: 'ellipsis' },
  '& td': { minWidth: 26, height: 26, px: 0.25, borderRadius: '3px', textAlign: 'center' },
  '& td:last-of-type': { fontWeight: 700, textAlign: 'end', pl: 1 },
} as const;
