import './sign-up.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { call, isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { FormError, ShowPasswordButton, useVisitorForm } from './auth-form.tsx';
import { AuthLayout } from './auth-layout.tsx';

const SHORTEST_PASSWORD = 12;
const SIGN_IN = '/auth/jwt/sign-in';

type LinkState =
  | { readonly kind: 'checking' | 'usable' | 'invalid' | 'used' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The texts of the page: those of a forgotten password, or of an invitation. */
type LinkPurpose = 'reset' | 'invitation';

/** `/reset-password#TOKEN`: sets a new password with a one-time link. */
export function ResetPasswordPage() {
  return <PasswordLinkPage purpose="reset" />;
}

/** `/invitation#TOKEN`: an invited person sets the first password (AU-9). */
export function InvitationPage() {
  return <PasswordLinkPage purpose="invitation" />;
}

/** Sets a password with the link's token, which stays in the fragment: no browser sends it to a server. */
function PasswordLinkPage({ purpose }: { readonly purpose: LinkPurpose }) {
  const { t } = useTranslation(['sign-up', 'auth', 'problems']);
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const token = hash.slice(1);
  const { state, setState, check } = useLinkState(token);

  const finish = () => {
    setState({ kind: 'used' });
    // A used token must not stay in the history of the browser.
    void navigate(pathname, { replace: true });
  };

  if (state.kind === 'used') {
    return (
      <AuthLayout title={t(`${purpose}.done.title`)}>
        <LinkUsed purpose={purpose} />
      </AuthLayout>
    );
  }
  if (token === '' || state.kind === 'invalid') {
    return (
      <AuthLayout title={t(`${purpose}.invalid.title`)}>
        <LinkInvalid purpose={purpose} hasToken={token !== ''} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t(`${purpose}.title`)}>
      {state.kind === 'checking' && (
        <p className="auth-text" role="status">
          {t('reset.checking')}
        </p>
      )}
      {state.kind === 'failed' && (
        <>
          <p className="form-error" role="alert">
            <Icon name="error" size={18} />
            {problemText(t, state.error)}
          </p>
          <button type="button" className="button button-large" onClick={check}>
            {t('reset.retry')}
          </button>
        </>
      )}
      {state.kind === 'usable' && (
        <PasswordForm purpose={purpose} token={token} onDone={finish} onInvalid={() => setState({ kind: 'invalid' })} />
      )}
    </AuthLayout>
  );
}

function LinkUsed({ purpose }: { readonly purpose: LinkPurpose }) {
  const { t } = useTranslation(['sign-up', 'auth']);
  return (
    <>
      <p className="auth-text" role="status" data-testid="reset-done">
        {t(`${purpose}.done.text`)}
      </p>
      <Link className="button button-primary button-large" to={SIGN_IN}>
        {t('auth:signIn.title')}
      </Link>
    </>
  );
}

interface LinkInvalidProps {
  readonly purpose: LinkPurpose;
  readonly hasToken: boolean;
}

function LinkInvalid({ purpose, hasToken }: LinkInvalidProps) {
  const { t } = useTranslation(['sign-up', 'auth']);
  return (
    <>
      <p className="auth-text" role="alert" data-testid="reset-invalid">
        {hasToken ? t(`${purpose}.invalid.text`) : t('reset.invalid.noToken')}
      </p>
      {purpose === 'reset' && (
        <Link className="button button-primary button-large" to="/auth/jwt/forgot-password">
          {t('forgot.again')}
        </Link>
      )}
      <p className="auth-other">
        <Link to={SIGN_IN}>{t('auth:signUp.back')}</Link>
      </p>
    </>
  );
}

/** Whether the link can be used; checked for each link that is opened in this page. */
function useLinkState(token: string) {
  const [state, setState] = useState<LinkState>({ kind: 'checking' });
  useEffect(() => {
    if (token === '') return undefined;
    const stop = new AbortController();
    void checkLink(token, stop.signal).then((checked) => {
      if (!stop.signal.aborted) setState(checked);
    });
    return () => stop.abort();
  }, [token]);
  const check = () => {
    setState({ kind: 'checking' });
    void checkLink(token).then(setState);
  };
  return { state, setState, check };
}

async function checkLink(token: string, signal?: AbortSignal): Promise<LinkState> {
  try {
    await call('POST /api/v2/auth/password-reset/check', { body: { token }, ...(signal && { signal }) });
    return { kind: 'usable' };
  } catch (error) {
    return isInvalid(error) ? { kind: 'invalid' } : { kind: 'failed', error };
  }
}

interface PasswordFormProps {
  readonly purpose: LinkPurpose;
  readonly token: string;
  readonly onDone: () => void;
  readonly onInvalid: () => void;
}

function PasswordForm({ purpose, token, onDone, onInvalid }: PasswordFormProps) {
  const { t } = useTranslation('sign-up');
  const [password, setPassword] = useState('');
  const { isBusy, error, submit } = useVisitorForm(
    async () => {
      await call('PATCH /api/v2/auth/password-reset', { body: { token, newPassword: password } });
      onDone();
    },
    (failure) => {
      if (isInvalid(failure)) onInvalid();
      return isInvalid(failure);
    },
  );
  const fault = isProblem(error) ? error.errors?.[0]?.code : undefined;
  return (
    <form className="auth-form" onSubmit={submit} data-testid="reset-form">
      <FormError text={error !== null && fault === undefined ? problemText(t, error) : null} />
      <NewPasswordField label={t(`${purpose}.newPassword`)} value={password} onChange={setPassword} fault={fault} />
      <p className="auth-text">{t(`${purpose}.ends`)}</p>
      <button type="submit" className="button button-primary button-large" aria-disabled={isBusy}>
        {isBusy ? t(`${purpose}.busy`) : t(`${purpose}.submit`)}
      </button>
    </form>
  );
}

interface NewPasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (password: string) => void;
  /** The code of the server's problem with the password. */
  readonly fault: string | undefined;
}

function NewPasswordField({ label, value, onChange, fault }: NewPasswordFieldProps) {
  const { t } = useTranslation('sign-up');
  const [isShown, setShown] = useState(false);
  const hint = fault === undefined ? t('passwordRule') : t(`fault.${fault}`, { defaultValue: t('fault.other') });
  return (
    <div className="field">
      <label htmlFor="new-password">{label}</label>
      <div className="input-with-button">
        <input
          className="input"
          id="new-password"
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          required
          minLength={SHORTEST_PASSWORD}
          maxLength={200}
          autoFocus
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={fault !== undefined}
          aria-describedby="new-password-hint"
        />
        <ShowPasswordButton isShown={isShown} onToggle={() => setShown(!isShown)} />
      </div>
      <span
        id="new-password-hint"
        className={fault === undefined ? 'field-hint' : 'field-fault'}
        role={fault === undefined ? undefined : 'alert'}
      >
        {hint}
      </span>
    </div>
  );
}

function isInvalid(error: unknown): boolean {
  return isProblem(error) && error.code === 'RESET_LINK_INVALID';
}
