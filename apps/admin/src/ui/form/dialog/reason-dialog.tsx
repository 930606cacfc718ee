import Box from '@mui/material/Box';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '../../states/problem-alert.tsx';
import { TextInput } from '../fields.tsx';
import { FormDialog } from './form-dialog.tsx';

interface ReasonDialogProps {
  readonly title: string;
  /** The consequences of the act. */
  readonly children?: ReactNode;
  readonly label: string;
  readonly hint?: string;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  /** `primary`: for an act that can be repeated or undone. */
  readonly color?: 'error' | 'primary';
  readonly maxLength: number;
  /** The reason may be left empty. */
  readonly isOptional?: boolean;
  readonly isBusy: boolean;
  /** Why the act was refused, in words. */
  readonly failure: string | null;
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks for a reason before an act that is hard to undo. The reason is stored for later readers. */
export function ReasonDialog({ color = 'error', isOptional = false, ...props }: ReasonDialogProps) {
  const { t } = useTranslation('form');
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const isMissing = !isOptional && reason.trim() === '';
  function submit(): void {
    setWasSent(true);
    if (!isMissing) props.onReason(reason.trim());
  }
  return (
    <FormDialog
      title={props.title}
      submitLabel={props.confirmLabel}
      cancelLabel={props.cancelLabel}
      color={color}
      isBusy={props.isBusy}
      onSubmit={submit}
      onClose={props.onClose}
    >
      {props.children !== undefined && (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{props.children}</Box>
      )}
      <TextInput
        label={props.label}
        value={reason}
        onChange={setReason}
        rows={2}
        maxLength={props.maxLength}
        autoFocus
        hint={props.hint}
        error={wasSent && isMissing ? t('required') : undefined}
      />
      <ProblemAlert text={props.failure} />
    </FormDialog>
  );
}
