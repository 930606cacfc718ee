import InputAdornment from '@mui/material/InputAdornment';
import { DatePickerButton } from './date-picker-button.tsx';
import { TypedField, type TypedFieldProps } from './typed-field.tsx';
import { useDateInput } from './use-date-input.ts';

export interface DateFieldProps extends TypedFieldProps {
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  /** Called with a day within the limits, or an empty text if the field is cleared or has no such day. */
  readonly onChange: (day: string) => void;
  /** Limits within the years 1900 to 2099, which apply to every date field. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** `false`: the field returns to its last day instead of becoming empty. */
  readonly isClearable?: boolean;
}

/** A day, typed in the format of the shown language or picked from a calendar. */
export function DateField({ value, onChange, min, max, isClearable = true, ...field }: DateFieldProps) {
  const { label, isReadOnly = false, isDisabled = false, isRequired = false } = field;
  const typed = useDateInput({ value, onChange, min, max, isClearable, isReadOnly });
  const button = (
    <InputAdornment position="end" sx={{ ml: 0 }}>
      <DatePickerButton label={label} {...typed.picker} isClearable={isClearable && !isRequired} />
    </InputAdornment>
  );
  return (
    <TypedField
      {...field}
      typed={typed}
      maxLength={20}
      input={{ sx: INPUT, endAdornment: !isReadOnly && !isDisabled && button }}
    />
  );
}

const INPUT = {
  pr: 0.5,
  '& input': { minWidth: 0, pl: 1.25, pr: 0 },
  '& input::placeholder': { color: 'text.secondary', opacity: 1 },
} as const;
