import TextField from '@mui/material/TextField';
import { TIME_PATTERN } from './time-text.ts';
import { useTimeInput } from './use-time-input.ts';

export interface TimeFieldProps {
  readonly label: string;
  /** `HH:mm`, or empty. */
  readonly value: string;
  /**
   * Called with a time within the limits as soon as one is typed, and with an empty text when the field is cleared or
   * has no such time.
   */
  readonly onChange: (time: string) => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** The step of the arrow keys; a typed time may lie between the steps. */
  readonly stepMinutes?: number;
  /** The form's error; an error of the typed text comes before it. */
  readonly error?: string | undefined;
  /** The id of the element in which the form shows the error; the field is only marked. */
  readonly errorId?: string | undefined;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly isDisabled?: boolean;
  /** The name for screen readers where the label alone does not say enough, such as with the day. It contains the label. */
  readonly fullName?: string;
  readonly size?: 'small' | 'medium';
}

/** A time of day on the 24-hour clock, in every language of the browser. */
export function TimeField({
  label,
  value,
  onChange,
  min = '00:00',
  max = '23:59',
  stepMinutes = 10,
  error,
  errorId,
  hint,
  isRequired = false,
  isReadOnly = false,
  isDisabled = false,
  fullName,
  size = 'small',
}: TimeFieldProps) {
  const {
    text,
    error: ownError,
    inputProps: { onKeyDown, ...inputProps },
  } = useTimeInput({ value, onChange, min, max, stepMinutes, isReadOnly });
  const shownError = ownError ?? error;
  return (
    <TextField
      fullWidth
      size={size}
      label={label}
      value={text}
      required={isRequired}
      disabled={isDisabled}
      placeholder={TIME_PATTERN}
      {...inputProps}
      error={(shownError !== undefined && shownError !== '') || errorId !== undefined}
      helperText={shownError ?? hint}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: {
          readOnly: isReadOnly,
          onKeyDown,
          inputMode: 'numeric',
          autoComplete: 'off',
          maxLength: 8,
          style: { fontVariantNumeric: 'tabular-nums' },
          ...(fullName !== undefined && { 'aria-label': fullName }),
          ...(errorId !== undefined && ownError === undefined && { 'aria-describedby': errorId }),
        },
      }}
    />
  );
}
