import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly isReadOnly?: boolean;
  readonly isRequired?: boolean;
  readonly autoFocus?: boolean;
  readonly size?: 'small' | 'medium';
}

/**
 * One line of text, or several with `rows`. An error replaces the hint; both are linked to the field for screen
 * readers.
 */
export function TextInput({
  maxLength,
  rows,
  ...field
}: FieldProps & { readonly maxLength?: number; readonly rows?: number }) {
  return <Field {...field} {...(rows !== undefined && { multiline: true, minRows: rows })} htmlInput={{ maxLength }} />;
}

/** A number as it is typed, with its unit, right-aligned. */
export function NumberInput({
  unit,
  isDecimal = false,
  ...field
}: FieldProps & { readonly unit?: string; readonly isDecimal?: boolean }) {
  return (
    <Field
      {...field}
      htmlInput={{
        inputMode: isDecimal ? 'decimal' : 'numeric',
        maxLength: 24,
        style: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
      }}
      {...(unit !== undefined && { end: <InputAdornment position="end">{unit}</InputAdornment> })}
    />
  );
}

interface SelectInputProps extends FieldProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A field with one of a few options, in the browser's select. */
export function SelectInput({ options, ...field }: SelectInputProps) {
  return (
    <Field {...field} isSelect isLabelUp>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Field>
  );
}

interface InnerProps extends FieldProps {
  readonly multiline?: boolean;
  readonly minRows?: number;
  readonly isSelect?: boolean;
  readonly isLabelUp?: boolean;
  readonly htmlInput?: Record<string, unknown>;
  readonly end?: ReactNode;
  readonly children?: ReactNode;
}

function Field({
  label,
  value,
  onChange,
  error,
  hint,
  isReadOnly = false,
  isRequired = false,
  isSelect = false,
  isLabelUp = false,
  htmlInput,
  end,
  children,
  size = 'small',
  ...rest
}: InnerProps) {
  return (
    <TextField
      fullWidth
      size={size}
      label={label}
      value={value}
      required={isRequired}
      disabled={isReadOnly && isSelect}
      select={isSelect}
      onChange={(event) => onChange(event.target.value)}
      error={error !== undefined}
      helperText={error ?? hint}
      {...rest}
      slotProps={{
        htmlInput: { readOnly: isReadOnly && !isSelect, ...htmlInput },
        input: { endAdornment: end },
        // A field that only shows its value still has a hint to read.
        formHelperText: { disabled: false },
        ...(isLabelUp && { inputLabel: { shrink: true } }),
        ...(isSelect && { select: { native: true } }),
      }}
    >
      {children}
    </TextField>
  );
}
