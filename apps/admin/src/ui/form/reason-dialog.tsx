import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput } from './fields.tsx';

interface ReasonDialogProps {
  readonly title: string;
  /** What comes of it. */
  readonly children?: ReactNode;
  readonly label: string;
  readonly hint?: string;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  /** `primary`: of an act that can be repeated or undone. */
  readonly color?: 'error' | 'primary';
  readonly maxLength: number;
  /** It may be left empty. */
  readonly isOptional?: boolean;
  readonly isBusy: boolean;
  /** Why it was refused, in words. */
  readonly failure: string | null;
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks for a reason before something that is hard to undo. The reason is kept for later readers. */
export function ReasonDialog({
  title,
  children,
  label,
  hint,
  confirmLabel,
  cancelLabel,
  color = 'error',
  maxLength,
  isOptional = false,
  isBusy,
  failure,
  onReason,
  onClose,
}: ReasonDialogProps) {
  const { t } = useTranslation('form');
  const id = useId();
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const isMissing = !isOptional && reason.trim() === '';
  function submit(event: FormEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (!isMissing && !isBusy) onReason(reason.trim());
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          {children !== undefined && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{children}</Box>}
          <TextInput
            label={label}
            value={reason}
            onChange={setReason}
            rows={2}
            maxLength={maxLength}
            autoFocus
            hint={hint}
            error={wasSent && isMissing ? t('required') : undefined}
          />
          {failure !== null && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {failure}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} sx={{ minHeight: 44 }}>
            {cancelLabel ?? t('cancel')}
          </Button>
          <Button type="submit" variant="contained" color={color} aria-disabled={isBusy} sx={{ minHeight: 44 }}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
