import type { GuestBlock, BlockState } from '@munjigi/contract';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useStoreChoice } from '../../session/store-choice.ts';
import { useFormat } from '../../ui/format.ts';
import { RecordTable, recordTableStyles } from '../../ui/list/record-table.tsx';
import { ToneLabel, type ToneStyle } from '../../ui/tone-chip.tsx';
import { useMayBlockEverywhere } from './block-reach.ts';

interface BlockedGuestListProps {
  readonly blocks: readonly GuestBlock[];
  /** `null`: the person cannot end a block. */
  readonly onUnblock: ((block: GuestBlock) => void) | null;
}

const COLUMNS = ['guest', 'reason', 'store', 'period', 'state', 'act'] as const;

/** Who cannot book where, why, until when, and who decided it. */
export function BlockedGuestList({ blocks, onUnblock }: BlockedGuestListProps) {
  const { t } = useTranslation('guest-profiles');
  return (
    <RecordTable testId="block-table" columns={COLUMNS} heading={(column) => t(`column.${column}`)} sx={BLOCK_TABLE}>
      {blocks.map((block) => (
        <BlockRow key={block.id} block={block} onUnblock={onUnblock} />
      ))}
    </RecordTable>
  );
}

const TONES: Readonly<Record<BlockState, ToneStyle>> = {
  ACTIVE: ['warning', 'error.main'],
  ENDED: ['lock', 'text.secondary'],
};

function BlockRow({ block, onUnblock }: Omit<BlockedGuestListProps, 'blocks'> & { readonly block: GuestBlock }) {
  const { t } = useTranslation('guest-profiles');
  const format = useFormat();
  const { stores } = useStoreChoice();
  const mayBlockEverywhere = useMayBlockEverywhere();
  const isOpen = block.state === 'ACTIVE' && (block.storeId !== null || mayBlockEverywhere);
  const storeName = stores.find(({ id }) => id === block.storeId)?.name;
  return (
    <tr data-testid="block-row" data-state={block.state}>
      <td data-column="guest">{block.maskedPhone}</td>
      <td data-column="reason">
        {block.reason}
        <span className="under">{t('by', { name: block.blockedBy })}</span>
      </td>
      <td data-column="store">{block.storeId === null ? t('everyStore') : storeName}</td>
      <td data-column="period">
        {t('period', { from: format.date(block.blockedAt), to: format.date(block.liftedAt ?? block.endsAt) })}
        {block.liftedBy !== null && <span className="under">{t('liftedBy', { name: block.liftedBy })}</span>}
      </td>
      <td data-column="state">
        <ToneLabel tone={TONES[block.state]} isOneLine data-state={block.state}>
          {t(`state.${block.state}`)}
        </ToneLabel>
      </td>
      <td data-column="act">
        {isOpen && onUnblock !== null && (
          <Button
            size="small"
            color="inherit"
            aria-label={t('unblock.ofGuest', { phone: block.maskedPhone })}
            onClick={() => onUnblock(block)}
          >
            {t('unblock.open')}
          </Button>
        )}
      </td>
    </tr>
  );
}

const BLOCK_TABLE = recordTableStyles(
  {
    '& td': { overflowWrap: 'anywhere' },
    '& tbody tr:last-of-type td': { borderBottom: 0 },
    '& [data-column=guest], & [data-column=period]': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    '& [data-column=act]': { textAlign: 'end', whiteSpace: 'nowrap' },
    '& .under': { mt: 0.25, fontSize: 'inherit' },
  },
  {
    '& tbody tr:last-of-type': { borderBottom: 0 },
    '& [data-column=guest]': { gridColumn: 1, gridRow: 1, fontWeight: 600 },
    '& [data-column=state]': { gridColumn: 2, gridRow: 1, textAlign: 'end' },
    '& [data-column=reason]': { gridColumn: '1 / -1', gridRow: 2 },
    '& [data-column=store]': { gridColumn: '1 / -1', gridRow: 3, color: 'text.secondary' },
    '& [data-column=period]': { gridColumn: 1, gridRow: 4, color: 'text.secondary' },
    '& [data-column=act]': { gridColumn: 2, gridRow: 4 },
  },
);
