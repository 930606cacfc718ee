import type { SettlementAct, SettlementActResult, SettlementSummary } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { addDays, zonedDate } from '@munjigi/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../session/auth.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { DateField } from '../../ui/form/time/date-field.tsx';
import { TextInput } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { useZone } from '../../ui/time/zone.ts';
import { useActOnSettlements } from './settlement.api.ts';
import { useSettlementWords } from './settlement-words.ts';

interface BulkDialogProps {
  readonly act: SettlementAct;
  readonly periods: readonly SettlementSummary[];
  readonly onDone: (failedIds: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Confirms an act on several periods, and then shows for each whether it is done, and otherwise why not. */
export function BulkDialog({ act, periods, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  const form = useBulkForm({ act, periods, onDone });
  const { results } = form;
  const sum = periods.reduce((total, { figures }) => total + (figures?.payoutAmount ?? 0), 0);
  return (
    <FormDialog
      title={
        results === null ? t(`bulk.${act}.title`, { count: periods.length, n: periods.length }) : t('bulk.results')
      }
      submitLabel={
        results !== null
          ? t('common:close')
          : form.isPending
            ? t('bulk.doing', { n: periods.length })
            : t(`bulk.${act}.now`)
      }
      cancelLabel={t('dismiss')}
      maxWidth="sm"
      isBusy={form.isPending}
      isDisabled={results === null && form.isBad}
      error={form.error}
      onSubmit={results === null ? form.submit : onClose}
      onClose={onClose}
    >
      {results === null ? (
        <>
          <Box sx={{ typography: 'body2' }}>{t(`bulk.${act}.text`)}</Box>
          <Box sx={{ typography: 'subtitle2' }}>{t('bulk.sum', { amount: words.money(sum) })}</Box>
          {act === 'PAY' && (
            <>
              <DateField
                label={t('pay.date')}
                value={form.paidOn}
                min={form.earliest}
                max={form.today}
                onChange={form.setPaidOn}
              />
              <TextInput label={t('pay.reason')} value={form.reference} maxLength={100} onChange={form.setReference} />
            </>
          )}
        </>
      ) : (
        <Box role="status" sx={{ typography: 'body2' }}>
          {form.doneCount === periods.length
            ? t('bulk.allDone', { n: form.doneCount })
            : t('bulk.someDone', { n: form.doneCount, all: periods.length })}
        </Box>
      )}
      <PeriodList periods={periods} results={results} />
    </FormDialog>
  );
}

function useBulkForm({ act, periods, onDone }: Pick<BulkDialogProps, 'act' | 'periods' | 'onDone'>) {
  const mutation = useActOnSettlements(useProduct());
  const zone = useZone();
  const [today] = useState(() => zonedDate(zone, new Date()));
  const [paidOn, setPaidOn] = useState(today);
  const [reference, setReference] = useState('');
  const [results, setResults] = useState<readonly SettlementActResult[] | null>(null);
  const lastEnd =
    periods
      .map(({ endsOn }) => endsOn)
      .sort()
      .at(-1) ?? today;

  function submit(): void {
    mutation.mutate(
      {
        act,
        items: periods.map(({ id, figures }) => ({ settlementId: id, payoutAmount: figures?.payoutAmount ?? 0 })),
        ...(act === 'PAY' && { paidOn, reference: reference.trim() }),
      },
      {
        onSuccess: (answered) => {
          setResults(answered);
          onDone(answered.filter(({ isDone }) => !isDone).map(({ settlementId }) => settlementId));
        },
      },
    );
  }

  return {
    today,
    earliest: addDays(lastEnd, 1),
    paidOn,
    setPaidOn,
    reference,
    setReference,
    results,
    doneCount: results?.filter(({ isDone }) => isDone).length ?? 0,
    isBad: act === 'PAY' && (paidOn === '' || reference.trim() === ''),
    isPending: mutation.isPending,
    error: mutation.error,
    submit,
  };
}

interface PeriodListProps {
  readonly periods: readonly SettlementSummary[];
  /** `null`: not sent yet. */
  readonly results: readonly SettlementActResult[] | null;
}

function PeriodList({ periods, results }: PeriodListProps) {
  const words = useSettlementWords();
  return (
    <Box component="ul" sx={LIST}>
      {periods.map((period) => {
        const result = results?.find(({ settlementId }) => settlementId === period.id);
        return (
          <li key={period.id} data-testid="bulk-item">
            <span>
              {period.storeName} · {words.period(period.startsOn, period.endsOn)}
            </span>
            <span>{period.figures === null ? '–' : words.money(period.figures.payoutAmount)}</span>
            {result !== undefined && <ResultWords result={result} />}
          </li>
        );
      })}
    </Box>
  );
}

const REASONS = ['STALE', 'STATE_NOT_ALLOWED', 'NOT_FOUND', 'INVALID_INPUT'] as const;

function ResultWords({ result: { isDone, problem } }: { readonly result: SettlementActResult }) {
  const { t } = useTranslation('settlement');
  const reason = REASONS.find((code) => code === problem?.code);
  const text = isDone ? t('bulk.done') : reason === undefined ? problemText(t, problem) : t(`bulk.reason.${reason}`);
  return (
    <Box component="span" sx={{ gridColumn: '1 / -1', color: isDone ? 'success.main' : 'error.main' }}>
      {isDone ? '✓ ' : ''}
      {text}
    </Box>
  );
}

const LIST = {
  ...PLAIN_LIST,
  maxHeight: 320,
  overflowY: 'auto',
  typography: 'body2',
  fontVariantNumeric: 'tabular-nums',
  '& li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: 2,
    py: 0.75,
    borderTop: 1,
    borderColor: 'divider',
  },
} as const;
