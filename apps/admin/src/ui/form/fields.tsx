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

/** The required name of a thing, which a person types first. */
export function NameInput(field: Omit<FieldProps, 'isRequired' | 'autoFocus'>) {
  return <TextInput {...field} autoFocus isRequired maxLength={60} />;
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

interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectInputProps extends FieldProps {
  readonly options: readonly Option[];
  /** Further options, below headings. */
  readonly groups?: readonly { readonly label: string; readonly options: readonly Option[] }[];
  /** The label of a value that is not among the options; an empty one shows nothing, and cannot be chosen. */
  readonly unlisted?: string;
}

/** A field with one of a few options, in the browser's select: the fewest keys, and the native list on a phone. */
export function SelectInput({ options, groups = [], unlisted, ...field }: SelectInputProps) {
  const isListed = [options, ...groups.map((group) => group.options)].some((list) =>
    list.some(({ value }) => value === field.value),
  );
  return (
    <Field {...field} isSelect isLabelUp>
      {unlisted !== undefined && !isListed && (
        <option value={field.value} hidden={unlisted === ''}>
          {unlisted}
        </option>
      )}
      {options.map(toOption)}
      {groups.map((group) => (
        <optgroup key={group.label} label={group.label}>
          {group.options.map(toOption)}
        </optgroup>
      ))}
    </Field>
  );
}

function toOption({ value, label }: Option) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
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
