import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';

const LONGEST = 200;

interface QuickReasonsProps {
  /** The usual reasons, in words that are stored unchanged. */
  readonly reasons: readonly string[];
  readonly submitText: string;
  readonly isPending: boolean;
  readonly onReason: (reason: string) => void;
}

/** A reason: one tap for a usual one, or typed words. Either submits at once. */
export function QuickReasons({ reasons, submitText, isPending, onReason }: QuickReasonsProps) {
  const { t } = useTranslation('form');
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const give = (reason: string) => !isPending && onReason(reason);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() === '') setIsMissing(true);
    else give(text.trim());
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
      <Box role="group" aria-label={t('why.choose')} sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
        {reasons.map((reason) => (
          <Button
            key={reason}
            variant="outlined"
            color="inherit"
            data-testid="reason"
            aria-disabled={isPending}
            sx={{ minHeight: 52, lineHeight: 1.25, px: 1 }}
            onClick={() => give(reason)}
          >
            {reason}
          </Button>
        ))}
      </Box>
      <TextField
        fullWidth
        label={t('why.other')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={isMissing && text.trim() === ''}
        helperText={isMissing && text.trim() === '' ? t('why.missing') : t('why.kept')}
        slotProps={{ htmlInput: { maxLength: LONGEST } }}
      />
      <Button type="submit" variant="contained" size="large" aria-disabled={isPending} sx={{ minHeight: 52 }}>
        {submitText}
      </Button>
    </Box>
  );
}
