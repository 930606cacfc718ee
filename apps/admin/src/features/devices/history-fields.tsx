import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DATE_RANGE } from '../../ui/tokens.ts';
import { Glyph } from './icons.tsx';

const TYPING_MS = 250;

/** Searches when one stops typing for a moment, or at once by Enter. */
export function SearchBox({ value, onSearch }: { readonly value: string; readonly onSearch: (q: string) => void }) {
  const { t } = useTranslation('devices');
  const [typed, setTyped] = useState({ text: value, of: value });
  // Another link, or "clear": what was typed is of the past.
  const text = typed.of === value ? typed.text : value;
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onSearch(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <TextField type="search" fullWidth size="small" label={t('filter.search')} placeholder={t('filter.searchHint')} value={text}
      onChange={(event) => setTyped({ text: event.target.value, of: value })} onKeyDown={(event) => event.key === 'Enter' && onSearch(text.trim())}
      slotProps={{ htmlInput: { maxLength: 60 }, inputLabel: { shrink: true }, input: { startAdornment: <InputAdornment position="start"><Glyph name="search" /></InputAdornment> } }} />
  );
}

interface ChoiceProps {
  readonly label: string;
  /** Empty: all. */
  readonly value: string;
  readonly options: readonly { value: string; text: string }[];
  readonly onPick: (value: string) => void;
}

export function Choice({ label, value, options, onPick }: ChoiceProps) {
  const { t } = useTranslation('devices');
  return (
    <TextField select fullWidth size="small" label={label} value={value} onChange={(event) => onPick(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}>
      <option value="">{t('filter.all')}</option>
      {/* A link may name what this list does not have (yet): it stays chosen instead of looking like "all". */}
      {value !== '' && !options.some((option) => option.value === value) && <option value={value}>{value}</option>}
      {options.map((option) => <option key={option.value} value={option.value}>{option.text}</option>)}
    </TextField>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | null;
  readonly error: string;
  readonly onPick: (day: string) => void;
}

export function Day({ label, value, error, onPick }: DayProps) {
  return (
    <TextField type="date" fullWidth size="small" label={label} value={value ?? ''} onChange={(event) => onPick(event.target.value)}
      error={error !== ''} helperText={error}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: DATE_RANGE }} />
  );
}
