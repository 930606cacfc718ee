import type { OwnAccount } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/problem-text.ts';
import { useAuthContext } from '../../../session/auth.tsx';
import { changeLanguage } from '../../../session/change-language.ts';
import { LANGUAGES, LOCALE_OPTIONS } from '../../../session/i18n.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { SelectInput, TextInput } from '../../../ui/form/fields.tsx';
import { useFormat } from '../../../ui/format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { FORM_WIDTH, PAGE_STACK } from '../../../ui/page-layout.ts';
import { AccountPart } from './account-part.tsx';
import { useEditAccount, useEndSession, useOwnAccount } from './account.api.ts';
import { GrantList } from '../grant-list.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionList } from './session-list.tsx';

/**
 * `/dashboard/account`: the person's name, language, password and sessions (AU-6). `children`: the cards of other
 * features.
 */
export function AccountPage({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation(['account', 'users']);
  const { data, error, refetch } = useOwnAccount();
  return (
    <Box sx={{ ...PAGE_STACK, maxWidth: FORM_WIDTH }}>
      <PageHeader title={t('title')} text={t('text')} />
      {data === undefined &&
        (error === null ? (
          <Skeleton variant="rounded" height={360} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ))}
      {data !== undefined && (
        <>
          <Profile account={data} />
          <AccountPart title={t('password.title')}>
            {data.passwordReset !== null && <ResetNotice reset={data.passwordReset} />}
            <PasswordForm email={data.email} />
          </AccountPart>
          <SecondFactorCard email={data.email} />
          {children}
          <Sessions account={data} />
        </>
      )}
    </Box>
  );
}

/**
 * Shows that the password was set with a link, and which ADMIN issued it: if the person did not use the link, another
 * person did.
 */
function ResetNotice({ reset }: { readonly reset: NonNullable<OwnAccount['passwordReset']> }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  return (
    <Box
      role="status"
      data-testid="was-reset"
      sx={{ typography: 'body2', p: 1.5, border: 1, borderColor: 'warning.main', borderRadius: 1 }}
    >
      {reset.issuedBy === null
        ? t('password.wasResetByMail', { at: format.dateTime(reset.at) })
        : t('password.wasReset', { at: format.dateTime(reset.at), by: reset.issuedBy })}
    </Box>
  );
}

function Profile({ account }: { readonly account: OwnAccount }) {
  const { t, i18n } = useTranslation(['account', 'form']);
  const edit = useEditAccount();
  const language = LANGUAGES.find((candidate) => candidate === i18n.resolvedLanguage) ?? 'kr';

  function choose(value: string): void {
    const next = LANGUAGES.find((candidate) => candidate === value);
    if (next === undefined) return;
    changeLanguage(next);
    edit.mutate({ version: account.version, locale: next });
  }

  return (
    <AccountPart title={t('profile')}>
      <Box sx={{ display: 'grid', gap: 0.5, typography: 'body2' }}>
        <Box sx={{ overflowWrap: 'anywhere' }}>{account.email}</Box>
        {account.phone !== '' && <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>{account.phone}</Box>}
        <GrantList roles={account.roles} stores={account.stores} />
      </Box>
      <NameForm account={account} edit={edit} />
      <SelectInput
        label={t('language')}
        value={language}
        onChange={choose}
        options={LANGUAGES.map((value) => ({ value, label: LOCALE_OPTIONS[value].label }))}
      />
      <ProblemAlert error={edit.error} />
    </AccountPart>
  );
}

interface NameFormProps {
  readonly account: OwnAccount;
  readonly edit: ReturnType<typeof useEditAccount>;
}

function NameForm({ account, edit }: NameFormProps) {
  const { t } = useTranslation(['account', 'form']);
  const { checkUserSession } = useAuthContext();
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? account.name;
  const isMissing = name.trim() === '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (edit.isPending || isMissing) return;
    edit.mutate(
      { version: account.version, name: name.trim() },
      {
        onSuccess: () => {
          setTyped(null);
          toast.success(t('form:saved'));
          void checkUserSession();
        },
      },
    );
  }

  return (
    <Box
      component="form"
      onSubmit={submit}
      noValidate
      sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr auto' }, gap: 1, alignItems: 'start' }}
    >
      <TextInput
        label={t('name')}
        value={name}
        onChange={setTyped}
        maxLength={60}
        error={isMissing ? t('form:required') : undefined}
      />
      <Button
        type="submit"
        variant="contained"
        aria-disabled={edit.isPending || isMissing || name.trim() === account.name}
      >
        {t('form:save')}
      </Button>
    </Box>
  );
}

function Sessions({ account }: { readonly account: OwnAccount }) {
  const { t } = useTranslation(['users', 'account']);
  const { checkUserSession } = useAuthContext();
  const end = useEndSession();
  const hasOthers = account.sessions.some(({ isThis }) => !isThis);
  const act = (sessionId: string | null) =>
    end.mutate(sessionId, {
      onSuccess: () => {
        toast.success(t('sessions.ended'));
        if (account.sessions.some(({ id, isThis }) => isThis && id === sessionId)) void checkUserSession();
      },
      onError: (problem) => toast.error(problemText(t, problem)),
    });
  return (
    <AccountPart title={t('sessions.title')}>
      <Box sx={{ typography: 'body2' }}>
        <SessionList sessions={account.sessions} onEnd={act} />
      </Box>
      {hasOthers && (
        <Button
          variant="outlined"
          color="inherit"
          aria-disabled={end.isPending}
          onClick={() => act(null)}
          sx={{ justifySelf: 'start' }}
        >
          {t('account:endOthers')}
        </Button>
      )}
    </AccountPart>
  );
}
