import type { Settlement } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { addDays, zonedDate } from '@munjigi/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useProduct } from '../../session/auth.tsx';
import { DateField } from '../../ui/form/time/date-field.tsx';
import { NumberInput, SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { wholeNumber } from '../../ui/form/numbers.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useStore } from '../stores/index.ts';
import { useChangeSettlement } from './settlement.api.ts';
import { useSettlementWords } from './settlement-words.ts';

export type SettlementAction = 'close' | 'pay' | 'adjust' | 'share';
const MOST_WON = 2_000_000_000;

interface SettlementActionDialogProps {
  readonly action: SettlementAction;
  readonly settlement: Settlement;
  readonly onDone: () => void;
}

/** The actions of head office on a period: each asks for confirmation and says what it means. */
export function SettlementActionDialog({ action, settlement, onDone }: SettlementActionDialogProps) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  const { draft, change, today, isAmountBad, isBad, isPending, error, submit } = useActionForm({
    action,
    settlement,
    onDone,
  });
  const { payoutAmount, carriedForwardAmount } = settlement.figures;
  return (
    <FormDialog
      title={t(`${action}.title`)}
      submitLabel={isPending ? t('saving') : t(`${action}.now`)}
      cancelLabel={t('dismiss')}
      isBusy={isPending}
      isDisabled={isBad}
      error={error}
      onSubmit={submit}
      onClose={onDone}
    >
      <Box sx={{ typography: 'body2' }}>
        {carriedForwardAmount < 0 && action === 'close'
          ? t('close.carries', { amount: words.money(carriedForwardAmount) })
          : t(`${action}.text`, { amount: words.money(payoutAmount) })}
      </Box>
      {action === 'adjust' && <AmountFields draft={draft} isAmountBad={isAmountBad} onChange={change} />}
      {(action === 'adjust' || action === 'pay') && (
        <DateField
          label={t(`${action}.date`)}
          value={draft.date}
          onChange={(date) => change({ date })}
          {...(action === 'adjust'
            ? { min: settlement.startsOn, max: settlement.endsOn }
            : { min: addDays(settlement.endsOn, 1), max: today })}
        />
      )}
      {(action === 'adjust' || action === 'pay') && (
        <TextInput
          label={t(`${action}.reason`)}
          value={draft.text}
          onChange={(text) => change({ text })}
          maxLength={action === 'pay' ? 100 : 200}
        />
      )}
    </FormDialog>
  );
}

interface ActionDraft {
  readonly date: string;
  /** The reference of a payout, or the reason for an adjustment. */
  readonly text: string;
  readonly sign: 'plus' | 'minus';
  readonly amount: string;
}

function useActionForm({ action, settlement, onDone }: SettlementActionDialogProps) {
  const { t } = useTranslation('settlement');
  const product = useProduct();
  const mutation = useChangeSettlement(product);
  const [now] = useState(() => new Date());
  const store = useStore(product, settlement.storeId).data;
  // Until the store and its time zone have loaded, the last date of the period counts as today: no action accepts a
  // date after today.
  const today = store === undefined ? settlement.endsOn : zonedDate(store.timeZone, now);
  const latest = action === 'pay' ? settlement.payOn : settlement.endsOn;
  const [typed, setTyped] = useState<Partial<ActionDraft>>({});
  const draft: ActionDraft = { date: latest < today ? latest : today, text: '', sign: 'plus', amount: '', ...typed };
  const text = draft.text.trim();
  const amount = wholeNumber(draft.amount, 1, MOST_WON);
  const isBad =
    (action === 'adjust' && (amount === null || text === '' || draft.date === '')) ||
    (action === 'pay' && (text === '' || draft.date === ''));

  function submit(): void {
    const signedAmount = (draft.sign === 'minus' ? -1 : 1) * (amount ?? 0);
    const request = { product, action, settlement, date: draft.date, text, signedAmount };
    mutation.mutate(() => sendAction(request), {
      onSuccess: () => {
        toast.success(t(`${action}.done`));
        onDone();
      },
    });
  }

  return {
    draft,
    change: (patch: Partial<ActionDraft>) => setTyped((before) => ({ ...before, ...patch })),
    today,
    isAmountBad: amount === null,
    isBad,
    isPending: mutation.isPending,
    error: mutation.error,
    submit,
  };
}

interface ActionRequest
  extends Pick<SettlementActionDialogProps, 'action' | 'settlement'>, Pick<ActionDraft, 'date' | 'text'> {
  readonly product: string;
  readonly signedAmount: number;
}

function sendAction({ product, action, settlement, date, text, signedAmount }: ActionRequest): Promise<Settlement> {
  const params = { product, settlementId: settlement.id };
  switch (action) {
    case 'close':
      return call('POST /api/v2/{product}/settlement/{settlementId}/close', {
        params,
        body: { payoutAmount: settlement.figures.payoutAmount },
      });
    case 'pay':
      return call('POST /api/v2/{product}/settlement/{settlementId}/paid', {
        params,
        body: { paidOn: date, reference: text },
      });
    case 'share':
      return call('POST /api/v2/{product}/settlement/{settlementId}/version', { params, body: {} });
    case 'adjust':
      return call('POST /api/v2/{product}/settlement/{settlementId}/adjustment', {
        params,
        body: { datedOn: date, amount: signedAmount, reason: text },
      });
  }
}

interface AmountFieldsProps {
  readonly draft: Pick<ActionDraft, 'sign' | 'amount'>;
  readonly isAmountBad: boolean;
  readonly onChange: (patch: Partial<ActionDraft>) => void;
}

/** The amount of an adjustment, and whether the store gets or owes it. */
function AmountFields({ draft, isAmountBad, onChange }: AmountFieldsProps) {
  const { t } = useTranslation('settlement');
  return (
    <>
      <SelectInput
        label={t('adjust.sign')}
        value={draft.sign}
        options={(['plus', 'minus'] as const).map((value) => ({ value, label: t(`adjust.${value}`) }))}
        onChange={(value) => onChange({ sign: value === 'minus' ? 'minus' : 'plus' })}
      />
      <NumberInput
        label={t('adjust.amount')}
        unit={t('won')}
        value={draft.amount}
        onChange={(amount) => onChange({ amount })}
        error={draft.amount !== '' && isAmountBad ? t('adjust.badAmount') : undefined}
      />
    </>
  );
}
