import type { Approval } from '@munjigi/contract';
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
import { useDecide } from './approvals.api.ts';
import { useWhat } from './what.ts';

const LONGEST_REASON = 200;

/** Says no, and why: whoever asked reads it. */
export function RefuseDialog({ approval, onClose }: { readonly approval: Approval; readonly onClose: () => void }) {
  const { t } = useTranslation(['approvals', 'form']);
  const what = useWhat();
  const decide = useDecide(useProduct());
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const isMissing = reason.trim() === '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (isMissing || decide.isPending) return;
    decide.mutate({ approvalId: approval.id, decision: { verb: 'decline', reason: reason.trim() } }, {
      onSuccess: () => {
        toast.success(t('refuse.done'));
        onClose();
      },
    });
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="refuse-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="refuse-title">{t('refuse.title', { what: what(approval) })}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          <TextInput label={t('fact.reason')} value={reason} onChange={setReason} rows={2} maxLength={LONGEST_REASON} autoFocus error={wasSent && isMissing ? t('form:required') : undefined} hint={t('refuse.hint', { name: approval.askedBy })} />
          {decide.error !== null && <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>{problemText(t, decide.error)}</Box>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} sx={{ minHeight: 44 }}>{t('form:cancel')}</Button>
          <Button type="submit" variant="contained" color="error" aria-disabled={decide.isPending} sx={{ minHeight: 44 }}>{t('refuse.now')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
