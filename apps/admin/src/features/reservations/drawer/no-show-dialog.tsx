import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { problemText } from '../../../api/problem-text.ts';
import { useProduct } from '../../../app/auth.tsx';
import { toast } from '../../../ui/toast.ts';
import type { ActionFormProps } from './drawer-props.ts';
import { useChange } from './drawer.api.ts';

/** Asks before a guest is marked as not having come: it cannot be taken back. */
export function NoShowDialog({ reservation: it, onDone }: ActionFormProps) {
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const change = useChange(product);
  const [reason, setReason] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (change.isPending) return;
    const body = { version: it.version, reason: reason.trim() };
    change.mutate(() => call('POST /api/v2/{product}/reservation/{reservationId}/no-show', { params: { product, reservationId: it.id }, body }), {
      onSuccess: () => {
        toast.success(t('noShow.done'));
        onDone();
      },
    });
  }

  return (
    <Dialog open onClose={onDone} fullWidth maxWidth="xs" aria-labelledby="no-show-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="no-show-title">{t('noShow.title', { name: it.guestName })}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
          <Box sx={{ typography: 'body2' }}>{t('noShow.text')}</Box>
          <TextField autoFocus fullWidth size="small" label={t('cancel.reason')} value={reason} onChange={(event) => setReason(event.target.value)} slotProps={{ htmlInput: { maxLength: 300 } }} />
          {change.error !== null && <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>{problemText(t, change.error)}</Box>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onDone}>{t('drawer.dismiss')}</Button>
          <Button type="submit" variant="contained" color="error" aria-disabled={change.isPending}>{change.isPending ? t('create.saving') : t('drawer.action.noShow')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
