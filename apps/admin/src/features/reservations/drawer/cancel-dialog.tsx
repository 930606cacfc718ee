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
import { useRefusal } from '../create/refusal.ts';
import type { ActionFormProps } from './drawer-props.ts';
import { useChange } from './drawer.api.ts';
import { ScopeSelect, type SeriesScope } from './scope-select.tsx';

/** Asks before a reservation is cancelled: by which tier, how much goes back, why; of a series how much of it. */
export function CancelDialog({ reservation: it, onDone }: ActionFormProps) {
  const { t } = useTranslation('reservations');
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
  const refund = mayRefund ? Math.floor((it.paidAmount * percentNumber) / 100) : 0;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (change.isPending || isPercentBad) return;
    const isOwnPercent = mayRefund && isPaid && percentNumber !== tier?.refundPercent;
    const body = { version: it.version, reason: reason.trim(), scope, ...(isOwnPercent && { refundPercent: percentNumber }) };
    change.mutate(() => call('POST /api/v2/{product}/reservation/{reservationId}/cancel', { params: { product, reservationId: it.id }, body }), {
      onSuccess: () => {
        toast.success(isGuest ? t('cancel.done') : t('cancel.unblocked'));
        onDone();
      },
    });
  }

  return (
    <Dialog open onClose={onDone} fullWidth maxWidth="xs" aria-labelledby="cancel-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="cancel-title">{isGuest ? t('cancel.title', { name: it.guestName }) : t('cancel.unblock')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
          {isGuest && <Box sx={{ typography: 'body2' }} data-testid="cancel-tier">{tierWords()}</Box>}
          {isGuest && isPaid && mayRefund && (
            <Box sx={{ display: 'grid', gridTemplateColumns: '120px 1fr', gap: 2, alignItems: 'center' }}>
              <TextField size="small" label={t('cancel.percent')} value={percent} onChange={(event) => setPercent(event.target.value.replace(/\D/g, ''))} error={isPercentBad || refusal.fields['refundPercent'] !== undefined}
                helperText={refusal.fields['refundPercent']}
                slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3, style: { textAlign: 'right' } }, input: { endAdornment: <InputAdornment position="end">%</InputAdornment> } }} />
              <Box role="status" sx={{ typography: 'subtitle1', fontVariantNumeric: 'tabular-nums' }} data-testid="cancel-refund">{t('cancel.refund', { amount: format.money(isPercentBad ? 0 : refund) })}</Box>
            </Box>
          )}
          {it.seriesId !== null && <ScopeSelect value={scope} onPick={setScope} />}
          <TextField autoFocus fullWidth size="small" label={t('cancel.reason')} value={reason} onChange={(event) => setReason(event.target.value)}
            error={refusal.fields['reason'] !== undefined} helperText={refusal.fields['reason']} slotProps={{ htmlInput: { maxLength: 300 } }} />
          {refusal.text !== '' && <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>{refusal.text}</Box>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onDone}>{t('cancel.keep')}</Button>
          <Button type="submit" variant="contained" color="error" aria-disabled={change.isPending}>{change.isPending ? t('create.saving') : isGuest ? t('cancel.now') : t('cancel.unblock')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );

  function tierWords(): string {
    if (!isPaid) return t('cancel.unpaid');
    if (!mayRefund) return t('cancel.noRefund');
    if (tier === null) return t('cancel.noTier');
    return tier.hoursBefore === null ? t('cancel.tooLate', { percent: tier.refundPercent }) : t('cancel.tier', { hours: tier.hoursBefore, percent: tier.refundPercent });
  }
}
