import type { Settlement } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
import { LabelledCard } from '../../ui/section-head.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { ExportMenu } from '../../ui/form/export-menu.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { SettlementActionDialog, type SettlementAction } from './settlement-action-dialog.tsx';
import { LineTable } from './line-table.tsx';
import { useSettlement, useStatementFile } from './settlement.api.ts';
import { SettlementStateChip } from './settlement-state-chip.tsx';
import { TaxInvoiceCard } from './tax-invoice-card.tsx';
import { VersionList } from './version-list.tsx';
import { useSettlementWords } from './settlement-words.ts';

interface SettlementDetailProps {
  readonly id: string;
  readonly canClose: boolean;
  readonly onOpen: (id: string) => void;
}

/** The statement of one period: its lines, tax invoice, corrections and shared versions. */
export function SettlementDetail({ id, canClose, onOpen }: SettlementDetailProps) {
  const { data, error, refetch } = useSettlement(useProduct(), id);
  if (data === undefined)
    return error === null ? (
      <Skeleton variant="rounded" height={360} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  return (
    <>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Statement settlement={data} canClose={canClose} onOpen={onOpen} />
    </>
  );
}

interface StatementProps {
  readonly settlement: Settlement;
  readonly canClose: boolean;
  readonly onOpen: (id: string) => void;
}

function Statement({ settlement, canClose, onOpen }: StatementProps) {
  const can = useCan();
  const [action, setAction] = useState<SettlementAction | null>(null);
  return (
    <>
      <StatementCard settlement={settlement} canClose={canClose} onAction={setAction} />
      <LineTable settlement={settlement} canComment={can('settlement:comment') && settlement.state === 'OPEN'} />
      {settlement.taxInvoice !== null && <TaxInvoiceCard invoice={settlement.taxInvoice} />}
      {settlement.earlier.length > 0 && <EarlierPeriods periods={settlement.earlier} onOpen={onOpen} />}
      <VersionList settlement={settlement} />
      {action !== null && (
        <SettlementActionDialog action={action} settlement={settlement} onDone={() => setAction(null)} />
      )}
    </>
  );
}

interface StatementCardProps extends Pick<StatementProps, 'settlement' | 'canClose'> {
  readonly onAction: (action: SettlementAction) => void;
}

function StatementCard({ settlement, canClose, onAction }: StatementCardProps) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  return (
    <LabelledCard label={t('statement')} sx={{ p: { xs: 1.5, md: 2 }, display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box component="h2" sx={{ typography: 'h6', m: 0 }}>
          {settlement.storeName} · {words.period(settlement.startsOn, settlement.endsOn)}
        </Box>
        <SettlementStateChip settlement={settlement} />
      </Box>
      <StatementFigures settlement={settlement} />
      <StatementParticulars settlement={settlement} />
      {settlement.paidReference !== null && (
        <Box sx={{ typography: 'body2' }}>
          {t('paidNote', { reference: settlement.paidReference, by: settlement.paidBy ?? '' })}
        </Box>
      )}
      <StatementActions settlement={settlement} canClose={canClose} onAction={onAction} />
      {canClose && settlement.state === 'OPEN' && !settlement.isOver && (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('close.notYet', { day: words.day(settlement.endsOn) })}
        </Box>
      )}
    </LabelledCard>
  );
}

/** The number of the statement and the account of the payout, as they are on the paper. */
function StatementParticulars({ settlement }: Pick<StatementProps, 'settlement'>) {
  const { t } = useTranslation('settlement');
  const { statementNumber, paidTo, payee } = settlement;
  const account =
    paidTo ??
    (payee === null || payee.bank === '' ? null : `${payee.bank} ${payee.accountNumber} ${payee.accountHolder}`);
  return (
    <Box data-testid="settlement-particulars" sx={{ typography: 'body2', color: 'text.secondary' }}>
      {t('statementNumber', { number: statementNumber })} · {t('account.paidTo')}: {account ?? t('account.none')}
    </Box>
  );
}

function StatementFigures({ settlement }: Pick<StatementProps, 'settlement'>) {
  const words = useSettlementWords();
  const { figures, state, payOn, paidOn } = settlement;
  return (
    <Box component="dl" data-testid="settlement-figures" sx={FIGURES}>
      <Figure name="gross" value={words.money(figures.grossAmount)} />
      <Figure name="refund" value={words.money(figures.refundAmount)} />
      <Figure name="net" value={words.money(figures.netAmount)} />
      <Figure name="fee" value={words.money(figures.feeAmount)} />
      <Figure name="royalty" value={words.money(figures.royaltyAmount)} />
      {figures.withheldAmount > 0 && <Figure name="withheld" value={words.money(figures.withheldAmount)} />}
      <Figure name="payout" value={words.money(figures.payoutAmount)} />
      {figures.carriedForwardAmount < 0 && <Figure name="carried" value={words.money(figures.carriedForwardAmount)} />}
      <Figure name={state === 'PAID' ? 'paidOn' : 'payOn'} value={words.day(paidOn ?? payOn)} />
    </Box>
  );
}

function StatementActions({ settlement, canClose, onAction }: StatementCardProps) {
  const { t } = useTranslation('settlement');
  const { state, isOver } = settlement;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {canClose && state === 'OPEN' && (
        <Button variant="contained" disabled={!isOver} onClick={() => onAction('close')}>
          {t('close.open')}
        </Button>
      )}
      {canClose && state === 'CLOSED' && (
        <Button variant="contained" onClick={() => onAction('pay')}>
          {t('pay.open')}
        </Button>
      )}
      {canClose && state === 'OPEN' && (
        <Button variant="outlined" color="inherit" onClick={() => onAction('adjust')}>
          {t('adjust.open')}
        </Button>
      )}
      {canClose && state === 'OPEN' && (
        <Button variant="outlined" color="inherit" onClick={() => onAction('share')}>
          {t('share.open')}
        </Button>
      )}
      <StatementFile settlement={settlement} />
    </Box>
  );
}

interface EarlierPeriodsProps extends Pick<StatementProps, 'onOpen'> {
  readonly periods: Settlement['earlier'];
}

/** The settled periods of which this one corrects something. */
function EarlierPeriods({ periods, onOpen }: EarlierPeriodsProps) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  return (
    <Card component="section" variant="outlined" sx={{ p: { xs: 1.5, md: 2 }, typography: 'body2' }}>
      <Box component="h2" sx={{ typography: 'subtitle2', m: 0, mb: 1 }}>
        {t('earlier.title')}
      </Box>
      {periods.map(({ settlementId, startsOn, endsOn, count, amount }) => (
        <Box key={settlementId} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Button size="small" onClick={() => onOpen(settlementId)}>
            {words.period(startsOn, endsOn)}
          </Button>
          <span>{t('earlier.line', { count, amount: words.money(amount) })}</span>
        </Box>
      ))}
    </Card>
  );
}

function StatementFile({ settlement }: { readonly settlement: Settlement }) {
  const { t, i18n } = useTranslation('settlement');
  const file = useStatementFile(useProduct(), settlement, i18n.resolvedLanguage === 'en' ? 'en' : 'kr');
  const save = (format: 'csv' | 'xlsx' | 'pdf') =>
    file.mutate(format, { onError: (error) => toast.error(problemText(t, error)) });
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        aria-disabled={file.isPending}
        sx={{ minHeight: 40 }}
        onClick={() => !file.isPending && save('pdf')}
      >
        {t('pdf')}
      </Button>
      <ExportMenu isPending={file.isPending} onSave={save} />
    </>
  );
}

function Figure({
  name,
  value,
}: {
  readonly name:
    | 'gross'
    | 'refund'
    | 'net'
    | 'fee'
    | 'royalty'
    | 'withheld'
    | 'payout'
    | 'carried'
    | 'payOn'
    | 'paidOn';
  readonly value: string;
}) {
  const { t } = useTranslation('settlement');
  return (
    <div data-figure={name}>
      <dt>{t(`figure.${name}`)}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const FIGURES = {
  m: 0,
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, max(130px, 22%)), 1fr))',
  fontVariantNumeric: 'tabular-nums',
  '& dt': { typography: 'caption', color: 'text.secondary' },
  '& dd': { m: 0, typography: 'subtitle1', whiteSpace: 'nowrap' },
  '& [data-figure=payout] dd': { typography: 'h6' },
} as const;
