import type { Sales } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  COLUMNS,
  GROUPS,
  nextSort,
  readSort,
  rowsOf,
  sortRows,
  sortText,
  usualSort,
  type Group,
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
  const groups = GROUPS.filter((it) => it !== 'store' || hasStores);
  const group = groups.find((it) => it === by) ?? 'day';
  return (
    <Card component="section" variant="outlined" aria-label={t('group.label')} sx={{ minWidth: 0 }}>
      <Box sx={{ p: { xs: 1.5, md: 2 }, overflowX: 'auto' }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={group}
          aria-label={t('group.label')}
          onChange={(_event, next: Group | null) =>
            next !== null && onChange({ by: next === 'day' ? '' : next, sort: '' })
          }
        >
          {groups.map((it) => (
            <ToggleButton key={it} value={it} sx={{ px: 1.5, minHeight: 40, whiteSpace: 'nowrap' }}>
              {t(`group.${it}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      <GroupTable
        key={group}
        sales={sales}
        group={group}
        sort={readSort(sort, group)}
        onSort={(next) => onChange({ sort: sortText(next) === sortText(usualSort(group)) ? '' : sortText(next) })}
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
  const { t, i18n } = useTranslation(['sales', 'payments', 'reservations']);
  const words = useSalesWords();
  const [isWhole, setIsWhole] = useState(false);
  const rows = sortRows(
    rowsOf(sales, group, {
      day: words.day,
      method: (method) => t(`payments:method.${method}`),
      channel: (channel) => t(`reservations:channel.${channel}`),
      noRoom: t('group.noRoom'),
      noReservation: t('group.noReservation'),
    }),
    sort,
    i18n.resolvedLanguage === 'en' ? 'en' : 'ko',
  );
  const { totals } = sales;
  // Amounts without VAT are rare: the column is shown only when there are some.
  const columns = COLUMNS.filter(
    (column) =>
      column !== 'taxFreeAmount' ||
      totals.taxFreeAmount !== 0 ||
      rows.some(({ figures }) => figures.taxFreeAmount !== 0),
  );
  const say = (column: (typeof COLUMNS)[number], value: number) =>
    column === 'paymentCount' ? words.number(value) : words.money(value);
  const share = (net: number) => words.share(net, totals.netAmount) ?? '–';
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <>
      <Box
        role="region"
        tabIndex={0}
        aria-label={t('group.table', { group: t(`group.${group}`) })}
        sx={{ overflowX: 'auto' }}
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
                {columns.map((column) => (
                  <td key={column} data-column={column}>
                    {say(column, figures[column])}
                  </td>
                ))}
                <td data-column="share">{share(figures.netAmount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr data-testid="sales-table-totals">
              <th scope="row">{t('group.sum')}</th>
              {columns.map((column) => (
                <td key={column} data-column={column}>
                  {say(column, totals[column])}
                </td>
              ))}
              <td data-column="share">{share(totals.netAmount)}</td>
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
  width: 1,
  borderCollapse: 'collapse',
  typography: 'body2',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: 1.5, py: 0.75, whiteSpace: 'nowrap', textAlign: 'end', borderTop: 1, borderColor: 'divider' },
  '& th:first-of-type': { textAlign: 'start', fontWeight: 400 },
  '& thead th, & thead th:first-of-type': { fontWeight: 600, color: 'text.secondary' },
  '& tfoot th:first-of-type, & tfoot td': { fontWeight: 700, borderTopWidth: 2 },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
  '& [data-column=netAmount]': { fontWeight: 600 },
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
} as const;
