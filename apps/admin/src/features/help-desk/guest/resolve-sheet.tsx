import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { useResolve } from '../help-desk.api.ts';
import { Sheet } from './sheet.tsx';

const OUTCOMES = ['NEW_CODE', 'EXPLAINED', 'PASSED_ON', 'NOT_REACHED'] as const;
const LONGEST_NOTE = 300;

/** How the case ended, if not by an opened door. */
export function ResolveSheet({
  reservationId,
  onClose,
}: {
  readonly reservationId: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('help-desk');
  const resolve = useResolve(useProduct(), reservationId);
  const [note, setNote] = useState('');
  return (
    <Sheet title={t('resolve.title')} onClose={onClose}>
      <TextField
        fullWidth
        multiline
        maxRows={4}
        margin="dense"
        label={t('resolve.note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        slotProps={{ htmlInput: { maxLength: LONGEST_NOTE } }}
      />
      <Box
        role="group"
        aria-label={t('resolve.title')}
        sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}
      >
        {OUTCOMES.map((outcome) => (
          <Button
            key={outcome}
            variant="outlined"
            color="inherit"
            aria-disabled={resolve.isPending}
            sx={{ minHeight: 52, lineHeight: 1.25 }}
            onClick={() => !resolve.isPending && resolve.mutate({ outcome, note: note.trim() }, { onSuccess: onClose })}
          >
            {t(`outcome.${outcome}`)}
          </Button>
        ))}
      </Box>
      <ProblemAlert error={resolve.error} />
    </Sheet>
  );
}
