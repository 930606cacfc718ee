import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { useAuthContext } from '../../../session/auth.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useChangePassword } from './account.api.ts';

const SHORTEST = 12;
const EMPTY = { currentPassword: '', newPassword: '', again: '' } as const;
type Name = keyof typeof EMPTY;

/** A new password, typed twice. It ends all other sessions and replaces this one. */
export function PasswordForm({ email }: { readonly email: string }) {
  const { t } = useTranslation('account');
  const form = usePasswordForm();
  return (
    <Box component="form" onSubmit={form.submit} noValidate sx={{ display: 'grid', gap: 1.5 }}>
      {/* The account of the password, for password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput name="currentPassword" autoComplete="current-password" form={form} />
      <PasswordInput name="newPassword" autoComplete="new-password" hint={t('password.rule')} form={form} />
      <PasswordInput name="again" autoComplete="new-password" form={form} />
      <ProblemAlert error={form.unplacedError} />
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('password.ends')}</Box>
      <Button type="submit" variant="contained" aria-disabled={form.isPending} sx={{ justifySelf: 'start' }}>
        {t('password.save')}
      </Button>
    </Box>
  );
}

type PasswordFormState = ReturnType<typeof usePasswordForm>;

/** The typed passwords, the faults of each, and the call that changes the password. */
function usePasswordForm() {
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

  return {
    draft,
    type: (name: Name, text: string) => {
      setDraft({ ...draft, [name]: text });
      if (change.error !== null) change.reset();
    },
    errorOf: (name: Name): string | undefined =>
      (wasSent ? own[name] : undefined) ??
      (named?.path === name
        ? t(`password.fault.${named.code}`, { defaultValue: t('form:fieldProblem.other') })
        : undefined),
    isPending: change.isPending,
    /** A refusal that belongs to no field. */
    unplacedError: named === undefined ? change.error : null,
    submit,
  };
}

interface PasswordInputProps {
  readonly name: Name;
  readonly autoComplete: string;
  readonly hint?: string;
  readonly form: PasswordFormState;
}

function PasswordInput({ name, autoComplete, hint, form }: PasswordInputProps) {
  const { t } = useTranslation('account');
  const error = form.errorOf(name);
  return (
    <TextField
      type="password"
      size="small"
      fullWidth
      label={t(`password.${name}`)}
      value={form.draft[name]}
      autoComplete={autoComplete}
      error={error !== undefined}
      helperText={error ?? hint}
      onChange={(event) => form.type(name, event.target.value)}
      slotProps={{ htmlInput: { maxLength: 200 } }}
    />
  );
}
