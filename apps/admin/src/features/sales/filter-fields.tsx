import TextField from '@mui/material/TextField';
import { DateField } from '../../ui/form/date-field.tsx';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  /** The label of a value in the address that is not among the options. */
  readonly unlisted?: string;
  readonly onPick: (value: string) => void;
}

/** One value of a list. */
export function Choice({ label, value, options, unlisted = value, onPick }: ChoiceProps) {
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
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
      {!options.some((option) => option.value === value) && <option value={value}>{unlisted}</option>}
    </TextField>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly error: string;
  readonly onPick: (day: string) => void;
}

/** One day, which always has a value. */
export function Day({ label, value, error, onPick }: DayProps) {
  return (
    <DateField
      label={label}
      value={value}
      isClearable={false}
      error={error === '' ? undefined : error}
      onChange={onPick}
    />
  );
}
