import type { UserDetail } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { TextInput } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/toast.ts';
import { useChangeUser } from './users.api.ts';

interface ReasonDialogProps {
  readonly verb: 'decline' | 'disable';
  readonly user: UserDetail;
  readonly onDone: () => void;
}

/** Declines a request or disables an account; says why, for whoever looks at it later. */
export function ReasonDialog({ verb, user, onDone }: ReasonDialogProps) {
  const { t } = useTranslation(['users', 'form']);
  const change = useChangeUser(useProduct(), user.id);
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const isMissing = reason.trim() === '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (change.isPending || isMissing) return;
    change.mutate({ verb, body: { version: user.version, reason: reason.trim() } }, {
      onSuccess: () => {
        toast.success(t(`${verb}.done`, { name: user.name }));
        onDone();
      },
    });
  }

  return (
    <Dialog open onClose={onDone} fullWidth maxWidth="xs" aria-labelledby="reason-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="reason-title" sx={{ overflowWrap: 'anywhere' }}>{t(`${verb}.title`, { name: user.name })}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t(`${verb}.text`)}</Box>
          <TextInput label={t('reason')} value={reason} onChange={setReason} rows={2} maxLength={500} autoFocus error={wasSent && isMissing ? t('form:required') : undefined} />
          {change.error !== null && <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>{problemText(t, change.error)}</Box>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onDone} sx={{ minHeight: 44 }}>{t('form:cancel')}</Button>
          <Button type="submit" variant="contained" color="error" aria-disabled={change.isPending} sx={{ minHeight: 44 }}>{t(`${verb}.now`)}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
