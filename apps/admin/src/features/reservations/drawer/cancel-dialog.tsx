import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCan, useProduct } from '../../../app/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { toast } from '../../../ui/toast.ts';
import {
  accountOf,
  asksForAccount,
  NO_ACCOUNT,
  RefundAccountFields,
  RefundPlan,
  SendOwedRefund,
  useRefundPlan,
  useRereadRefunds,
  useStartedWords,
} from '../../payments/index.ts';
import { useRefusal } from '../create/refusal.ts';
import { nameOfReservation } from '../reservation-words.ts';
import type { ActionFormProps } from './drawer-props.ts';
import { useChange } from './drawer.api.ts';
import { ScopeSelect, type SeriesScope } from './scope-select.tsx';

/**
 * Asks for confirmation before a cancellation: the tier, the refund and its way, the reason; for a series the scope.
 * Then opens the refund that a person must send.
 */
export function CancelDialog({ reservation: it, onDone }: ActionFormProps) {
  const { t } = useTranslation(['reservations', 'refunds']);
  const format = useFormat();
  const can = useCan();
  const product = useProduct();
  const change = useChange(product);
  const refusal = useRefusal(change.error, ['reason', 'refundPercent']);
  const tier = it.cancellation;
  const mayRefund = can('payments:refund');
  const [reason, setReason] = useState('');
  const [percent, setPercent] = useState(String(tier?.refundPercent ?? 0));
  const [scope, setScope] = useState<SeriesScope>('ONE');
  const isGuest = it.kind === 'GUEST';
  const isPaid = it.paidAmount > 0;
  const percentNumber = Number(percent);
  const isPercentBad = percent === '' || percentNumber > 100;
  const refund = mayRefund && !isPercentBad ? Math.floor((it.paidAmount * percentNumber) / 100) : 0;
  const plan = useRefundPlan(it.id, refund);
  const hasAccount = asksForAccount(plan);
  const [draft, setDraft] = useState(NO_ACCOUNT);
  const [wasSent, setWasSent] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const reread = useRereadRefunds(product);
  const startedWords = useStartedWords();

  function submit(event: FormEvent): void {
    event.preventDefault();
    setWasSent(true);
    const account = hasAccount ? accountOf(draft) : null;
    const isAccountBegun = hasAccount && Object.values(draft).some((value) => value !== '');
    if (change.isPending || isPercentBad || (isAccountBegun && account === null)) return;
    const isOwnPercent = mayRefund && isPaid && percentNumber !== tier?.refundPercent;
    const body = {
      version: it.version,
      reason: reason.trim(),
      scope,
      ...(isOwnPercent && { refundPercent: percentNumber }),
      ...(account && { refundAccount: account }),
    };
    let isSentManually = false;
    let started = '';
    const send = async () => {
      const { refund: startedRefund, ...detail } = await call(
        'POST /api/v2/{product}/reservation/{reservationId}/cancel',
        { params: { product, reservationId: it.id }, body },
      );
      started = startedWords(startedRefund);
      isSentManually = startedRefund.owedAmount > 0 && scope === 'ONE';
      return detail;
    };
    change.mutate(send, {
      onSuccess: () => {
        toast.success(isGuest ? `${t('cancel.done')} ${started}`.trim() : t('cancel.unblocked'));
        reread(it.id);
        if (isSentManually) setIsSending(true);
        else onDone();
      },
    });
  }

  if (isSending) return <SendOwedRefund reservationId={it.id} onDone={onDone} />;
  return (
    <Dialog open onClose={onDone} fullWidth maxWidth="xs" aria-labelledby="cancel-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="cancel-title">
          {isGuest ? t('cancel.title', { name: nameOfReservation(t, it) }) : t('cancel.unblock')}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
          {isGuest && (
            <Box sx={{ typography: 'body2' }} data-testid="cancel-tier">
              {tierWords()}
            </Box>
          )}
          {isGuest && isPaid && mayRefund && (
            <Box sx={{ display: 'grid', gridTemplateColumns: '120px 1fr', gap: 2, alignItems: 'center' }}>
              <TextField
                size="small"
                label={t('cancel.percent')}
                value={percent}
                onChange={(event) => setPercent(event.target.value.replace(/\D/g, ''))}
                error={isPercentBad || refusal.fields['refundPercent'] !== undefined}
                helperText={refusal.fields['refundPercent']}
                slotProps={{
                  htmlInput: { inputMode: 'numeric', maxLength: 3, style: { textAlign: 'right' } },
                  input: { endAdornment: <InputAdornment position="end">%</InputAdornment> },
                }}
              />
              <Box
                role="status"
                sx={{ typography: 'subtitle1', fontVariantNumeric: 'tabular-nums' }}
                data-testid="cancel-refund"
              >
                {t('cancel.refund', { amount: format.money(refund) })}
              </Box>
            </Box>
          )}
          {scope === 'ONE' && <RefundPlan plan={plan} />}
          {hasAccount && (
            <>
              <RefundAccountFields
                draft={draft}
                onChange={setDraft}
                wasSent={wasSent && Object.values(draft).some((value) => value !== '')}
              />
              <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('refunds:plan.accountLater')}</Box>
            </>
          )}
          {it.seriesId !== null && <ScopeSelect value={scope} onPick={setScope} />}
          <TextField
            autoFocus
            fullWidth
            size="small"
            label={t('cancel.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={refusal.fields['reason'] !== undefined}
            helperText={refusal.fields['reason']}
            slotProps={{ htmlInput: { maxLength: 300 } }}
          />
          {refusal.text !== '' && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {refusal.text}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onDone}>
            {t('cancel.keep')}
          </Button>
          <Button type="submit" variant="contained" color="error" aria-disabled={change.isPending}>
            {change.isPending ? t('create.saving') : isGuest ? t('cancel.now') : t('cancel.unblock')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );

  function tierWords(): string {
    if (!isPaid) return t('cancel.unpaid');
    if (!mayRefund) return t('cancel.noRefund');
    if (tier === null) return t('cancel.noTier');
    return tier.hoursBefore === null
      ? t('cancel.tooLate', { percent: tier.refundPercent })
      : t('cancel.tier', { hours: tier.hoursBefore, percent: tier.refundPercent });
  }
}
