import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TWO_COLUMNS } from '../../../ui/form/layouts.ts';

/** The typed values of a form of terms. `send` is called with each attempt to save; the faults show after the first one. */
export function useTermsForm<Draft extends object>(initial: Draft, send: (draft: Draft) => void) {
  const [draft, setDraft] = useState(initial);
  const [wasSent, setWasSent] = useState(false);
  return {
    draft,
    wasSent,
    change: (patch: Partial<Draft>) => setDraft({ ...draft, ...patch }),
    set: (name: keyof Draft) => (value: string) => setDraft({ ...draft, [name]: value }),
    submit: (event: FormEvent) => {
      event.preventDefault();
      setWasSent(true);
      send(draft);
    },
  };
}

interface TermsFormProps {
  readonly id?: string;
  readonly saveLabel: string;
  readonly isPending: boolean;
  /** Beside the button. */
  readonly note?: ReactNode;
  readonly onSubmit: (event: FormEvent) => void;
  readonly children: ReactNode;
}

/** The fields of terms in two columns, with their own button to save them. */
export function TermsForm({ id, saveLabel, isPending, note, onSubmit, children }: TermsFormProps) {
  const { t } = useTranslation('settlement');
  return (
    <Box component="form" id={id} noValidate onSubmit={onSubmit} sx={TWO_COLUMNS}>
      {children}
      <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Box sx={{ flex: 1, typography: 'body2', color: 'text.secondary' }}>{note}</Box>
        <Button type="submit" variant="contained" aria-disabled={isPending}>
          {isPending ? t('saving') : saveLabel}
        </Button>
      </Box>
    </Box>
  );
}
