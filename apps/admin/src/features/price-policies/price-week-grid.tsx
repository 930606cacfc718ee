import Box from '@mui/material/Box';
import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import type { PriceCell, PriceWeek } from './price-week.ts';

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

interface PriceWeekGridProps {
  readonly week: PriceWeek;
  readonly chosen: CellPlace;
  readonly onChoose: (place: CellPlace) => void;
  /** Cells that this policy prices have a frame. */
  readonly markedPolicyId: string | null;
}

/** The steps of colour stay light enough for the text on them in both modes. */
const SHADES = [8, 18, 28, 38, 48] as const;
const HATCH = 'repeating-linear-gradient(135deg, transparent 0 4px, var(--danger) 4px 5px)';
const MOVES: Readonly<Record<string, CellPlace>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/**
 * Hours in rows and weekdays in columns: the price of a stay that begins there, in thousands of won. The grid is one
 * Tab stop; arrows move in it.
 */
export function PriceWeekGrid(props: PriceWeekGridProps) {
  const { week, chosen, onChoose } = props;
  const { t } = useTranslation('prices');
  const grid = useRef<HTMLTableElement>(null);
  function press(event: KeyboardEvent): void {
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const place = {
      row: Math.max(0, Math.min(week.times.length - 1, chosen.row + move.row)),
      column: Math.max(0, Math.min(week.columns.length - 1, chosen.column + move.column)),
    };
    onChoose(place);
    grid.current?.querySelector<HTMLElement>(`[data-place="${String(place.row)}-${String(place.column)}"]`)?.focus();
  }
  return (
    <Box
      component="table"
      ref={grid}
      role="grid"
      aria-label={t('week.grid')}
      onKeyDown={press}
      data-testid="price-week"
      sx={{
        width: '100%',
        tableLayout: 'fixed',
        borderCollapse: 'separate',
        borderSpacing: '1px',
        fontVariantNumeric: 'tabular-nums',
        '& th': { fontWeight: 600, p: 0 },
      }}
    >
      <colgroup>
        <Box component="col" sx={{ width: { xs: 30, sm: 48 } }} />
        {week.columns.map((weekday) => (
          <col key={weekday} />
        ))}
      </colgroup>
      <WeekdayHead columns={week.columns} />
      <tbody>
        {week.times.map((time, row) => (
          <TimeRow key={time} {...props} row={row} time={time} />
        ))}
      </tbody>
    </Box>
  );
}

function WeekdayHead({ columns }: Pick<PriceWeek, 'columns'>) {
  const { t } = useTranslation(['prices', 'stores']);
  return (
    <thead>
      <tr>
        <td />
        {columns.map((weekday) => (
          <Box
            component="th"
            key={weekday}
            scope="col"
            role="columnheader"
            sx={{ typography: 'caption', textAlign: 'center' }}
          >
            <abbr title={t(`stores:weekday.${weekday}`)} style={{ textDecoration: 'none' }}>
              {t(`stores:weekdayShort.${weekday}`)}
            </abbr>
          </Box>
        ))}
      </tr>
    </thead>
  );
}

interface TimeRowProps extends PriceWeekGridProps {
  readonly row: number;
  readonly time: string;
}

/** The prices of the stays that begin at one time. */
function TimeRow({ week, row, time, chosen, markedPolicyId, onChoose }: TimeRowProps) {
  const { t } = useTranslation(['prices', 'stores']);
  return (
    <tr>
      <Box
        component="th"
        scope="row"
        role="rowheader"
        sx={{ typography: 'caption', color: 'text.secondary', textAlign: 'end', pr: '4px !important' }}
      >
        {time.endsWith(':00') ? time.slice(0, 2) : time}
      </Box>
      {week.columns.map((weekday, column) => {
        const cell = week.cells[row]?.[column];
        return (
          cell && (
            <Cell
              key={weekday}
              cell={cell}
              place={{ row, column }}
              isChosen={chosen.row === row && chosen.column === column}
              onChoose={onChoose}
              isMarked={markedPolicyId !== null && cell.lines.some((line) => line.policyId === markedPolicyId)}
              label={`${t(`stores:weekday.${weekday}`)} ${time}`}
            />
          )
        );
      })}
    </tr>
  );
}

interface CellProps {
  readonly cell: PriceCell;
  readonly place: CellPlace;
  readonly isChosen: boolean;
  readonly isMarked: boolean;
  readonly label: string;
  readonly onChoose: (place: CellPlace) => void;
}

function Cell({ cell, place, isChosen, isMarked, label, onChoose }: CellProps) {
  const { t } = useTranslation('prices');
  const format = useFormat();
  const words =
    cell.kind === 'PRICED'
      ? `${format.money(cell.amount)}, ${[...new Set(cell.lines.map((line) => line.label))].join(', ')}`
      : t(`week.${cell.kind}`);
  const shown =
    cell.kind === 'PRICED' ? format.number(Math.round(cell.amount / 100) / 10) : cell.kind === 'GAP' ? '×' : '';
  return (
    <td
      aria-selected={isChosen}
      aria-label={`${label} ${shown}: ${words}`}
      title={`${label}: ${words}`}
      data-kind={cell.kind}
      data-place={`${String(place.row)}-${String(place.column)}`}
      tabIndex={isChosen ? 0 : -1}
      onClick={() => onChoose(place)}
      onKeyDown={() => undefined}
      style={cellStyle(cell, isChosen, isMarked)}
    >
      {shown}
    </td>
  );
}

function cellStyle({ kind, step }: PriceCell, isChosen: boolean, isMarked: boolean) {
  return {
    height: 24,
    padding: 0,
    textAlign: 'center',
    fontSize: 12,
    lineHeight: '22px',
    cursor: 'pointer',
    borderRadius: 3,
    overflow: 'hidden',
    outline: isChosen ? '2px solid var(--accent-text)' : 'none',
    outlineOffset: -1,
    boxShadow: isMarked ? 'inset 0 0 0 1px var(--text)' : 'none',
    ...(kind === 'PRICED' && {
      background: `color-mix(in srgb, var(--accent) ${String(SHADES[step] ?? SHADES[0])}%, var(--paper))`,
    }),
    ...(kind === 'GAP' && {
      backgroundColor: 'var(--paper)',
      backgroundImage: HATCH,
      color: 'var(--danger)',
      fontWeight: 700,
    }),
    ...(kind === 'CLOSED' && { background: 'var(--hover)' }),
  } as const;
}
