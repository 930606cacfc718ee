import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { Icon } from '../icon.tsx';
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

interface Option {
  readonly value: string;
  readonly text: string;
}

interface ChoiceProps {
  readonly label: string;
  /** The label of the empty value; without it the field always has a value. */
  readonly all?: string;
  readonly value: string;
  readonly options: readonly Option[];
  /** Further options, below headings. */
  readonly groups?: readonly { readonly label: string; readonly options: readonly Option[] }[];
  /** The label of a value in the address that is not among the options. */
  readonly unlisted?: string;
  readonly onPick: (value: string) => void;
}

export function Choice({ label, all, value, options, groups = [], unlisted = value, onPick }: ChoiceProps) {
  const isListed = [options, ...groups.map((group) => group.options)].some((list) =>
    list.some((option) => option.value === value),
  );
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={label}
      value={value}
      onChange={(event) => onPick(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {all !== undefined && <option value="">{all}</option>}
      {/* A link may contain a value that is not in this list (yet): it stays chosen instead of looking like "all". */}
      {value !== '' && !isListed && <option value={value}>{unlisted}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
      {groups.map((group) => (
        <optgroup key={group.label} label={group.label}>
          {group.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </optgroup>
      ))}
    </TextField>
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
