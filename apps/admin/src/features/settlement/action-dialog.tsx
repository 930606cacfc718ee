import type { Settlement } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { addDays, zonedDate } from '@munjigi/rules';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { NumberInput, SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { wholeNumber } from '../../ui/form/numbers.ts';
import { toast } from '../../ui/toast.ts';
import { useStore } from '../stores/index.ts';
import { useChangeSettlement } from './settlement.api.ts';
import { useSettlementWords } from './words.ts';

export type Action = 'close' | 'pay' | 'adjust' | 'share';
const MOST_WON = 2_000_000_000;

interface ActionDialogProps {
  readonly action: Action;
  readonly settlement: Settlement;
  readonly onDone: () => void;
}

/** The actions of head office on a period: each asks for confirmation and says what it means. */
export function ActionDialog({ action, settlement, onDone }: ActionDialogProps) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  const product = useProduct();
  const change = useChangeSettlement(product);
  const [now] = useState(() => new Date());
  const store = useStore(product, settlement.storeId).data;
  // Until the store and its time zone have loaded the last date of the period is used as today: no action accepts a
  // date after today.
  const today = store === undefined ? settlement.endsOn : zonedDate(store.timeZone, now);
  const latest = action === 'pay' ? settlement.payOn : settlement.endsOn;
  const [chosenDate, setDate] = useState<string | null>(null);
  const date = chosenDate ?? (latest < today ? latest : today);
  const [text, setText] = useState('');
  const [typed, setTyped] = useState('');
  const [sign, setSign] = useState<'plus' | 'minus'>('plus');
  const { payoutAmount, carriedForwardAmount } = settlement.figures;
  const amount = wholeNumber(typed, 1, MOST_WON);
  const isBad =
    (action === 'adjust' && (amount === null || text.trim() === '' || date === '')) ||
    (action === 'pay' && (text.trim() === '' || date === ''));
  const params = { product, settlementId: settlement.id };

  function send(): Promise<Settlement> {
    if (action === 'close')
      return call('POST /api/v2/{product}/settlement/{settlementId}/close', { params, body: { payoutAmount } });
    if (action === 'pay')
      return call('POST /api/v2/{product}/settlement/{settlementId}/paid', {
        params,
        body: { paidOn: date, reference: text.trim() },
      });
    if (action === 'share')
      return call('POST /api/v2/{product}/settlement/{settlementId}/version', { params, body: {} });
    const body = { datedOn: date, amount: (sign === 'minus' ? -1 : 1) * (amount ?? 0), reason: text.trim() };
    return call('POST /api/v2/{product}/settlement/{settlementId}/adjustment', { params, body });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isBad || change.isPending) return;
    change.mutate(send, {
      onSuccess: () => {
        toast.success(t(`${action}.done`));
        onDone();
      },
    });
  }

  return (
    <Dialog open onClose={onDone} fullWidth maxWidth="xs" aria-labelledby="settlement-action">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="settlement-action">{t(`${action}.title`)}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
          <Box sx={{ typography: 'body2' }}>
            {carriedForwardAmount < 0 && action === 'close'
              ? t('close.carries', { amount: words.money(carriedForwardAmount) })
              : t(`${action}.text`, { amount: words.money(payoutAmount) })}
          </Box>
          {action === 'adjust' && (
            <SelectInput
              label={t('adjust.sign')}
              value={sign}
              options={(['plus', 'minus'] as const).map((value) => ({ value, label: t(`adjust.${value}`) }))}
              onChange={(value) => setSign(value === 'minus' ? 'minus' : 'plus')}
            />
          )}
          {action === 'adjust' && (
            <NumberInput
              label={t('adjust.amount')}
              unit={t('won')}
              value={typed}
              onChange={setTyped}
              error={typed !== '' && amount === null ? t('adjust.badAmount') : undefined}
            />
          )}
          {(action === 'adjust' || action === 'pay') && (
            <DateField
              label={t(`${action}.date`)}
              value={date}
              onChange={setDate}
              {...(action === 'adjust'
                ? { min: settlement.startsOn, max: settlement.endsOn }
                : { min: addDays(settlement.endsOn, 1), max: today })}
            />
          )}
          {(action === 'adjust' || action === 'pay') && (
            <TextInput
              label={t(`${action}.reason`)}
              value={text}
              onChange={setText}
              maxLength={action === 'pay' ? 100 : 200}
            />
          )}
          {change.error !== null && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {problemText(t, change.error)}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onDone}>
            {t('dismiss')}
          </Button>
          <Button type="submit" variant="contained" disabled={isBad} aria-disabled={change.isPending}>
            {change.isPending ? t('saving') : t(`${action}.now`)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
