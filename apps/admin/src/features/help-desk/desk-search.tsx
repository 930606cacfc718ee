import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const TYPING_MS = 200;
const LONGEST = 100;

/** Searches when one stops typing for a moment, or at once by Enter. Ready to be typed into: that is what everybody comes for. */
export function DeskSearch({ value, onSearch }: { readonly value: string; readonly onSearch: (q: string) => void }) {
  const { t } = useTranslation('help-desk');
  const [typed, setTyped] = useState({ text: value, of: value });
  const text = typed.of === value ? typed.text : value;
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onSearch(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <div role="search" aria-label={t('search.label')}>
      <TextField type="search" fullWidth autoFocus label={t('search.label')} placeholder={t('search.hint')} helperText={t('search.help')} value={text}
        onChange={(event) => setTyped({ text: event.target.value, of: value })} onKeyDown={(event) => event.key === 'Enter' && onSearch(text)}
        slotProps={{
          htmlInput: { maxLength: LONGEST, autoComplete: 'off', autoCapitalize: 'characters', enterKeyHint: 'search', style: { fontSize: 18, minHeight: 30 } },
          inputLabel: { shrink: true },
        }} />
    </div>
  );
}
