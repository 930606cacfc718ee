import type { Sales } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { LabelledCard } from '../../../ui/section-head.tsx';
import { VISUALLY_HIDDEN } from '../../../ui/visually-hidden.ts';
import { HOURS, heatOf, WEEKDAYS, type HeatCell } from './heat-cells.ts';
import { useSalesWords } from '../sales-words.ts';
import { CHART, ChartReading, CELL_TABLE } from './chart-parts.tsx';

interface CellPlace {
  readonly row: number;
  readonly hour: number;
}

/** The sales by hour of the week; the darkest cell is the strongest hour, which is also said in words. */
export function HeatMap({ hours }: { readonly hours: Sales['hours'] }) {
  const { t } = useTranslation('sales');
  const words = useSalesWords();
  const { rows, strongest } = heatOf(hours);
  const [chosen, setChosen] = useState<CellPlace | null>(null);
  const reading = chosen === null ? undefined : rows[chosen.row]?.[chosen.hour];
  const say = ({ weekday, hour, netAmount, count }: HeatCell) =>
    t('heat.cell', {
      weekday: words.weekday(weekday, 'long'),
      hour: `${String(hour).padStart(2, '0')}:00`,
      net: words.money(netAmount),
      count,
      n: words.number(count),
    });
  return (
    <LabelledCard label={t('heat.title')} sx={CHART}>
      <Box component="h2" sx={{ typography: 'subtitle1', m: 0 }}>
        {t('heat.title')}
      </Box>
      <Box data-testid="heat-strongest" sx={{ typography: 'body2' }}>
        {strongest === null ? t('heat.none') : t('heat.strongest', { cell: say(strongest) })}
      </Box>
      <ChartReading testId="heat-reading">{reading === undefined ? t('heat.hint') : say(reading)}</ChartReading>
      <Box sx={{ overflowX: 'auto', mt: 1, p: '3px' }}>
        <HeatTable
          rows={rows}
          strongest={strongest}
          stop={chosen ?? { row: 0, hour: 0 }}
          say={say}
          onChoose={setChosen}
        />
      </Box>
    </LabelledCard>
  );
}

interface HeatTableProps {
  readonly rows: readonly (readonly HeatCell[])[];
  readonly strongest: HeatCell | null;
  /** The cell at which the Tab key stops. */
  readonly stop: CellPlace;
  readonly say: (cell: HeatCell) => string;
  readonly onChoose: (place: CellPlace) => void;
}

function HeatTable({ rows, strongest, stop, say, onChoose }: HeatTableProps) {
  const { t } = useTranslation('sales');
  const words = useSalesWords();
  return (
    <Box
      component="table"
      role="grid"
      dir="ltr"
      aria-label={t('heat.title')}
      aria-readonly="true"
      data-testid="heat-map"
      onKeyDown={moveBetweenCells}
      sx={TABLE}
    >
      <HourHead />
      <tbody>
        {rows.map((cells, row) => (
          <tr key={WEEKDAYS[row]}>
            <Box component="th" scope="row" role="rowheader">
              {words.weekday(WEEKDAYS[row] ?? 0)}
            </Box>
            {cells.map((cell) => (
              <td
                key={cell.hour}
                aria-label={say(cell)}
                tabIndex={stop.row === row && stop.hour === cell.hour ? 0 : -1}
                data-cell={`${String(row)}-${String(cell.hour)}`}
                data-strongest={cell === strongest}
                onFocus={() => onChoose({ row, hour: cell.hour })}
                onPointerEnter={() => onChoose({ row, hour: cell.hour })}
                style={{ background: colorOf(cell) }}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

function HourHead() {
  const { t } = useTranslation('sales');
  return (
    <thead>
      <tr>
        <Box component="th" scope="col" role="columnheader">
          <Box component="span" sx={VISUALLY_HIDDEN}>
            {t('heat.weekday')}
          </Box>
        </Box>
        {HOURS.map((hour) => (
          <Box component="th" key={hour} scope="col" role="columnheader">
            {hour}
          </Box>
        ))}
      </tr>
    </thead>
  );
}

function colorOf({ strength }: HeatCell): string {
  return strength === 0
    ? 'var(--hover)'
    : `color-mix(in srgb, var(--accent) ${String(Math.round(12 + strength * 88))}%, var(--paper))`;
}

/** The cells are one Tab stop; arrows, Home and End move from hour to hour. */
function moveBetweenCells(event: KeyboardEvent<HTMLTableElement>): void {
  const at = event.target instanceof HTMLElement ? event.target.dataset['cell'] : undefined;
  if (at === undefined) return;
  const [row = 0, hour = 0] = at.split('-').map(Number);
  const places: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [row, hour - 1],
    ArrowRight: [row, hour + 1],
    ArrowUp: [row - 1, hour],
    ArrowDown: [row + 1, hour],
    Home: [row, 0],
    End: [row, 23],
  };
  const next = places[event.key];
  if (next === undefined) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next.join('-')}"]`)?.focus();
}

const TABLE = {
  ...CELL_TABLE,
  tableLayout: 'fixed',
  // The table scrolls inside its box, so that a cell stays large enough for a finger.
  minWidth: 24 * 26 + 44,
  '& th': { fontWeight: 400, color: 'text.secondary', p: 0, height: 24, textAlign: 'center' },
  '& thead th:first-of-type': { width: 40 },
  '& td': { height: 26, borderRadius: '3px', p: 0 },
  '& td[data-strongest=true]': { boxShadow: 'inset 0 0 0 2px var(--text)' },
  '& td:hover, & td:focus-visible': { outline: '2px solid var(--accent-text)', outlineOffset: '1px' },
} as const;
