import type { BodyInputOf, Payment, RefundAccount, requestApproval } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useProduct } from '../../session/auth.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { toast } from '../../ui/toast/toast.ts';
import { ChoiceToggle } from '../../ui/form/choice-toggle.tsx';
import { needsTwoForRefund, useApprovalRules, useRequestApproval } from '../approvals/index.ts';
import { ChangeMessageNotice } from '../messages/index.ts';
import { AmountField } from './amount-field.tsx';
import { useChangePayment } from './payments.api.ts';
import { RefundAccountFields } from './refund-account-fields.tsx';
import {
  isRefundedByProvider,
  toRefundAccount,
  needsAccount,
  NO_ACCOUNT,
  type AccountDraft,
} from './refund-account.ts';

/** The part of a payment that can still be refunded. */
export function getRefundableAmount({ state, amount, refundedAmount, provider, online }: Payment): number {
  const isPaid = state === 'DONE' || state === 'PARTIAL_CANCELED';
  return isPaid && (!isRefundedByProvider({ provider }) || online !== null) ? amount - refundedAmount : 0;
}

interface RefundDialogProps {
  readonly payment: Payment;
  /** The open refund of the reservation in won, such as that of its tier; 0 without one. */
  readonly suggested: number;
  /** At most this can be refunded, such as what is left of a pass; absent: all that is left of the payment. */
  readonly mostAmount?: number;
  /** `null`: the payment bought a pass. */
  readonly reservationId: string | null;
  readonly onChanged: () => void;
  readonly onDone: () => void;
}

type How = 'refund' | 'reverse';

/** Refunds a part of a payment or all of it, or reverses one that was recorded by mistake. */
export function RefundDialog(props: RefundDialogProps) {
  const { payment, onDone } = props;
  const { t } = useTranslation('payments');
  const format = useFormat();
  const form = useRefundForm(props);
  const submitText = useSubmitText({ payment, form });
  return (
    <FormDialog
      title={t('refund.of', { method: t(`method.${payment.method}`), amount: format.money(payment.amount) })}
      submitLabel={submitText}
      cancelLabel={t('dismiss')}
      color="error"
      isBusy={form.isPending}
      isDisabled={form.isAmountBad}
      error={form.error}
      onSubmit={form.submit}
      onClose={onDone}
    >
      {payment.state === 'DONE' && payment.provider === 'MANUAL' && (
        <HowChoice how={form.draft.how} onChoose={(how) => form.change({ how })} />
      )}
      <RefundHint payment={payment} how={form.draft.how} />
      <RefundFields payment={payment} form={form} />
      {!form.isAmountBad && props.reservationId !== null && (
        <ChangeMessageNotice
          reservation={{ id: props.reservationId, version: payment.version }}
          change={
            form.draft.how === 'refund'
              ? { act: 'REFUND', amount: Number(form.draft.amount) }
              : { act: 'REVERSE_PAYMENT' }
          }
        />
      )}
      {form.needsTwo && (
        <Box role="note" sx={{ typography: 'body2', fontWeight: 600 }}>
          {t('second.needed', { amount: format.money(form.onePersonLimit) })}
        </Box>
      )}
    </FormDialog>
  );
}

interface RefundDraft {
  readonly how: How;
  readonly amount: string;
  readonly reason: string;
  readonly account: AccountDraft;
  /** The guest is to pay the amount again. */
  readonly isStillDue: boolean;
}

function useRefundForm({ payment, suggested, mostAmount, reservationId, onChanged, onDone }: RefundDialogProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const product = useProduct();
  const mutation = useChangePayment(product, reservationId ?? '', onChanged);
  const ask = useRequestApproval(product);
  const rules = useApprovalRules(product).data;
  const refundable = Math.min(getRefundableAmount(payment), mostAmount ?? payment.amount);
  const [draft, setDraft] = useState<RefundDraft>({
    how: 'refund',
    amount: String(suggested > 0 ? Math.min(suggested, refundable) : refundable),
    reason: '',
    account: NO_ACCOUNT,
    isStillDue: false,
  });
  const [wasSent, setWasSent] = useState(false);
  const { how } = draft;
  const reason = draft.reason.trim();
  const amount = Number(draft.amount);
  const account = needsAccount(payment) ? toRefundAccount(draft.account) : null;
  const isAmountBad = how === 'refund' && (amount < 1 || amount > refundable);
  const needsTwo = needsTwoForRefund(rules, payment, how === 'refund' ? amount : payment.amount);
  const isPending = mutation.isPending || ask.isPending;

  function finish(text: string): void {
    toast.success(text);
    onDone();
  }

  function submit(): void {
    setWasSent(true);
    if (isPending || isAmountBad || reason === '' || (needsAccount(payment) && account === null)) return;
    const request: RefundRequest = { payment, how, amount, reason, account, isStillDue: draft.isStillDue };
    if (needsTwo) return ask.mutate(approvalBody(request), { onSuccess: () => finish(t('second.asked')) });
    const refundDone = isRefundedByProvider(payment) ? 'refund.asked' : 'refund.done';
    mutation.mutate(() => sendRefund(product, request), {
      onSuccess: () => finish(how === 'reverse' ? t('reverse.done') : t(refundDone, { amount: format.money(amount) })),
    });
  }

  return {
    draft,
    change: (patch: Partial<RefundDraft>) => setDraft((before) => ({ ...before, ...patch })),
    left: refundable,
    /** The store owes the guest money, and the refund returns it. */
    isOwed: suggested > 0,
    amount,
    isAmountBad,
    isReasonMissing: reason === '',
    wasSent,
    /** The refund needs a second person. */
    needsTwo,
    onePersonLimit: rules?.refundLimit ?? 0,
    isPending,
    error: needsTwo ? (ask.error ?? mutation.error) : mutation.error,
    submit,
  };
}

interface RefundRequest {
  readonly payment: Payment;
  readonly how: How;
  readonly amount: number;
  readonly reason: string;
  readonly account: RefundAccount | null;
  readonly isStillDue: boolean;
}

function sendRefund(
  product: string,
  { payment, how, amount, reason, account, isStillDue }: RefundRequest,
): Promise<Payment> {
  const params = { product, paymentId: payment.id };
  const body = { version: payment.version, reason };
  return how === 'refund'
    ? call('POST /api/v2/{product}/payment/{paymentId}/refund', {
        params,
        body: { ...body, amount, ...(account && { refundAccount: account }), ...(isStillDue && { isStillDue }) },
      })
    : call('POST /api/v2/{product}/payment/{paymentId}/reverse', { params, body });
}

/** The request to a second person. */
function approvalBody({
  payment,
  how,
  amount,
  reason,
  account,
  isStillDue,
}: RefundRequest): BodyInputOf<typeof requestApproval> {
  const common = { paymentId: payment.id, version: payment.version, reason };
  return how === 'refund'
    ? {
        kind: 'REFUND',
        ...common,
        amount,
        ...(account && { refundAccount: account }),
        ...(isStillDue && { isStillDue }),
      }
    : { kind: 'REVERSAL', ...common };
}

interface HowChoiceProps {
  readonly how: How;
  readonly onChoose: (how: How) => void;
}

function HowChoice({ how, onChoose }: HowChoiceProps) {
  const { t } = useTranslation('payments');
  return (
    <ChoiceToggle
      label={t('refund.how')}
      value={how}
      choices={[
        { value: 'refund', label: t('refund.open') },
        { value: 'reverse', label: t('reverse.open') },
      ]}
      onChoose={onChoose}
      isWide
    />
  );
}

interface RefundHintProps {
  readonly payment: Payment;
  readonly how: How;
}

/** The consequences of the refund or reversal. */
function RefundHint({ payment, how }: RefundHintProps) {
  const { t } = useTranslation('payments');
  return (
    <Box sx={{ typography: 'body2' }}>
      {how === 'reverse'
        ? t('reverse.hint')
        : isRefundedByProvider(payment)
          ? t(needsAccount(payment) ? 'refund.hintAccount' : 'refund.hintOnline', {
              provider: t(`provider.${payment.provider}`),
            })
          : t('refund.hint')}
    </Box>
  );
}

interface RefundPartProps {
  readonly payment: Payment;
  readonly form: ReturnType<typeof useRefundForm>;
}

function RefundFields({ payment, form }: RefundPartProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { draft, change, wasSent } = form;
  const hasAccount = needsAccount(payment);
  const isReasonBad = wasSent && form.isReasonMissing;
  return (
    <>
      {draft.how === 'refund' && (
        <AmountField
          label={t('refund.amount')}
          value={draft.amount}
          onType={(digits) => change({ amount: digits })}
          isBad={form.isAmountBad}
          hint={t('refund.left', { amount: format.money(form.left) })}
        />
      )}
      {hasAccount && (
        <RefundAccountFields draft={draft.account} onChange={(account) => change({ account })} wasSent={wasSent} />
      )}
      <TextField
        autoFocus={!hasAccount}
        fullWidth
        size="small"
        label={t('refund.reason')}
        value={draft.reason}
        onChange={(event) => change({ reason: event.target.value })}
        error={isReasonBad}
        helperText={isReasonBad ? t('refund.reasonMissing') : undefined}
        slotProps={{ htmlInput: { maxLength: form.needsTwo ? 200 : 300 } }}
      />
      {draft.how === 'refund' && !form.isOwed && (
        <div>
          <FormControlLabel
            control={<Checkbox checked={draft.isStillDue} onChange={(_event, isStillDue) => change({ isStillDue })} />}
            label={t('refund.stillDue')}
          />
          <FormHelperText>{t(draft.isStillDue ? 'refund.isStillDue' : 'refund.isWaived')}</FormHelperText>
        </div>
      )}
    </>
  );
}

/** What the submit button says. */
function useSubmitText({ payment, form }: RefundPartProps): string {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { isPending, isAmountBad, needsTwo, amount, draft } = form;
  if (isPending) return t('saving');
  if (needsTwo) return t('second.ask');
  if (draft.how === 'reverse') return t('reverse.now');
  return t(isRefundedByProvider(payment) ? 'refund.ask' : 'refund.now', {
    amount: format.money(isAmountBad ? 0 : amount),
  });
}
