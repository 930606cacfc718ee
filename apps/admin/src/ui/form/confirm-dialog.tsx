import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '../states/problem-alert.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly isDangerous?: boolean;
  readonly isBusy?: boolean;
  /** Why the act failed; `null`: it has not failed. */
  readonly error?: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before an act that is hard to undo. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel,
  isDangerous = false,
  isBusy = false,
  error = null,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation('form');
  const id = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ typography: 'body2' }}>
        {children}
        <ProblemAlert error={error} sx={{ mt: 1 }} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {cancelLabel ?? t('cancel')}
        </Button>
        <Button
          variant="contained"
          color={isDangerous ? 'error' : 'primary'}
          aria-disabled={isBusy}
          onClick={() => !isBusy && onConfirm()}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
