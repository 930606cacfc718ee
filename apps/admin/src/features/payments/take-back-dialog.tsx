import type { Payment } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
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
import { needsTwoForRefund, useApprovalRules, useAsk } from '../approvals/index.ts';
import { AmountField } from './amount-field.tsx';
import { useChangePayment } from './payments.api.ts';
import { RefundAccountFields } from './refund-account-fields.tsx';
import { accountOf, needsAccount, NO_ACCOUNT } from './refund-account.ts';

/** The part of a payment that can still be refunded. */
export function leftOf({ state, amount, refundedAmount, provider, online }: Payment): number {
  const isPaid = state === 'DONE' || state === 'PARTIAL_CANCELED';
  return isPaid && (provider === 'MANUAL' || online !== null) ? amount - refundedAmount : 0;
}

interface TakeBackDialogProps {
  readonly payment: Payment;
  /** The open refund of the reservation in won, such as that of its tier; 0 without one. */
  readonly suggested: number;
  readonly reservationId: string;
  readonly onChanged: () => void;
  readonly onDone: () => void;
}

type How = 'refund' | 'reverse';

/** Refunds a part of a payment or all of it, or reverses one that was recorded by mistake. */
export function TakeBackDialog({ payment, suggested, reservationId, onChanged, onDone }: TakeBackDialogProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const product = useProduct();
  const change = useChangePayment(product, reservationId, onChanged);
  const ask = useAsk(product);
  const rules = useApprovalRules(product).data;
  const left = leftOf(payment);
  // The provider refunds it; an online payment cannot have been recorded by mistake.
  const isOnline = payment.provider !== 'MANUAL';
  const [how, setHow] = useState<How>('refund');
  const [typed, setTyped] = useState(String(suggested > 0 ? Math.min(suggested, left) : left));
  const [reason, setReason] = useState('');
  const hasAccount = needsAccount(payment);
  const [draft, setDraft] = useState(NO_ACCOUNT);
  const account = hasAccount ? accountOf(draft) : null;
  const [wasSent, setWasSent] = useState(false);
  const amount = Number(typed);
  const isAmountBad = how === 'refund' && (amount < 1 || amount > left);
  const isReasonMissing = reason.trim() === '';
  const { id: paymentId, version } = payment;
  const needsTwo = needsTwoForRefund(rules, payment, how === 'refund' ? amount : payment.amount);
  const isPending = change.isPending || ask.isPending;
  const error = needsTwo ? (ask.error ?? change.error) : change.error;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (isPending || isAmountBad || isReasonMissing || (hasAccount && account === null)) return;
    const params = { product, paymentId };
    const body = { version, reason: reason.trim() };
    if (needsTwo) {
      const asked = { paymentId, ...body };
      ask.mutate(
        how === 'refund'
          ? { kind: 'REFUND', ...asked, amount, ...(account && { refundAccount: account }) }
          : { kind: 'REVERSAL', ...asked },
        {
          onSuccess: () => {
            toast.success(t('second.asked'));
            onDone();
          },
        },
      );
      return;
    }
    const send = () =>
      how === 'refund'
        ? call('POST /api/v2/{product}/payment/{paymentId}/refund', {
            params,
            body: { ...body, amount, ...(account && { refundAccount: account }) },
          })
        : call('POST /api/v2/{product}/payment/{paymentId}/reverse', { params, body });
    change.mutate(send, {
      onSuccess: () => {
        toast.success(
          how === 'reverse'
            ? t('reverse.done')
            : t(isOnline ? 'refund.asked' : 'refund.done', { amount: format.money(amount) }),
        );
        onDone();
      },
    });
  }

  return (
    <Dialog open onClose={onDone} fullWidth maxWidth="xs" aria-labelledby="take-back-title">
      <form onSubmit={submit} noValidate style={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        <DialogTitle id="take-back-title">
          {t('refund.of', { method: t(`method.${payment.method}`), amount: format.money(payment.amount) })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
          {payment.state === 'DONE' && !isOnline && (
            <ToggleButtonGroup
              exclusive
              fullWidth
              size="small"
              value={how}
              aria-label={t('refund.how')}
              onChange={(_event, picked: How | null) => picked !== null && setHow(picked)}
            >
              <ToggleButton value="refund" sx={{ minHeight: 40, textTransform: 'none' }}>
                {t('refund.open')}
              </ToggleButton>
              <ToggleButton value="reverse" sx={{ minHeight: 40, textTransform: 'none' }}>
                {t('reverse.open')}
              </ToggleButton>
            </ToggleButtonGroup>
          )}
          <Box sx={{ typography: 'body2' }}>
            {how === 'reverse'
              ? t('reverse.hint')
              : isOnline
                ? t(hasAccount ? 'refund.hintAccount' : 'refund.hintOnline', {
                    provider: t(`provider.${payment.provider}`),
                  })
                : t('refund.hint')}
          </Box>
          {how === 'refund' && (
            <AmountField
              label={t('refund.amount')}
              value={typed}
              onType={setTyped}
              isBad={isAmountBad}
              hint={t('refund.left', { amount: format.money(left) })}
            />
          )}
          {hasAccount && <RefundAccountFields draft={draft} onChange={setDraft} wasSent={wasSent} />}
          <TextField
            autoFocus={!hasAccount}
            fullWidth
            size="small"
            label={t('refund.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={wasSent && isReasonMissing}
            helperText={wasSent && isReasonMissing ? t('refund.reasonMissing') : undefined}
            slotProps={{ htmlInput: { maxLength: needsTwo ? 200 : 300 } }}
          />
          {needsTwo && (
            <Box role="note" sx={{ typography: 'body2', fontWeight: 600 }}>
              {t('second.needed', { amount: format.money(rules?.refundLimit ?? 0) })}
            </Box>
          )}
          {error !== null && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {problemText(t, error)}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onDone}>
            {t('dismiss')}
          </Button>
          <Button type="submit" variant="contained" color="error" disabled={isAmountBad} aria-disabled={isPending}>
            {isPending
              ? t('saving')
              : needsTwo
                ? t('second.ask')
                : how === 'reverse'
                  ? t('reverse.now')
                  : t(isOnline ? 'refund.ask' : 'refund.now', { amount: format.money(isAmountBad ? 0 : amount) })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
