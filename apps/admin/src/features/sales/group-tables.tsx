import type { Sales, SalesTotals } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelledCards } from '../../ui/list/labelled-cards.ts';
import { ChoiceToggle } from '../../ui/form/choice-toggle.tsx';
import { FIGURE_TABLE } from './figure-table.ts';
import {
  COLUMNS,
  GROUPS,
  nextSort,
  readSort,
  rowsOf,
  sortRows,
  sortText,
  usualSort,
  type Column,
  type Group,
  type SalesGroupRow,
  type Sort,
  type SortColumn,
} from './group-rows.ts';
import { useSalesWords } from './sales-words.ts';

/** A month; a longer table would move the payments below it out of sight. */
const FIRST_ROWS = 31;

interface GroupTablesProps {
  readonly sales: Sales;
  /** The split in the address; by day when it cannot be understood. */
  readonly by: string | null;
  readonly sort: string | null;
  /** Whether the figures may be of several stores. */
  readonly hasStores: boolean;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** The figures with one split at a time. */
export function GroupTables({ sales, by, sort, hasStores, onChange }: GroupTablesProps) {
  const { t } = useTranslation('sales');
  const groups = GROUPS.filter((group) => group !== 'store' || hasStores);
  const shown = groups.find((group) => group === by) ?? 'day';
  return (
    <Card component="section" variant="outlined" aria-label={t('group.label')} sx={{ minWidth: 0 }}>
      <Box sx={{ p: { xs: 1.5, md: 2 }, overflowX: 'auto' }}>
        <ChoiceToggle
          label={t('group.label')}
          value={shown}
          choices={groups.map((group) => ({ value: group, label: t(`group.${group}`) }))}
          onChoose={(next) => onChange({ by: next === 'day' ? '' : next, sort: '' })}
        />
      </Box>
      <GroupTable
        key={shown}
        sales={sales}
        group={shown}
        sort={readSort(sort, shown)}
        onSort={(next) => onChange({ sort: sortText(next) === sortText(usualSort(shown)) ? '' : sortText(next) })}
      />
    </Card>
  );
}

interface GroupTableProps {
  readonly sales: Sales;
  readonly group: Group;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

function GroupTable({ sales, group, sort, onSort }: GroupTableProps) {
  const { t } = useTranslation('sales');
  const words = useSalesWords();
  const [isWhole, setIsWhole] = useState(false);
  const rows = useGroupRows(sales, group, sort);
  const columns = columnsOf(sales, rows);
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <>
      <Box
        role="region"
        tabIndex={0}
        aria-label={t('group.table', { group: t(`group.${group}`) })}
        // Beside the menu of the dashboard, all columns need a wide window.
        sx={{ overflowX: { md: 'auto' } }}
      >
        <Box component="table" data-testid="sales-table" data-group={group} sx={TABLE}>
          <thead>
            <tr>
              <Head column="label" title={t(`group.head.${group}`)} sort={sort} onSort={onSort} />
              {columns.map((column) => (
                <Head key={column} column={column} title={t(`figure.${column}`)} sort={sort} onSort={onSort} />
              ))}
              <th scope="col">{t('group.share')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, label, figures }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <FigureCells columns={columns} figures={figures} wholeAmount={sales.totals.netAmount} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr data-testid="sales-table-totals">
              <th scope="row">{t('group.sum')}</th>
              <FigureCells columns={columns} figures={sales.totals} wholeAmount={sales.totals.netAmount} />
            </tr>
          </tfoot>
        </Box>
      </Box>
      {shown.length < rows.length && (
        <Box sx={{ p: 1, textAlign: 'center', borderTop: 1, borderColor: 'divider' }}>
          <Button color="inherit" onClick={() => setIsWhole(true)}>
            {t('group.all', { n: words.number(rows.length) })}
          </Button>
        </Box>
      )}
    </>
  );
}

/** The rows of a split with their names in the shown language, sorted. */
function useGroupRows(sales: Sales, group: Group, sort: Sort): readonly SalesGroupRow[] {
  const { t, i18n } = useTranslation(['sales', 'payments', 'reservations']);
  const words = useSalesWords();
  const rows = rowsOf(sales, group, {
    day: words.day,
    method: (method) => t(`payments:method.${method}`),
    channel: (channel) => t(`reservations:channel.${channel}`),
    noRoom: t('group.noRoom'),
    noReservation: t('group.noReservation'),
  });
  return sortRows(rows, sort, i18n.resolvedLanguage === 'en' ? 'en' : 'ko');
}

/** Amounts without VAT are rare, so the column is shown only if there are any. */
function columnsOf({ totals }: Sales, rows: readonly SalesGroupRow[]): readonly Column[] {
  return COLUMNS.filter(
    (column) =>
      column !== 'taxFreeAmount' ||
      totals.taxFreeAmount !== 0 ||
      rows.some(({ figures }) => figures.taxFreeAmount !== 0),
  );
}

interface FigureCellsProps {
  readonly columns: readonly Column[];
  readonly figures: SalesTotals;
  /** The net amount of all rows, for the share in the last cell. */
  readonly wholeAmount: number;
}

function FigureCells({ columns, figures, wholeAmount }: FigureCellsProps) {
  const { t } = useTranslation('sales');
  const words = useSalesWords();
  return (
    <>
      {columns.map((column) => (
        <td key={column} data-column={column} data-label={t(`figure.${column}`)}>
          {column === 'paymentCount' ? words.number(figures[column]) : words.money(figures[column])}
        </td>
      ))}
      <td data-column="share" data-label={t('group.share')}>
        {words.share(figures.netAmount, wholeAmount) ?? '–'}
      </td>
    </>
  );
}

interface HeadProps {
  readonly column: SortColumn;
  readonly title: string;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

function Head({ column, title, sort, onSort }: HeadProps) {
  const isSorted = sort.column === column;
  return (
    <th
      scope="col"
      {...(isSorted && { 'aria-sort': sort.isDescending ? ('descending' as const) : ('ascending' as const) })}
    >
      <button type="button" onClick={() => onSort(nextSort(column, sort))}>
        {title}
        <span aria-hidden="true" className="arrow">
          {isSorted ? (sort.isDescending ? '↓' : '↑') : ''}
        </span>
      </button>
    </th>
  );
}

const TABLE = {
  ...FIGURE_TABLE,
  '& th, & td': { px: 1.5, py: 0.75, whiteSpace: 'nowrap', textAlign: 'end', borderTop: 1, borderColor: 'divider' },
  '& tbody [data-column=netAmount]': { fontWeight: 600 },
  '& tfoot th:first-of-type, & tfoot td': { fontWeight: 700, borderTopWidth: 2 },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
  '& button': {
    font: 'inherit',
    color: 'inherit',
    background: 'none',
    border: 0,
    p: 0,
    minHeight: 28,
    cursor: 'pointer',
    whiteSpace: 'nowrap',
  },
  '& .arrow': { display: 'inline-block', width: 14, textAlign: 'center' },
  ...labelledCards(false),
} as const;
