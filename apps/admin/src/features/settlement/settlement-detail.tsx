import type { Settlement } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useCan, useProduct } from '../../app/auth.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ExportMenu } from '../../ui/form/export-menu.tsx';
import { toast } from '../../ui/toast.ts';
import { ActionDialog, type Action } from './action-dialog.tsx';
import { LineTable } from './line-table.tsx';
import { useSettlement, useStatementFile } from './settlement.api.ts';
import { StateChip } from './state-chip.tsx';
import { TaxInvoiceCard } from './tax-invoice-card.tsx';
import { VersionList } from './version-list.tsx';
import { useSettlementWords } from './words.ts';

interface SettlementDetailProps {
  readonly id: string;
  readonly mayClose: boolean;
  readonly onOpen: (id: string) => void;
}

export function SettlementDetail({ id, mayClose, onOpen }: SettlementDetailProps) {
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
      <Statement settlement={data} mayClose={mayClose} onOpen={onOpen} />
    </>
  );
}

function Statement({
  settlement,
  mayClose,
  onOpen,
}: {
  readonly settlement: Settlement;
  readonly mayClose: boolean;
  readonly onOpen: (id: string) => void;
}) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  const can = useCan();
  const [action, setAction] = useState<Action | null>(null);
  const { figures, state } = settlement;
  return (
    <>
      <Card
        component="section"
        variant="outlined"
        aria-label={t('statement')}
        sx={{ p: { xs: 1.5, md: 2 }, display: 'grid', gap: 1.5 }}
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Box component="h2" sx={{ typography: 'h6', m: 0 }}>
            {settlement.storeName} · {words.period(settlement.startsOn, settlement.endsOn)}
          </Box>
          <StateChip settlement={settlement} />
        </Box>
        <Box component="dl" data-testid="settlement-figures" sx={FIGURES}>
          <Figure name="net" value={words.money(figures.netAmount)} />
          <Figure name="fee" value={words.money(figures.feeAmount)} />
          <Figure name="royalty" value={words.money(figures.royaltyAmount)} />
          {figures.withheldAmount > 0 && <Figure name="withheld" value={words.money(figures.withheldAmount)} />}
          <Figure name="payout" value={words.money(figures.payoutAmount)} />
          {figures.carriedForwardAmount < 0 && (
            <Figure name="carried" value={words.money(figures.carriedForwardAmount)} />
          )}
          <Figure
            name={state === 'PAID' ? 'paidOn' : 'payOn'}
            value={words.day(settlement.paidOn ?? settlement.payOn)}
          />
        </Box>
        {settlement.paidReference !== null && (
          <Box sx={{ typography: 'body2' }}>
            {t('paidNote', { reference: settlement.paidReference, by: settlement.paidBy ?? '' })}
          </Box>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {mayClose && state === 'OPEN' && (
            <Button variant="contained" disabled={!settlement.isOver} onClick={() => setAction('close')}>
              {t('close.open')}
            </Button>
          )}
          {mayClose && state === 'CLOSED' && (
            <Button variant="contained" onClick={() => setAction('pay')}>
              {t('pay.open')}
            </Button>
          )}
          {mayClose && state === 'OPEN' && (
            <Button variant="outlined" color="inherit" onClick={() => setAction('adjust')}>
              {t('adjust.open')}
            </Button>
          )}
          {mayClose && state === 'OPEN' && (
            <Button variant="outlined" color="inherit" onClick={() => setAction('share')}>
              {t('share.open')}
            </Button>
          )}
          <StatementFile settlement={settlement} />
        </Box>
        {mayClose && state === 'OPEN' && !settlement.isOver && (
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
            {t('close.notYet', { day: words.day(settlement.endsOn) })}
          </Box>
        )}
      </Card>
      <LineTable settlement={settlement} mayComment={can('settlement:comment') && state === 'OPEN'} />
      {settlement.taxInvoice !== null && <TaxInvoiceCard invoice={settlement.taxInvoice} />}
      {settlement.earlier.length > 0 && (
        <Card component="section" variant="outlined" sx={{ p: { xs: 1.5, md: 2 }, typography: 'body2' }}>
          <Box component="h2" sx={{ typography: 'subtitle2', m: 0, mb: 1 }}>
            {t('earlier.title')}
          </Box>
          {settlement.earlier.map((it) => (
            <Box key={it.settlementId} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
              <Button size="small" onClick={() => onOpen(it.settlementId)}>
                {words.period(it.startsOn, it.endsOn)}
              </Button>
              <span>{t('earlier.line', { count: it.count, amount: words.money(it.amount) })}</span>
            </Box>
          ))}
        </Card>
      )}
      <VersionList settlement={settlement} />
      {action !== null && <ActionDialog action={action} settlement={settlement} onDone={() => setAction(null)} />}
    </>
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
        {t('file.pdf')}
      </Button>
      <ExportMenu
        title={file.isPending ? t('file.underWay') : t('file.title')}
        formats={{ xlsx: t('file.xlsx'), csv: t('file.csv') }}
        isPending={file.isPending}
        onSave={save}
      />
    </>
  );
}

function Figure({
  name,
  value,
}: {
  readonly name: 'net' | 'fee' | 'royalty' | 'withheld' | 'payout' | 'carried' | 'payOn' | 'paidOn';
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
  gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))',
  fontVariantNumeric: 'tabular-nums',
  '& dt': { typography: 'caption', color: 'text.secondary' },
  '& dd': { m: 0, typography: 'subtitle1', whiteSpace: 'nowrap' },
  '& [data-figure=payout] dd': { typography: 'h6' },
} as const;
