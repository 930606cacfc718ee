import type { ManualMethod } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { toast } from '../../ui/toast.ts';
import { AmountField, MOST_WON } from './amount-field.tsx';
import { useChangePayment } from './payments.api.ts';

const METHODS: readonly ManualMethod[] = ['CASH', 'TRANSFER', 'CARD', 'ON_SITE'];

interface RecordFormProps {
  readonly reservationId: string;
  readonly dueAmount: number;
  readonly onChanged: () => void;
  readonly onDone: () => void;
}

/**
 * Records a payment that a person received. It opens with cash and the whole amount due: one more press records that.
 */
export function RecordForm({ reservationId, dueAmount, onChanged, onDone }: RecordFormProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const product = useProduct();
  const change = useChangePayment(product, reservationId, onChanged);
  const [method, setMethod] = useState<ManualMethod>('CASH');
  const [typed, setTyped] = useState(dueAmount > 0 ? String(dueAmount) : '');
  const [receipt, setReceipt] = useState('');
  const [isMoreOnPurpose, setIsMoreOnPurpose] = useState(false);
  const amount = Number(typed);
  const isAmountBad = amount < 1 || amount > MOST_WON;
  const more = isAmountBad ? 0 : amount - dueAmount;
  const hasReceipt = method === 'CASH' || method === 'TRANSFER';
  const isDisabled = isAmountBad || (more > 0 && !isMoreOnPurpose);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (change.isPending || isDisabled) return;
    const body = {
      reservationId,
      method,
      amount,
      ...(hasReceipt && receipt.trim() !== '' && { cashReceiptNumber: receipt.trim() }),
      ...(more > 0 && { mayExceedDue: true }),
    };
    change.mutate(() => call('POST /api/v2/{product}/payment', { params: { product }, body }), {
      onSuccess: () => {
        toast.success(t('record.done', { amount: format.money(amount) }));
        onDone();
      },
    });
  }

  return (
    <Box
      component="form"
      noValidate
      aria-label={t('record.open')}
      onSubmit={submit}
      sx={{ display: 'grid', gap: 1.5, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={method}
        aria-label={t('record.method')}
        onChange={(_event, picked: ManualMethod | null) => picked !== null && setMethod(picked)}
      >
        {METHODS.map((it) => (
          <ToggleButton key={it} value={it} sx={{ minHeight: 40, px: 0.5, textTransform: 'none' }}>
            {t(`method.${it}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <AmountField label={t('record.amount')} value={typed} onType={setTyped} isBad={typed !== '' && isAmountBad} />
      {more > 0 && (
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={isMoreOnPurpose}
              onChange={(event) => setIsMoreOnPurpose(event.target.checked)}
            />
          }
          label={t('record.more', { amount: format.money(more) })}
          slotProps={{ typography: { variant: 'body2' } }}
        />
      )}
      {hasReceipt && (
        <TextField
          size="small"
          label={t('record.receipt')}
          value={receipt}
          onChange={(event) => setReceipt(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 40 } }}
        />
      )}
      {change.error !== null && (
        <Box role="alert" sx={{ color: 'error.main' }}>
          {problemText(t, change.error)}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        <Button color="inherit" onClick={onDone}>
          {t('dismiss')}
        </Button>
        <Button type="submit" variant="contained" disabled={isDisabled} aria-disabled={change.isPending}>
          {change.isPending
            ? t('saving')
            : t('record.now', { method: t(`method.${method}`), amount: format.money(isAmountBad ? 0 : amount) })}
        </Button>
      </Box>
    </Box>
  );
}
