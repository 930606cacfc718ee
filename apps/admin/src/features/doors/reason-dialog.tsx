import type { Door } from '@munjigi/contract';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { DoorAction } from './operate-door.ts';

const LONGEST_REASON = 200;

interface ReasonDialogProps {
  readonly door: Door;
  readonly action: DoorAction;
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks a help-desk person for a reason before a door moves (AC-6). */
export function ReasonDialog({ door, action, onReason, onClose }: ReasonDialogProps) {
  const { t } = useTranslation('doors');
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (reason.trim() === '') setIsMissing(true);
    else onReason(reason.trim());
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="reason-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="reason-title">{t(`reason.title_${action}`, { door: door.name })}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            required
            margin="dense"
            label={t('reason.label')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={isMissing}
            helperText={isMissing ? t('reason.required') : t('reason.hint')}
            slotProps={{ htmlInput: { maxLength: LONGEST_REASON } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('reason.cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {t(`action.${action}`)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
