import './sign-up.css';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { call, isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { FormError, ShowPasswordButton, useVisitorForm } from './auth-form.tsx';
import { AuthLayout } from './auth-layout.tsx';

interface Chain {
  readonly slug: string;
  readonly name: string;
}
/** `undefined`: not loaded yet. `null`: the person names the chain. */
type LoadedChain = Chain | null | undefined;

const FIELDS = [
  { name: 'name', type: 'text', autoComplete: 'name', maxLength: 60 },
  { name: 'email', type: 'email', autoComplete: 'email', maxLength: 254 },
  { name: 'phone', type: 'tel', autoComplete: 'tel', maxLength: 24 },
  { name: 'storeName', type: 'text', autoComplete: 'organization', maxLength: 80 },
] as const;
const SHORTEST_PASSWORD = 12;

/**
 * `/auth/jwt/sign-up`: requests an account, which an ADMIN approves (AU-4). `?product=` names the chain; a single chain
 * needs no name.
 */
export function SignUpPage() {
  const { t } = useTranslation(['sign-up', 'auth']);
  const [params] = useSearchParams();
  const named = params.get('product') ?? '';
  const chain = useChain(named);
  const { form, isSent, isBusy, failure, faultOf, submit } = useSignUpForm(chain);
  const [isPasswordShown, setPasswordShown] = useState(false);
  const signIn = signInPath(params.get('returnTo'));
  if (isSent) {
    return (
      <AuthLayout title={t('done.title')}>
        <RequestSent signIn={signIn} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('auth:signUp.title')}>
      <form ref={form} className="auth-form" onSubmit={submit} data-testid="sign-up-form">
        <FormError text={failure} />
        {chain ? (
          <p className="auth-text sign-up-chain">{t('forChain', { name: chain.name })}</p>
        ) : (
          <ChainField named={named} fault={faultOf('product')} />
        )}
        {FIELDS.map((field) => (
          <Field key={field.name} {...field} label={t(field.name)} fault={faultOf(field.name)} />
        ))}
        <PasswordField
          fault={faultOf('password')}
          isShown={isPasswordShown}
          onToggle={() => setPasswordShown(!isPasswordShown)}
        />
        <button type="submit" className="button button-primary button-large" aria-disabled={isBusy}>
          {isBusy ? t('busy') : t('submit')}
        </button>
      </form>
      <p className="auth-other">
        {t('hasAccount')} <Link to={signIn}>{t('auth:signIn.title')}</Link>
      </p>
    </AuthLayout>
  );
}

/** Sends the request, and holds the faults that the server found. */
function useSignUpForm(chain: LoadedChain) {
  const { t } = useTranslation(['sign-up', 'auth']);
  const form = useRef<HTMLFormElement>(null);
  const [isSent, setSent] = useState(false);
  const { isBusy, error, submit } = useVisitorForm(
    async (filled) => {
      await call('POST /api/v2/auth/sign-up', { body: requestOf(new FormData(filled), chain) });
      setSent(true);
    },
    (failure) => {
      const [first] = isProblem(failure) ? (failure.errors ?? []) : [];
      const field = first && form.current?.elements.namedItem(first.path);
      if (field instanceof HTMLInputElement) field.focus();
      return false;
    },
  );
  const faults = new Map((isProblem(error) ? (error.errors ?? []) : []).map(({ path, code }) => [path, code]));

  return {
    form,
    isSent,
    isBusy,
    /** A refusal that belongs to no field, in words. */
    failure: error !== null && faults.size === 0 ? problemText(t, error) : null,
    /** The fault of a field, in words. */
    faultOf: (path: string) =>
      faults.has(path)
        ? t(`fault.${faults.get(path)}`, { defaultValue: t(`fault.${path}`, { defaultValue: t('fault.other') }) })
        : undefined,
    submit,
  };
}

function requestOf(form: FormData, chain: LoadedChain) {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const product = chain?.slug ?? text('product').trim().toLowerCase();
  return {
    ...(product !== '' && { product }),
    name: text('name'),
    email: text('email').trim(),
    phone: text('phone'),
    storeName: text('storeName'),
    password: text('password'),
  };
}

function signInPath(returnTo: string | null): string {
  return `/auth/jwt/sign-in${returnTo === null ? '' : `?${new URLSearchParams({ returnTo }).toString()}`}`;
}

function RequestSent({ signIn }: { readonly signIn: string }) {
  const { t } = useTranslation(['sign-up', 'auth']);
  return (
    <>
      <div role="status" data-testid="sign-up-done">
        <p className="auth-text">{t('done.text')}</p>
        <p className="auth-text">{t('done.next')}</p>
      </div>
      <Link className="button button-large" to={signIn}>
        {t('auth:signUp.back')}
      </Link>
    </>
  );
}

interface ChainFieldProps {
  /** The chain that the address names. */
  readonly named: string;
  readonly fault: string | undefined;
}

function ChainField({ named, fault }: ChainFieldProps) {
  const { t } = useTranslation('sign-up');
  return (
    <Field
      name="product"
      type="text"
      label={t('product')}
      hint={t('productHint')}
      fault={fault}
      defaultValue={named}
      autoComplete="off"
      maxLength={39}
      autoCapitalize="none"
    />
  );
}

interface PasswordFieldProps {
  readonly fault: string | undefined;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

function PasswordField({ fault, isShown, onToggle }: PasswordFieldProps) {
  const { t } = useTranslation(['sign-up', 'auth']);
  return (
    <Field
      name="password"
      type={isShown ? 'text' : 'password'}
      label={t('auth:password')}
      hint={t('passwordRule')}
      fault={fault}
      autoComplete="new-password"
      minLength={SHORTEST_PASSWORD}
      maxLength={200}
      button={<ShowPasswordButton isShown={isShown} onToggle={onToggle} />}
    />
  );
}

interface FieldProps {
  readonly name: string;
  readonly type: string;
  readonly label: string;
  readonly hint?: string;
  readonly fault: string | undefined;
  readonly autoComplete: string;
  readonly maxLength: number;
  readonly minLength?: number;
  readonly defaultValue?: string;
  readonly autoCapitalize?: string;
  readonly button?: ReactNode;
}

function Field({ label, hint, fault, button, ...input }: FieldProps) {
  const id = `sign-up-${input.name}`;
  const text = fault ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input-with-button">
        <input
          {...input}
          className="input"
          id={id}
          required
          aria-invalid={fault !== undefined}
          aria-describedby={text === undefined ? undefined : `${id}-text`}
        />
        {button}
      </div>
      {text !== undefined && (
        <span id={`${id}-text`} className={fault === undefined ? 'field-hint' : 'field-fault'}>
          {text}
        </span>
      )}
    </div>
  );
}

function useChain(named: string): LoadedChain {
  const [chain, setChain] = useState<LoadedChain>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    const slug = /^[a-z][a-z0-9-]{1,38}$/.test(named) ? { product: named } : {};
    call('GET /api/v2/auth/sign-up', { query: slug, signal: stop.signal }).then(
      ({ product }) => setChain(product),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        console.warn('The chain is not known', error);
        setChain(null);
      },
    );
    return () => stop.abort();
  }, [named]);
  return chain;
}
