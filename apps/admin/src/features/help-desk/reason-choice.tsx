import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';

export type ReasonFor = 'open' | 'code';
const REASONS: Readonly<Record<ReasonFor, readonly string[]>> = { open: ['codeFails', 'noCode', 'early', 'lockFails', 'leftThings', 'verified'], code: ['lost', 'fails', 'seen'] };
const LONGEST = 200;

interface ReasonChoiceProps {
  readonly of: ReasonFor;
  readonly submitText: string;
  readonly isPending: boolean;
  readonly onReason: (reason: string) => void;
}

/** Why: one tap for what is usual, words for the rest. Either does it at once. */
export function ReasonChoice({ of, submitText, isPending, onReason }: ReasonChoiceProps) {
  const { t } = useTranslation('help-desk');
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
      <Box role="group" aria-label={t('reason.choose')} sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
        {REASONS[of].map((key) => (
          <Button key={key} variant="outlined" color="inherit" data-testid="reason" aria-disabled={isPending} sx={{ minHeight: 52, lineHeight: 1.25, px: 1 }} onClick={() => give(t(`reason.${of}.${key}`))}>{t(`reason.${of}.${key}`)}</Button>
        ))}
      </Box>
      <TextField fullWidth label={t('reason.other')} value={text} onChange={(event) => setText(event.target.value)} error={isMissing && text.trim() === ''}
        helperText={isMissing && text.trim() === '' ? t('reason.missing') : t('reason.kept')} slotProps={{ htmlInput: { maxLength: LONGEST } }} />
      <Button type="submit" variant="contained" size="large" aria-disabled={isPending} sx={{ minHeight: 52 }}>{submitText}</Button>
    </Box>
  );
}
