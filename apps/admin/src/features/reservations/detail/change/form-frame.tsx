import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface FormFrameProps {
  readonly label: string;
  readonly submitText: string;
  readonly isPending: boolean;
  readonly isDisabled?: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A small form inside the drawer, with its two buttons. */
export function FormFrame({
  label,
  submitText,
  isPending,
  isDisabled = false,
  onSubmit,
  onCancel,
  children,
}: FormFrameProps) {
  const { t } = useTranslation('reservations');
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isPending && !isDisabled) onSubmit();
  }
  return (
    <Box
      component="form"
      noValidate
      aria-label={label}
      onSubmit={submit}
      sx={{ display: 'grid', gap: 1.5, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      {children}
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        <Button color="inherit" onClick={onCancel}>
          {t('drawer.dismiss')}
        </Button>
        <Button type="submit" variant="contained" disabled={isDisabled} aria-disabled={isPending}>
          {isPending ? t('create.saving') : submitText}
        </Button>
      </Box>
    </Box>
  );
}
