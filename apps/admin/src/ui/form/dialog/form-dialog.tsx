import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { SxProps, Theme } from '@mui/material/styles';
import { useId, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '../../states/problem-alert.tsx';

interface FormDialogProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** `undefined`: everything is done, and only the button that closes the dialog is left. */
  readonly submitLabel: string | undefined;
  readonly cancelLabel?: string | undefined;
  readonly color?: 'primary' | 'error';
  readonly maxWidth?: 'xs' | 'sm' | 'md';
  /** Of the content. */
  readonly sx?: SxProps<Theme>;
  /** A press of the submit button is ignored while it is `true`. */
  readonly isBusy?: boolean;
  /** The submit button is disabled, for a reason that the dialog shows. */
  readonly isDisabled?: boolean;
  /** Why the last call failed; shown below the fields. */
  readonly error?: unknown;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** A dialog with a form: Enter submits, Escape closes. Fields stand below one another. */
export function FormDialog({ title, children, error = null, maxWidth = 'xs', sx, ...props }: FormDialogProps) {
  const { t } = useTranslation('form');
  const id = useId();
  const { submitLabel, cancelLabel = t('cancel'), color = 'primary', isBusy = false, isDisabled = false } = props;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isBusy && !isDisabled && submitLabel !== undefined) props.onSubmit();
  }
  return (
    <Dialog open onClose={props.onClose} fullWidth maxWidth={maxWidth} aria-labelledby={id}>
      {/* The content scrolls; the title and the buttons stay visible. */}
      <form onSubmit={submit} noValidate style={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent
          sx={[
            { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', '&&': { pt: 1 } },
            ...(Array.isArray(sx) ? sx : [sx]),
          ]}
        >
          {children}
          <ProblemAlert error={error} />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={props.onClose}>
            {cancelLabel}
          </Button>
          {submitLabel !== undefined && (
            <Button type="submit" variant="contained" color={color} disabled={isDisabled} aria-disabled={isBusy}>
              {submitLabel}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}
