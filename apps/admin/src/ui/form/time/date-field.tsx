import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { DatePickerButton } from './date-picker-button.tsx';
import { useDateInput } from './use-date-input.ts';

export interface DateFieldProps {
  readonly label: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  /** Called with a day within the limits, or an empty text if the field is cleared or has no such day. */
  readonly onChange: (day: string) => void;
  /** Limits within the years 1900 to 2099, which apply to every date field. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** The form's error; an error of the typed text comes before it. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly isDisabled?: boolean;
  /** `false`: the field returns to its last day instead of becoming empty. */
  readonly isClearable?: boolean;
  readonly size?: 'small' | 'medium';
}

/** A day, typed in the format of the shown language or picked from a calendar. */
export function DateField({
  label,
  value,
  onChange,
  min,
  max,
  error,
  hint,
  isRequired = false,
  isReadOnly = false,
  isDisabled = false,
  isClearable = true,
  size = 'small',
}: DateFieldProps) {
  const {
    text,
    error: ownError,
    range,
    language,
    pick,
    inputProps: { onKeyDown, ...inputProps },
  } = useDateInput({ value, onChange, min, max, isClearable, isReadOnly });
  const shownError = ownError ?? error;
  const canPick = !isReadOnly && !isDisabled;
  return (
    <TextField
      fullWidth
      size={size}
      label={label}
      value={text}
      required={isRequired}
      disabled={isDisabled}
      {...inputProps}
      error={shownError !== undefined && shownError !== ''}
      helperText={shownError ?? hint}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { readOnly: isReadOnly, onKeyDown, ...HTML_INPUT },
        input: {
          sx: INPUT,
          endAdornment: canPick && (
            <InputAdornment position="end" sx={{ ml: 0 }}>
              <DatePickerButton
                label={label}
                value={value}
                range={range}
                language={language}
                isClearable={isClearable && !isRequired}
                onPick={pick}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

const HTML_INPUT = {
  inputMode: 'numeric',
  autoComplete: 'off',
  maxLength: 20,
  style: { fontVariantNumeric: 'tabular-nums' },
} as const;
const INPUT = {
  pr: 0.5,
  '& input': { minWidth: 0, pl: 1.25, pr: 0 },
  '& input::placeholder': { color: 'text.secondary', opacity: 1 },
} as const;
