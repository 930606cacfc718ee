import { MANUAL_METHODS, type ManualMethod } from '@munjigi/contract/payment-methods';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useProduct } from '../../session/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { ChoiceToggle } from '../../ui/form/choice-toggle.tsx';
import { AmountField, MAX_PAYMENT_AMOUNT } from './amount-field.tsx';
import { ChangeMessageNotice } from '../messages/index.ts';
import { useChangePayment } from './payments.api.ts';

interface RecordFormProps {
  readonly reservationId: string;
  readonly dueAmount: number;
  readonly onChanged: () => void;
  readonly onDone: () => void;
}

/**
 * Records a payment that a person received. It opens with cash and the whole amount due, so that one more press records
 * that.
 */
export function RecordForm(props: RecordFormProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { draft, change, amount, isAmountBad, excess, hasReceipt, isDisabled, isPending, error, submit } =
    useRecordForm(props);
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('record.open')}
      onSubmit={submit}
      sx={{ display: 'grid', gap: 1.5, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <MethodChoice method={draft.method} onChoose={(method) => change({ method })} />
      <AmountField
        label={t('record.amount')}
        value={draft.amount}
        onType={(digits) => change({ amount: digits })}
        isBad={draft.amount !== '' && isAmountBad}
      />
      {excess > 0 && (
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={draft.isExcessIntended}
              onChange={(event) => change({ isExcessIntended: event.target.checked })}
            />
          }
          label={t('record.more', { amount: format.money(excess) })}
          slotProps={{ typography: { variant: 'body2' } }}
        />
      )}
      {hasReceipt && (
        <TextField
          size="small"
          label={t('record.receipt')}
          value={draft.receipt}
          onChange={(event) => change({ receipt: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 40 } }}
        />
      )}
      {!isAmountBad && <MessageOfPayment {...props} amount={amount} />}
      <ProblemAlert error={error} />
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        <Button color="inherit" onClick={props.onDone}>
          {t('dismiss')}
        </Button>
        <Button type="submit" variant="contained" disabled={isDisabled} aria-disabled={isPending}>
          {isPending
            ? t('saving')
            : t('record.now', {
                method: t(`method.${draft.method}`),
                amount: format.money(isAmountBad ? 0 : amount),
              })}
        </Button>
      </Box>
    </Box>
  );
}

function MessageOfPayment({
  reservationId,
  dueAmount,
  amount,
}: Pick<RecordFormProps, 'reservationId' | 'dueAmount'> & { readonly amount: number }) {
  // Another due amount is another state of the reservation, so the message is read again.
  const reservation = { id: reservationId, version: dueAmount };
  return <ChangeMessageNotice reservation={reservation} change={{ act: 'PAYMENT', amount }} />;
}

interface RecordDraft {
  readonly method: ManualMethod;
  readonly amount: string;
  readonly receipt: string;
  /** Whether the guest paid more than the amount due on purpose, and not by a typing mistake. */
  readonly isExcessIntended: boolean;
}

function useRecordForm({ reservationId, dueAmount, onChanged, onDone }: RecordFormProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const product = useProduct();
  const mutation = useChangePayment(product, reservationId, onChanged);
  const [draft, setDraft] = useState<RecordDraft>({
    method: 'CASH',
    amount: dueAmount > 0 ? String(dueAmount) : '',
    receipt: '',
    isExcessIntended: false,
  });
  const { method } = draft;
  const amount = Number(draft.amount);
  const isAmountBad = amount < 1 || amount > MAX_PAYMENT_AMOUNT;
  const excess = isAmountBad ? 0 : amount - dueAmount;
  const hasReceipt = method === 'CASH' || method === 'TRANSFER';
  const isDisabled = isAmountBad || (excess > 0 && !draft.isExcessIntended);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (mutation.isPending || isDisabled) return;
    const receipt = draft.receipt.trim();
    const body = {
      reservationId,
      method,
      amount,
      ...(hasReceipt && receipt !== '' && { cashReceiptNumber: receipt }),
      ...(excess > 0 && { mayExceedDue: true }),
    };
    mutation.mutate(() => call('POST /api/v2/{product}/payment', { params: { product }, body }), {
      onSuccess: () => {
        toast.success(t('record.done', { amount: format.money(amount) }));
        onDone();
      },
    });
  }

  return {
    draft,
    change: (patch: Partial<RecordDraft>) => setDraft((before) => ({ ...before, ...patch })),
    amount,
    isAmountBad,
    /** The amount above the amount due; at most 0 without any. */
    excess,
    hasReceipt,
    isDisabled,
    isPending: mutation.isPending,
    error: mutation.error,
    submit,
  };
}

interface MethodChoiceProps {
  readonly method: ManualMethod;
  readonly onChoose: (method: ManualMethod) => void;
}

function MethodChoice({ method, onChoose }: MethodChoiceProps) {
  const { t } = useTranslation('payments');
  return (
    <ChoiceToggle
      label={t('record.method')}
      value={method}
      choices={MANUAL_METHODS.map((value) => ({ value, label: t(`method.${value}`) }))}
      onChoose={onChoose}
      isWide
    />
  );
}
