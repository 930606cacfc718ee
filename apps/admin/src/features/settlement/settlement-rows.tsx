import type { SettlementSummary } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import { useTranslation } from 'react-i18next';
import { OPENING_ROWS } from '../../ui/list/record-table.tsx';
import { VISUALLY_HIDDEN } from '../../ui/visually-hidden.ts';
import { SettlementStateChip } from './settlement-state-chip.tsx';
import { FIGURES_TABLE, useSettlementWords } from './settlement-words.ts';

interface Selection {
  readonly chosenIds: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

interface SettlementRowsProps {
  readonly items: readonly SettlementSummary[];
  readonly hasStores: boolean;
  /** `null`: nothing can be done with several periods. */
  readonly selection: Selection | null;
  readonly onOpen: (id: string) => void;
}

/** The periods of a page with their figures. */
export function SettlementRows({ items, hasStores, selection, onOpen }: SettlementRowsProps) {
  const { t } = useTranslation('settlement');
  return (
    <Box role="region" tabIndex={0} aria-label={t('list')} sx={{ overflowX: 'auto' }}>
      <Box component="table" data-testid="settlements" sx={TABLE}>
        <thead>
          <tr>
            {selection !== null && (
              <th scope="col" className="check">
                <SelectAll items={items} selection={selection} />
              </th>
            )}
            {HEADS.filter(([name]) => name !== 'store' || hasStores).map(([name, className]) => (
              <th key={name} scope="col" className={className}>
                {t(`head.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={item.id} item={item} hasStores={hasStores} selection={selection} onOpen={onOpen} />
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

/** The columns, with the class that says from which width of the screen they are shown. */
const HEADS = [
  ['period', 'text'],
  ['store', 'text'],
  ['state', 'text'],
  ['gross', 'wide'],
  ['refund', 'widest'],
  ['fee', 'widest'],
  ['royalty', 'wide'],
  ['payout', undefined],
  ['payOn', undefined],
  ['comments', undefined],
] as const;

interface RowProps extends Omit<SettlementRowsProps, 'items'> {
  readonly item: SettlementSummary;
}

function Row({ item, hasStores, selection, onOpen }: RowProps) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  const { id, storeName, figures, paidOn, payOn, commentCount } = item;
  const period = words.period(item.startsOn, item.endsOn);
  const money = (name: keyof NonNullable<SettlementSummary['figures']>) =>
    figures === null ? '–' : words.money(figures[name]);
  return (
    <tr data-testid="settlement-row">
      {selection !== null && (
        <td className="check">
          <Checkbox
            size="small"
            checked={selection.chosenIds.includes(id)}
            onChange={() => selection.onChange(toggled(selection.chosenIds, id))}
            slotProps={{ input: { 'aria-label': t('bulk.select', { store: storeName, period }) } }}
          />
        </td>
      )}
      <th scope="row" className="text">
        <button type="button" className="link opener" onClick={() => onOpen(id)}>
          {period}
        </button>
      </th>
      {hasStores && <td className="text store">{storeName}</td>}
      <td className="text state">
        <SettlementStateChip settlement={item} />
      </td>
      <td className="wide">{money('grossAmount')}</td>
      <td className="widest">{money('refundAmount')}</td>
      <td className="widest">{money('feeAmount')}</td>
      <td className="wide">{money('royaltyAmount')}</td>
      <td className="strong">{money('payoutAmount')}</td>
      <td className="day">{words.day(paidOn ?? payOn)}</td>
      <td className="comments">{commentCount === 0 ? '' : commentCount}</td>
    </tr>
  );
}

function SelectAll({ items, selection }: { readonly items: RowsItems; readonly selection: Selection }) {
  const { t } = useTranslation('settlement');
  const { chosenIds, onChange } = selection;
  return (
    <Checkbox
      size="small"
      checked={items.length > 0 && chosenIds.length === items.length}
      indeterminate={chosenIds.length > 0 && chosenIds.length < items.length}
      onChange={() => onChange(chosenIds.length === items.length ? [] : items.map(({ id }) => id))}
      slotProps={{ input: { 'aria-label': t('bulk.selectAll') } }}
    />
  );
}

type RowsItems = SettlementRowsProps['items'];

function toggled(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}

/** On a phone a row is a card: the period with its payout, and below them the store and the state. */
const TABLE = {
  ...FIGURES_TABLE,
  ...OPENING_ROWS,
  '& .check': { width: 40, px: 0.5, textAlign: 'center' },
  '& .widest': { display: { xs: 'none', xl: 'table-cell' } },
  '@media (max-width: 599.95px)': {
    '& thead, & tbody, & thead tr': { display: 'block' },
    '& thead tr th:not(.check)': { ...VISUALLY_HIDDEN, p: 0 },
    '& tbody tr': {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr) auto',
      alignItems: 'center',
      borderTop: 1,
      borderColor: 'divider',
      py: 0.5,
      pr: 1.5,
    },
    '& tbody th, & tbody td': { border: 0, py: 0.25, minWidth: 0 },
    '& tbody .check': { gridRow: '1 / span 2' },
    '& tbody th': { gridColumn: 2, gridRow: 1 },
    '& tbody .strong': { gridColumn: 3, gridRow: 1, pr: 0 },
    '& tbody .store': { gridColumn: 2, gridRow: 2, color: 'text.secondary' },
    '& tbody .state': { gridColumn: 3, gridRow: 2, textAlign: 'end', pr: 0 },
    '& tbody .day, & tbody .comments': { display: 'none' },
  },
} as const;
