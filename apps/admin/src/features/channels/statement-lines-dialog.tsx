import type { ChannelStatement, ChannelStatementLine, StatementAmounts, StatementLineState } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { NoticeDialog } from '../../ui/form/dialog/confirm-dialog.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { Pager } from '../../ui/form/pager/pager.tsx';
import { useFormat } from '../../ui/format.ts';
import { RowCard } from '../../ui/list/row-card.tsx';
import { STATEMENT_STATES, StatementState, useStatementName } from './statement-states.tsx';
import { LINES_ON_A_PAGE, useStatementLines } from './statements.api.ts';

interface StatementLinesDialogProps {
  readonly statement: ChannelStatement;
  readonly onClose: () => void;
}

/** The payments of a statement beside those of the ledger; what differs comes first. */
export function StatementLinesDialog({ statement, onClose }: StatementLinesDialogProps) {
  const { t } = useTranslation('channels');
  const isPhone = useMediaQuery('(max-width:600px)');
  const format = useFormat();
  const [state, setState] = useState<StatementLineState | ''>('');
  const [page, setPage] = useState(0);
  const lines = useStatementLines(useProduct(), { statementId: statement.id, state, page });
  const items = lines.data?.items;
  return (
    <NoticeDialog
      title={useStatementName(statement)}
      closeLabel={t('done')}
      maxWidth="sm"
      isFullScreen={isPhone}
      sx={{ display: 'grid', gap: 1.5, alignContent: 'start', '&&': { pt: 1 } }}
      onClose={onClose}
    >
      <SelectInput
        label={t('statement.filter')}
        value={state}
        onChange={(chosen) => {
          setState(STATEMENT_STATES.find((item) => item === chosen) ?? '');
          setPage(0);
        }}
        options={[
          { value: '', label: t('statement.all') },
          ...STATEMENT_STATES.map((item) => ({
            value: item,
            label: `${t(`statement.state.${item}`)} ${format.number(statement.counts[item] ?? 0)}`,
          })),
        ]}
      />
      {items === undefined && lines.isError && <ErrorState error={lines.error} onRetry={() => void lines.refetch()} />}
      {items === undefined && !lines.isError && <Skeleton variant="rounded" height={120} aria-busy="true" />}
      {items?.length === 0 && <Box sx={{ typography: 'body2' }}>{t('statement.noLines')}</Box>}
      {items !== undefined && items.length > 0 && (
        <RowCard>
          {items.map((line) => (
            <LineRow key={line.reference} line={line} />
          ))}
        </RowCard>
      )}
      <Pager page={page} size={LINES_ON_A_PAGE} total={lines.data?.total ?? 0} onPage={setPage} />
    </NoticeDialog>
  );
}

function LineRow({ line: { reference, state, reservation, inStatement, inLedger } }: { line: ChannelStatementLine }) {
  const { t } = useTranslation('channels');
  return (
    <Box component="li" data-testid="statement-line" sx={{ p: 1.5, display: 'grid', gap: 0.5, typography: 'body2' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, justifyContent: 'space-between' }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{reference}</Box>
        <StatementState state={state} />
      </Box>
      {reservation !== null && (
        <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('statement.reservation', { code: reservation.code, store: reservation.storeName })}
        </Box>
      )}
      {state === 'UNKNOWN' && <Box>{t('statement.unknownHint')}</Box>}
      {state === 'MISSING' && <Box>{t('statement.missingHint')}</Box>}
      <AmountsTable inStatement={inStatement} inLedger={inLedger} />
    </Box>
  );
}

const AMOUNTS = ['amount', 'refundedAmount', 'commissionAmount', 'payoutAmount'] as const;

interface AmountsTableProps {
  readonly inStatement: StatementAmounts | null;
  readonly inLedger: StatementAmounts | null;
}

function AmountsTable({ inStatement, inLedger }: AmountsTableProps) {
  const { t } = useTranslation('channels');
  const format = useFormat();
  const won = (amounts: StatementAmounts | null, name: (typeof AMOUNTS)[number]) =>
    amounts === null ? '–' : format.money(amounts[name]);
  return (
    <Box
      component="table"
      sx={{
        width: '100%',
        // On a wide screen the columns of all payments stand below each other.
        tableLayout: { sm: 'fixed' },
        borderCollapse: 'collapse',
        fontVariantNumeric: 'tabular-nums',
        '& th': { fontWeight: 400, color: 'text.secondary', textAlign: 'start', py: 0.25 },
        '& td, & thead th + th': { textAlign: 'end', py: 0.25, pl: 1, whiteSpace: 'nowrap' },
        '& [data-differs="true"] td': { fontWeight: 700 },
      }}
    >
      <thead>
        <tr>
          <th scope="col">{t('statement.money')}</th>
          <th scope="col">{t('statement.inStatement')}</th>
          <th scope="col">{t('statement.inLedger')}</th>
        </tr>
      </thead>
      <tbody>
        {AMOUNTS.map((name) => (
          <tr key={name} data-differs={inStatement?.[name] !== inLedger?.[name]}>
            <th scope="row">{t(`statement.${name}`)}</th>
            <td>{won(inStatement, name)}</td>
            <td>{won(inLedger, name)}</td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}
