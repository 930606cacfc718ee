import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { SxProps, Theme } from '@mui/material/styles';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '../../states/problem-alert.tsx';

interface NoticeDialogProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** The label of the button that closes the dialog. */
  readonly closeLabel: string;
  readonly maxWidth?: 'xs' | 'sm' | 'md';
  readonly isFullScreen?: boolean;
  /** Of the content. */
  readonly sx?: SxProps<Theme>;
  /** A button beside the one that closes the dialog. */
  readonly action?: ReactNode;
  readonly onClose: () => void;
}

/** A dialog without a form: shows something, and offers at most one act. */
export function NoticeDialog({ title, children, closeLabel, maxWidth = 'xs', sx = {}, ...props }: NoticeDialogProps) {
  const { isFullScreen = false, action, onClose } = props;
  const id = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth={maxWidth} fullScreen={isFullScreen} aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent sx={sx}>{children}</DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {closeLabel}
        </Button>
        {action}
      </DialogActions>
    </Dialog>
  );
}

interface ConfirmDialogProps {
  readonly title: ReactNode;
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
  return (
    <NoticeDialog
      title={title}
      closeLabel={cancelLabel ?? t('cancel')}
      sx={{ typography: 'body2' }}
      onClose={onClose}
      action={
        <Button
          variant="contained"
          color={isDangerous ? 'error' : 'primary'}
          aria-disabled={isBusy}
          onClick={() => !isBusy && onConfirm()}
        >
          {confirmLabel}
        </Button>
      }
    >
      {children}
      <ProblemAlert error={error} sx={{ mt: 1 }} />
    </NoticeDialog>
  );
}
