import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';

interface NativeSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onPick: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly isDisabled?: boolean;
  readonly id?: string;
}

/** The browser's own select: the fewest keys, and the native picker on a phone. */
export function NativeSelect({
  label,
  value,
  onPick,
  options,
  error,
  hint,
  isDisabled = false,
  id,
}: NativeSelectProps) {
  const isUnknown = !options.some((option) => option.value === value);
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={label}
      value={value}
      onChange={(event) => onPick(event.target.value)}
      disabled={isDisabled}
      error={error !== undefined}
      helperText={error ?? hint}
      {...(id !== undefined && { id })}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {isUnknown && (
        <option value={value} hidden>
          {''}
        </option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </TextField>
  );
}
