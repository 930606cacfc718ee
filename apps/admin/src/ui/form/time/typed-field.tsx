import TextField from '@mui/material/TextField';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { DateInput } from './use-date-input.ts';

export interface TypedFieldProps {
  readonly label: string;
  /** The form's error; an error of the typed text comes before it. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly isDisabled?: boolean;
  readonly size?: 'small' | 'medium';
}

interface TypedFieldShellProps extends TypedFieldProps {
  /** The typed text, its error and its handling. */
  readonly typed: Pick<DateInput, 'text' | 'error' | 'inputProps'>;
  readonly maxLength: number;
  /** Marks the field, although its error is shown elsewhere. */
  readonly isMarked?: boolean;
  readonly htmlInput?: Readonly<Record<string, unknown>>;
  readonly input?: { readonly sx: SxProps<Theme>; readonly endAdornment: ReactNode };
}

/** A field whose typed text becomes a day or a time. */
export function TypedField({
  label,
  error,
  hint,
  typed,
  isMarked = false,
  htmlInput,
  input,
  ...props
}: TypedFieldShellProps) {
  const { onKeyDown, ...inputProps } = typed.inputProps;
  const shownError = typed.error ?? error;
  return (
    <TextField
      fullWidth
      size={props.size ?? 'small'}
      label={label}
      value={typed.text}
      required={props.isRequired ?? false}
      disabled={props.isDisabled ?? false}
      {...inputProps}
      error={(shownError !== undefined && shownError !== '') || isMarked}
      helperText={shownError ?? hint}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: {
          readOnly: props.isReadOnly ?? false,
          onKeyDown,
          inputMode: 'numeric',
          autoComplete: 'off',
          maxLength: props.maxLength,
          style: { fontVariantNumeric: 'tabular-nums' },
          ...htmlInput,
        },
        ...(input !== undefined && { input }),
      }}
    />
  );
}
