import type { ChannelStatement } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { ActDialog } from '../../ui/form/dialog/act-dialog.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { RowCard } from '../../ui/list/row-card.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { ImportStatementDialog } from './import-statement-dialog.tsx';
import { StatementLinesDialog } from './statement-lines-dialog.tsx';
import { STATEMENT_STATES, StatementState, useStatementName } from './statement-states.tsx';
import { useChannelStatements, useRemoveStatement } from './statements.api.ts';

/** The monthly statements of booking channels, compared with the ledger (CH-4). */
export function StatementsSection() {
  const { t } = useTranslation('channels');
  const statements = useChannelStatements(useProduct());
  const [isImporting, setIsImporting] = useState(false);
  const [shown, setShown] = useState<ChannelStatement | null>(null);
  const [removing, setRemoving] = useState<ChannelStatement | null>(null);
  const mayChange = useCan()('sales:close');
  const items = statements.data?.items;
  return (
    <Box component="section" aria-label={t('statement.title')} sx={{ display: 'grid', gap: 1.5 }}>
      <SectionHead title={t('statement.title')} text={t('statement.text')}>
        {mayChange && (
          <Button variant="contained" onClick={() => setIsImporting(true)}>
            {t('statement.import')}
          </Button>
        )}
      </SectionHead>
      {items === undefined && statements.isError && (
        <ErrorState error={statements.error} onRetry={() => void statements.refetch()} />
      )}
      {items === undefined && !statements.isError && <Skeleton variant="rounded" height={72} aria-busy="true" />}
      {items?.length === 0 && (
        <EmptyState icon="statistics" title={t('statement.emptyTitle')} text={t('statement.emptyText')} />
      )}
      {items !== undefined && items.length > 0 && (
        <RowCard label={t('statement.title')}>
          {items.map((statement) => (
            <StatementRow
              key={statement.id}
              statement={statement}
              onShow={() => setShown(statement)}
              onRemove={mayChange ? () => setRemoving(statement) : undefined}
            />
          ))}
        </RowCard>
      )}
      {statements.data !== undefined && statements.data.total > statements.data.items.length && (
        <Box sx={{ typography: 'body2' }}>
          {t('tooMany', { total: statements.data.total, shown: statements.data.items.length })}
        </Box>
      )}
      {isImporting && (
        <ImportStatementDialog
          onClose={() => setIsImporting(false)}
          onImported={(statement) => {
            setIsImporting(false);
            setShown(statement);
          }}
        />
      )}
      {shown !== null && <StatementLinesDialog statement={shown} onClose={() => setShown(null)} />}
      {removing !== null && <RemoveDialog statement={removing} onClose={() => setRemoving(null)} />}
    </Box>
  );
}

interface StatementRowProps {
  readonly statement: ChannelStatement;
  readonly onShow: () => void;
  /** `undefined` for people who can only read. */
  readonly onRemove: (() => void) | undefined;
}

function StatementRow({ statement, onShow, onRemove }: StatementRowProps) {
  const { t } = useTranslation('channels');
  const format = useFormat();
  const name = useStatementName(statement);
  const { inStatement, inLedger, counts } = statement;
  return (
    <Box
      component="li"
      data-testid="channel-statement"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', p: 1.5 }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0, display: 'grid', gap: 0.25 }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, typography: 'body2' }}>
          {STATEMENT_STATES.filter((state) => (counts[state] ?? 0) > 0).map((state) => (
            <StatementState key={state} state={state} count={format.number(counts[state] ?? 0)} />
          ))}
        </Box>
        <Box sx={{ typography: 'body2' }}>
          {inStatement.payoutAmount === inLedger.payoutAmount
            ? t('statement.payoutEqual', { amount: format.money(inStatement.payoutAmount) })
            : t('statement.payoutDiffers', {
                amount: format.money(inStatement.payoutAmount),
                expected: format.money(inLedger.payoutAmount),
              })}
        </Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('statement.imported', { when: format.dateTime(statement.importedAt), by: statement.importedBy })}
          {statement.fileName !== '' && ` · ${statement.fileName}`}
        </Box>
      </Box>
      <Button variant="outlined" color="inherit" onClick={onShow} aria-label={t('statement.showNamed', { name })}>
        {t('statement.show')}
      </Button>
      {onRemove !== undefined && (
        <Button color="error" onClick={onRemove} aria-label={t('statement.removeNamed', { name })}>
          {t('statement.remove')}
        </Button>
      )}
    </Box>
  );
}

function RemoveDialog({ statement, onClose }: { readonly statement: ChannelStatement; readonly onClose: () => void }) {
  const { t } = useTranslation('channels');
  const remove = useRemoveStatement(useProduct());
  return (
    <ActDialog
      title={t('statement.removeNamed', { name: useStatementName(statement) })}
      confirmLabel={t('statement.remove')}
      mutation={remove}
      input={statement.id}
      doneText={t('statement.removed')}
      onClose={onClose}
    >
      {t('statement.removeText')}
    </ActDialog>
  );
}
