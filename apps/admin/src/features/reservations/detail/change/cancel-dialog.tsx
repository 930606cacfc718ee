import type { ReservationDetail, SeriesScope } from '@munjigi/contract';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/call.ts';
import { useCan, useProduct } from '../../../../session/auth.tsx';
import { TextInput } from '../../../../ui/form/fields.tsx';
import { FormDialog } from '../../../../ui/form/dialog/form-dialog.tsx';
import { wholeNumber } from '../../../../ui/form/numbers.ts';
import { useFormat } from '../../../../ui/format.ts';
import { ProblemAlert } from '../../../../ui/states/problem-alert.tsx';
import { toast } from '../../../../ui/toast/toast.ts';
import {
  toRefundAccount,
  asksForAccount,
  NO_ACCOUNT,
  RefundAccountFields,
  RefundPlan,
  SendOwedRefund,
  useRefundPlan,
  useRereadRefunds,
  useStartedRefundWords,
} from '../../../payments/index.ts';
import { ChangeMessageNotice } from '../../../messages/index.ts';
import { useFormRefusal } from '../../create/form-refusal.ts';
import { formatReservationName } from '../../reservation-words.ts';
import type { ActionFormProps } from '../drawer-props.ts';
import { useChangeReservation } from '../drawer.api.ts';
import { ScopeSelect } from './scope-select.tsx';

/**
 * Asks for confirmation before a cancellation: the tier, the refund and how it is paid, the reason; for a series the
 * scope. Then opens the refund that a person must send.
 */
export function CancelDialog({ reservation, onDone }: ActionFormProps) {
  const { t } = useTranslation('reservations');
  const { share, account, reason, setReason, scope, setScope, refusal, ...form } = useCancelForm(reservation, onDone);
  const isGuest = reservation.kind === 'GUEST';
  if (form.isSending) return <SendOwedRefund reservationId={reservation.id} onDone={onDone} />;
  return (
    <FormDialog
      title={isGuest ? t('cancel.title', { name: formatReservationName(t, reservation) }) : t('cancel.unblock')}
      submitLabel={form.isPending ? t('create.saving') : isGuest ? t('cancel.now') : t('cancel.unblock')}
      cancelLabel={t('cancel.keep')}
      color="error"
      isBusy={form.isPending}
      onSubmit={form.submit}
      onClose={onDone}
    >
      {isGuest && <CancellationTier reservation={reservation} canRefund={share.canRefund} />}
      {isGuest && reservation.paidAmount > 0 && share.canRefund && (
        <RefundShare share={share} error={refusal.fields['refundPercent']} />
      )}
      {scope === 'ONE' && <RefundPlan plan={share.plan} />}
      {account.isRequired && <RefundAccount account={account} wasSent={form.wasSent} />}
      {reservation.seriesId !== null && <ScopeSelect value={scope} onPick={setScope} />}
      <TextInput
        autoFocus
        label={t('cancel.reason')}
        value={reason}
        onChange={setReason}
        error={refusal.fields['reason']}
        maxLength={300}
      />
      {isGuest && <ChangeMessageNotice reservation={reservation} change={{ act: 'CANCEL', amount: share.amount }} />}
      <ProblemAlert text={refusal.text} />
    </FormDialog>
  );
}

/** The reason, the scope and the refund of a cancellation; `isSending`: a person must send the refund now. */
function useCancelForm(reservation: ReservationDetail, onDone: () => void) {
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const { mutate, error, isPending } = useChangeReservation(product);
  const refusal = useFormRefusal(error, ['reason', 'refundPercent']);
  const share = useRefundShare(reservation);
  const account = useAccountDraft(asksForAccount(share.plan));
  const [reason, setReason] = useState('');
  const [scope, setScope] = useState<SeriesScope>('ONE');
  const [wasSent, setWasSent] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const reread = useRereadRefunds(product);
  const startedWords = useStartedRefundWords();

  function submit(): void {
    setWasSent(true);
    if (share.isPercentBad || (account.isBegun && account.value === null)) return;
    const body = {
      version: reservation.version,
      reason: reason.trim(),
      scope,
      ...(share.ownPercent !== null && { refundPercent: share.ownPercent }),
      ...(account.value && { refundAccount: account.value }),
    };
    let isSentManually = false;
    let started = '';
    const send = async () => {
      const { refund, ...detail } = await call('POST /api/v2/{product}/reservation/{reservationId}/cancel', {
        params: { product, reservationId: reservation.id },
        body,
      });
      started = startedWords(refund);
      isSentManually = refund.owedAmount > 0 && scope === 'ONE';
      return detail;
    };
    mutate(send, {
      onSuccess: () => {
        const isGuest = reservation.kind === 'GUEST';
        toast.success(isGuest ? `${t('cancel.done')} ${started}`.trim() : t('cancel.unblocked'));
        reread(reservation.id);
        if (isSentManually) setIsSending(true);
        else onDone();
      },
    });
  }
  return { share, account, reason, setReason, scope, setScope, refusal, wasSent, isPending, isSending, submit };
}

/** The refunded part of the paid amount, at first that of the cancellation tier, and the payments that it concerns. */
function useRefundShare({ id, paidAmount, cancellation: tier }: ReservationDetail) {
  const canRefund = useCan()('payments:refund');
  const [percent, setPercent] = useState(String(tier?.refundPercent ?? 0));
  const percentRead = wholeNumber(percent.replace(/%$/, ''), 0, 100);
  const isPercentBad = percentRead === null;
  const percentNumber = percentRead ?? 0;
  const owedAmount = tier?.owedAmount ?? 0;
  // Owed money goes back in full, at every percentage (GT-13).
  const amount =
    canRefund && !isPercentBad ? owedAmount + Math.floor(((paidAmount - owedAmount) * percentNumber) / 100) : 0;
  const plan = useRefundPlan(id, amount);
  const isOwnPercent = canRefund && paidAmount > 0 && percentNumber !== tier?.refundPercent;
  return {
    canRefund,
    percent,
    setPercent,
    isPercentBad,
    /** `null`: the percentage of the tier. */
    ownPercent: isOwnPercent ? percentNumber : null,
    amount,
    plan,
  };
}

/** The guest's bank account, when the refund needs one; it may be left empty and named later. */
function useAccountDraft(isRequired: boolean) {
  const [draft, setDraft] = useState(NO_ACCOUNT);
  const isBegun = isRequired && Object.values(draft).some((value) => value !== '');
  return { isRequired, draft, setDraft, isBegun, value: isRequired ? toRefundAccount(draft) : null };
}

interface CancellationTierProps extends Pick<ActionFormProps, 'reservation'> {
  readonly canRefund: boolean;
}

function CancellationTier({ reservation, canRefund }: CancellationTierProps) {
  const { t } = useTranslation('reservations');
  const { cancellation: tier, paidAmount } = reservation;
  function tierWords(): string {
    if (paidAmount <= 0) return t('cancel.unpaid');
    if (!canRefund) return t('cancel.noRefund');
    if (tier === null) return t('cancel.noTier');
    return tier.hoursBefore === null
      ? t('cancel.tooLate', { percent: tier.refundPercent })
      : t('cancel.tier', { hours: tier.hoursBefore, percent: tier.refundPercent });
  }
  return (
    <Box sx={{ typography: 'body2' }} data-testid="cancel-tier">
      {tierWords()}
    </Box>
  );
}

interface RefundShareProps {
  readonly share: Pick<ReturnType<typeof useRefundShare>, 'percent' | 'setPercent' | 'isPercentBad' | 'amount'>;
  readonly error: string | undefined;
}

function RefundShare({ share, error }: RefundShareProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '120px 1fr', gap: 2, alignItems: 'center' }}>
      <TextField
        size="small"
        label={t('cancel.percent')}
        value={share.percent}
        onChange={(event) => share.setPercent(event.target.value)}
        error={share.isPercentBad || error !== undefined}
        helperText={error}
        slotProps={{
          htmlInput: { inputMode: 'numeric', maxLength: 6, style: { textAlign: 'right' } },
          input: { endAdornment: <InputAdornment position="end">%</InputAdornment> },
        }}
      />
      <Box
        role="status"
        sx={{ typography: 'subtitle1', fontVariantNumeric: 'tabular-nums' }}
        data-testid="cancel-refund"
      >
        {t('cancel.refund', { amount: format.money(share.amount) })}
      </Box>
    </Box>
  );
}

interface RefundAccountProps {
  readonly account: Pick<ReturnType<typeof useAccountDraft>, 'draft' | 'setDraft' | 'isBegun'>;
  readonly wasSent: boolean;
}

function RefundAccount({ account, wasSent }: RefundAccountProps) {
  const { t } = useTranslation('refunds');
  return (
    <>
      <RefundAccountFields draft={account.draft} onChange={account.setDraft} wasSent={wasSent && account.isBegun} />
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('plan.accountLater')}</Box>
    </>
  );
}
