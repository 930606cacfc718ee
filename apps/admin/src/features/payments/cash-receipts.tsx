import type { CashReceipt, CashReceiptsOfStay } from '@munjigi/contract';
import { CASH_RECEIPT_PURPOSES, type CashReceiptPurpose } from '@munjigi/contract/receipt-values';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { ChoiceToggle } from '../../ui/form/choice-toggle.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { useCashReceipts, useRetryReceipt, useSetReceiptNumber } from './cash-receipts.api.ts';

/** The cash receipts of a reservation, and the number that they are issued to (CR-11). Nothing where the store issues none. */
export function ReceiptList({ reservationId }: { readonly reservationId: string }) {
  const { t } = useTranslation('payments');
  const { data } = useCashReceipts(useProduct(), reservationId);
  if (data === undefined || (!data.isOffered && data.receipts.length === 0)) return null;
  return (
    <Box
      component="section"
      aria-label={t('cashReceipts.title')}
      data-testid="cash-receipts"
      sx={{ display: 'grid', gap: 1, typography: 'body2' }}
    >
      <Box component="h4" sx={{ typography: 'subtitle2', color: 'text.secondary', m: 0 }}>
        {t('cashReceipts.title')}
      </Box>
      <NumberRow receipts={data} />
      {data.receipts.length > 0 && (
        <Box component="ul" aria-label={t('cashReceipts.title')} sx={{ ...PLAIN_LIST, display: 'grid', gap: 1 }}>
          {data.receipts.map((receipt) => (
            <ReceiptLine key={receipt.id} receipt={receipt} reservationId={reservationId} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function NumberRow({ receipts: { number, reservationId } }: { readonly receipts: CashReceiptsOfStay }) {
  const { t } = useTranslation('payments');
  const mayEnter = useCan()('payments:write');
  const [isEntering, setEntering] = useState(false);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Box sx={{ flexGrow: 1 }}>
          {number === null
            ? t('cashReceipts.noNumber')
            : [
                t(`cashReceipts.purpose.${number.purpose}`),
                t(`cashReceipts.kind.${number.kind}`),
                number.masked,
                t(number.isOfGuest ? 'cashReceipts.enteredBy.guest' : 'cashReceipts.enteredBy.staff'),
              ].join(' · ')}
        </Box>
        {mayEnter && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            aria-expanded={isEntering}
            onClick={() => setEntering(!isEntering)}
            sx={{ minHeight: 40 }}
          >
            {t(number === null ? 'cashReceipts.enter' : 'cashReceipts.change')}
          </Button>
        )}
      </Box>
      {isEntering && <NumberForm reservationId={reservationId} onDone={() => setEntering(false)} />}
    </>
  );
}

function NumberForm({ reservationId, onDone }: { readonly reservationId: string; readonly onDone: () => void }) {
  const { t } = useTranslation('payments');
  const save = useSetReceiptNumber(useProduct(), reservationId);
  const [purpose, setPurpose] = useState<CashReceiptPurpose>('INCOME');
  const [number, setNumber] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate({ purpose, number }, { onSuccess: onDone });
  };
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('cashReceipts.enter')}
      onSubmit={submit}
      sx={{ display: 'grid', gap: 1.5, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <ChoiceToggle
        label={t('cashReceipts.purposeLabel')}
        value={purpose}
        choices={CASH_RECEIPT_PURPOSES.map((value) => ({ value, label: t(`cashReceipts.purpose.${value}`) }))}
        onChoose={setPurpose}
      />
      <TextField
        size="small"
        label={t('cashReceipts.numberLabel')}
        helperText={t('cashReceipts.numberHint')}
        value={number}
        onChange={(event) => setNumber(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 60, inputMode: 'numeric' } }}
      />
      <ProblemAlert error={save.error} />
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        <Button color="inherit" onClick={onDone}>
          {t('cashReceipts.cancel')}
        </Button>
        <Button type="submit" variant="contained" disabled={number.trim() === ''} aria-disabled={save.isPending}>
          {t('cashReceipts.save')}
        </Button>
      </Box>
    </Box>
  );
}

interface ReceiptLineProps {
  readonly receipt: CashReceipt;
  readonly reservationId: string;
}

function ReceiptLine({ receipt, reservationId }: ReceiptLineProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const mayRetry = useCan()('payments:write');
  const retry = useRetryReceipt(useProduct(), reservationId);
  return (
    <Box component="li" data-testid="cash-receipt" data-state={receipt.state} sx={{ display: 'grid', gap: 0.25 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontVariantNumeric: 'tabular-nums' }}>
        <span>{t(`cashReceipts.state.${receipt.state}`)}</span>
        <strong>{format.money(receipt.issuedAmount > 0 ? receipt.issuedAmount : receipt.keptAmount)}</strong>
      </Box>
      <ReceiptFacts receipt={receipt} />
      {receipt.failure !== null && (
        <Box sx={{ color: 'error.main' }}>
          {t(failureKeyOf(receipt.failure.code), { reason: receipt.failure.message || receipt.failure.code })}
        </Box>
      )}
      {mayRetry && receipt.failure !== null && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={retry.isPending}
          onClick={() => retry.mutate(receipt.id)}
          sx={{ justifySelf: 'start', minHeight: 40 }}
        >
          {t('cashReceipts.retry')}
        </Button>
      )}
      <ProblemAlert error={retry.error} />
    </Box>
  );
}

const FAILURES = [
  'CANCEL_AT_TERMINAL',
  'OWN_RECEIPT_DIFFERS',
  'PROVIDER_NOT_SET',
  'NO_ANSWER',
  'NUMBER_ERASED',
] as const;

/** The key of the text of a failure, in `payments`. */
export function failureKeyOf(code: string) {
  const named = FAILURES.find((failure) => failure === code);
  return `cashReceipts.failure.${named ?? 'OTHER'}` as const;
}

function ReceiptFacts({ receipt }: { readonly receipt: CashReceipt }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const facts = [
    receipt.approvalNumber === null ? null : t('cashReceipts.approval', { number: receipt.approvalNumber }),
    receipt.issuedAt === null ? null : format.dateTime(receipt.issuedAt),
    receipt.issuedAmount === 0
      ? null
      : t('cashReceipts.amounts', {
          supply: format.money(receipt.supplyAmount),
          vat: format.money(receipt.vatAmount),
        }),
    receipt.isSelfIssued ? t('cashReceipts.self') : null,
    receipt.selfIssueAt === null ? null : t('cashReceipts.until', { at: format.dateTime(receipt.selfIssueAt) }),
  ].filter((fact) => fact !== null);
  return (
    <Box sx={{ color: 'text.secondary' }}>
      {facts.join(' · ')}{' '}
      {receipt.receiptUrl !== null && (
        <a href={receipt.receiptUrl} target="_blank" rel="noreferrer">
          {t('cashReceipts.link')}
        </a>
      )}
    </Box>
  );
}
