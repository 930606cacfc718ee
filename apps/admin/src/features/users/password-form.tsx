import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useAuthContext } from '../../app/auth.tsx';
import { toast } from '../../ui/toast.ts';
import { useChangePassword } from './account.api.ts';

const SHORTEST = 12;
const EMPTY = { currentPassword: '', newPassword: '', again: '' } as const;
type Name = keyof typeof EMPTY;

/** A new password, typed twice. It ends all other sessions and replaces this one. */
export function PasswordForm({ email }: { readonly email: string }) {
  const { t } = useTranslation(['account', 'form']);
  const { checkUserSession } = useAuthContext();
  const change = useChangePassword();
  const [draft, setDraft] = useState<Readonly<Record<Name, string>>>(EMPTY);
  const [wasSent, setWasSent] = useState(false);
  const named = isProblem(change.error) ? change.error.errors?.[0] : undefined;
  const own: Partial<Record<Name, string>> = {
    ...(draft.currentPassword === '' && { currentPassword: t('form:required') }),
    ...(Array.from(draft.newPassword.normalize('NFKC')).length < SHORTEST && {
      newPassword: t('password.fault.PASSWORD_TOO_SHORT'),
    }),
    ...(draft.again !== draft.newPassword && { again: t('password.differs') }),
  };
  const errorOf = (name: Name) =>
    (wasSent ? own[name] : undefined) ??
    (named?.path === name
      ? t(`password.fault.${named.code}`, { defaultValue: t('form:fieldProblem.other') })
      : undefined);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (change.isPending || Object.keys(own).length > 0) return;
    change.mutate(
      { currentPassword: draft.currentPassword, newPassword: draft.newPassword },
      {
        onSuccess: () => {
          setDraft(EMPTY);
          setWasSent(false);
          toast.success(t('password.done'));
          void checkUserSession();
        },
      },
    );
  }

  const field = (name: Name, autoComplete: string) => (
    <TextField
      type="password"
      size="small"
      fullWidth
      label={t(`password.${name}`)}
      value={draft[name]}
      autoComplete={autoComplete}
      error={errorOf(name) !== undefined}
      helperText={errorOf(name) ?? (name === 'newPassword' ? t('password.rule') : undefined)}
      onChange={(event) => {
        setDraft({ ...draft, [name]: event.target.value });
        if (change.error !== null) change.reset();
      }}
      slotProps={{ htmlInput: { maxLength: 200 } }}
    />
  );
  return (
    <Box component="form" onSubmit={submit} noValidate sx={{ display: 'grid', gap: 1.5 }}>
      {/* The account of the password, for password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {field('currentPassword', 'current-password')}
      {field('newPassword', 'new-password')}
      {field('again', 'new-password')}
      {change.error !== null && named === undefined && (
        <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
          {problemText(t, change.error)}
        </Box>
      )}
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('password.ends')}</Box>
      <Button type="submit" variant="contained" aria-disabled={change.isPending} sx={{ justifySelf: 'start' }}>
        {t('password.save')}
      </Button>
    </Box>
  );
}
