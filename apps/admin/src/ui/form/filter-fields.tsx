import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import type { ComponentProps } from 'react';
import { Icon } from '../icon.tsx';
import { SelectInput } from './fields.tsx';
import { DateField } from './time/date-field.tsx';
import { useTypedSearch } from './typed-search.ts';

interface SearchBoxProps {
  readonly label: string;
  /** What the field searches for. */
  readonly hint: string;
  readonly value: string;
  readonly onSearch: (q: string) => void;
}

/** Searches after a pause in typing, or at once by Enter. */
export function SearchBox({ label, hint, value, onSearch }: SearchBoxProps) {
  const { text, type, searchNow } = useTypedSearch(value, onSearch);
  return (
    <TextField
      type="search"
      fullWidth
      size="small"
      label={label}
      placeholder={hint}
      value={text}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && searchNow()}
      slotProps={{
        htmlInput: { maxLength: 60 },
        inputLabel: { shrink: true },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Icon name="search" size={18} />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

interface ChoiceProps extends Omit<ComponentProps<typeof SelectInput>, 'onChange'> {
  /** The label of the empty value; without it the field always has a value. */
  readonly all?: string;
  readonly onPick: (value: string) => void;
}

/** A link may contain a value that is not among the options (yet): it stays chosen instead of looking like "all". */
export function Choice({ all, options, unlisted, onPick, ...field }: ChoiceProps) {
  return (
    <SelectInput
      {...field}
      options={all === undefined ? options : [{ value: '', label: all }, ...options]}
      {...(field.value !== '' && { unlisted: unlisted ?? field.value })}
      onChange={onPick}
    />
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | null;
  readonly error: string;
  readonly hint?: string | undefined;
  readonly onPick: (day: string) => void;
}

export function Day({ label, value, error, hint, onPick }: DayProps) {
  return (
    <DateField
      label={label}
      value={value ?? ''}
      hint={hint}
      error={error === '' ? undefined : error}
      onChange={onPick}
    />
  );
}
