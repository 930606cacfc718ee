import TextField from '@mui/material/TextField';

interface SecretInputProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A secret that is written and never shown again. */
export function SecretInput({ label, value, hint, error, onChange }: SecretInputProps) {
  return (
    <TextField
      type="password"
      size="small"
      fullWidth
      autoComplete="new-password"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error !== undefined}
      helperText={error ?? hint}
      slotProps={{ htmlInput: { maxLength: 300 } }}
    />
  );
}
