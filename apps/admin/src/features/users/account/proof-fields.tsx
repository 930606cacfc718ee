import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';

interface ProofFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The server's last answer; each field shows its own problem. */
  readonly error: unknown;
  readonly autoFocus?: boolean;
  /** Whether a recovery code is accepted too. */
  readonly orRecovery?: boolean;
}

export function PasswordField({ value, onChange, error, autoFocus = false }: ProofFieldProps) {
  const { t } = useTranslation('second-factor');
  const isWrong = isAbout(error, 'password');
  return (
    <TextField
      type="password"
      size="small"
      fullWidth
      required
      label={t('password.label')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="current-password"
      autoFocus={autoFocus}
      error={isWrong}
      helperText={isWrong ? t('password.wrong') : undefined}
      slotProps={{ htmlInput: { maxLength: 200 } }}
    />
  );
}

export function CodeField({ value, onChange, error, autoFocus = false, orRecovery = false }: ProofFieldProps) {
  const { t } = useTranslation('second-factor');
  const isWrong = isAbout(error, 'code');
  return (
    <TextField
      size="small"
      fullWidth
      required
      label={t(orRecovery ? 'code.either' : 'code.label')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="one-time-code"
      autoFocus={autoFocus}
      error={isWrong}
      helperText={isWrong ? t('code.wrong') : t('code.rule')}
      slotProps={{
        htmlInput: {
          maxLength: orRecovery ? 20 : 7,
          autoCapitalize: 'none',
          spellCheck: false,
          ...(!orRecovery && { inputMode: 'numeric' }),
        },
      }}
    />
  );
}

function isAbout(error: unknown, path: string): boolean {
  return isProblem(error) && (error.errors?.some((field) => field.path === path) ?? false);
}
