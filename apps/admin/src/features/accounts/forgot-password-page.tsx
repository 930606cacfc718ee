import './sign-up.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { FormError, useVisitorForm } from './auth-form.tsx';
import { AuthLayout } from './auth-layout.tsx';

const SIGN_IN = '/auth/jwt/sign-in';

/**
 * `/auth/jwt/forgot-password`: requests a reset link by e-mail (AU-10). The server's answer does not say whether the
 * e-mail has an account, so neither does the page.
 */
export function ForgotPasswordPage() {
  const { t } = useTranslation(['sign-up', 'auth']);
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    return (
      <AuthLayout title={t('forgot.done.title')}>
        <p className="auth-text forgot-sent" role="status" data-testid="forgot-sent">
          {t('forgot.done.text', { email: sentTo })}
        </p>
        <p className="auth-text">{t('forgot.done.nothing')}</p>
        <Link className="button button-primary button-large" to={SIGN_IN}>
          {t('auth:signUp.back')}
        </Link>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('forgot.title')}>
      <RequestForm onSent={setSentTo} />
      <p className="auth-other">
        <Link to={SIGN_IN}>{t('auth:signUp.back')}</Link>
      </p>
    </AuthLayout>
  );
}

function RequestForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const { t } = useTranslation(['sign-up', 'auth']);
  const [email, setEmail] = useState('');
  const { isBusy, error, submit } = useVisitorForm(async () => {
    await call('POST /api/v2/auth/password-reset/request', { body: { email: email.trim() } });
    onSent(email.trim());
  });
  return (
    <form className="auth-form" onSubmit={submit} data-testid="forgot-form">
      <FormError text={error === null ? null : problemText(t, error)} />
      <p className="auth-text">{t('forgot.text')}</p>
      <label className="field">
        <span>{t('auth:email')}</span>
        <input
          className="input"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </label>
      <button type="submit" className="button button-primary button-large" aria-disabled={isBusy}>
        {t(isBusy ? 'forgot.busy' : 'forgot.submit')}
      </button>
    </form>
  );
}
