import { lazy, Suspense, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { readSessionEnd } from '../../api/session.ts';
import { signInWithPassword } from '../../api/sign-in.ts';
import { useAuthContext } from '../../session/auth.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { FormError, ShowPasswordButton, useVisitorForm } from './auth-form.tsx';
import { AuthLayout } from './auth-layout.tsx';

const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }));

/** `/auth/jwt/sign-in`: e-mail and password, then the second step of people who have one. */
export function SignInPage() {
  const { checkUserSession } = useAuthContext();
  const [challenge, setChallenge] = useState<string | null>(null);

  const { isBusy, error, setError, submit } = useVisitorForm(
    async (form) => {
      const fields = new FormData(form);
      await signInWithPassword(textOf(fields, 'email'), textOf(fields, 'password'));
      await checkUserSession();
    },
    (failure) => {
      const next = isProblem(failure) ? failure.challenge : undefined;
      if (next !== undefined) setChallenge(next);
      return next !== undefined;
    },
    readSessionEnd,
  );

  if (challenge === null) return <PasswordStep error={error} isBusy={isBusy} onSubmit={submit} />;
  const restart = (why: unknown) => {
    setChallenge(null);
    setError(why);
  };
  return (
    <Suspense fallback={null}>
      <SecondStep challenge={challenge} onSignedIn={checkUserSession} onOver={restart} />
    </Suspense>
  );
}

interface PasswordStepProps {
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

function PasswordStep({ error, isBusy, onSubmit }: PasswordStepProps) {
  const { t } = useTranslation('auth');
  const [isShown, setShown] = useState(false);
  const returnTo = new URLSearchParams(window.location.search).get('returnTo');
  const signUp = `/auth/jwt/sign-up${returnTo === null ? '' : `?${new URLSearchParams({ returnTo }).toString()}`}`;
  return (
    <AuthLayout title={t('signIn.title')}>
      <form className="auth-form" onSubmit={onSubmit} data-testid="sign-in-form">
        <FormError text={error === null ? null : words(t, error)} />
        <label className="field">
          <span>{t('email')}</span>
          <input
            className="input"
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={254}
            autoFocus
          />
        </label>
        <div className="field">
          <label htmlFor="password">{t('password')}</label>
          <div className="input-with-button">
            <input
              className="input"
              id="password"
              name="password"
              type={isShown ? 'text' : 'password'}
              autoComplete="current-password"
              required
              maxLength={200}
            />
            <ShowPasswordButton isShown={isShown} onToggle={() => setShown(!isShown)} />
          </div>
        </div>
        <button type="submit" className="button button-primary button-large" aria-disabled={isBusy}>
          {isBusy ? t('signIn.busy') : t('signIn.submit')}
        </button>
      </form>
      <p className="auth-other">
        <PageLink to="/auth/jwt/forgot-password">{t('signIn.forgot')}</PageLink>
      </p>
      <p className="auth-other">
        {t('signIn.noAccount')} <PageLink to={signUp}>{t('signUp.title')}</PageLink>
      </p>
    </AuthLayout>
  );
}

/** The two errors with a text in the reference are shown as they are; all others in the person's language. */
function words(t: Parameters<typeof problemText>[0], error: unknown): string {
  const isWorded = error instanceof Error && /access token/i.test(error.message);
  return isWorded ? error.message : problemText(t, error);
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
