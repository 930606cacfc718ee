import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { signInWithCode } from '../../api/second-step.ts';
import { Icon } from '../../ui/icon.tsx';
import { AuthLayout } from './auth-layout.tsx';

interface SecondStepProps {
  readonly challenge: string;
  readonly onSignedIn: () => Promise<void>;
  /** Back to the password: by choice (`null`), or because of the server's problem. */
  readonly onOver: (why: unknown) => void;
}

/** The second step of signing in (AU-5): the code of the app, or a recovery code. */
export function SecondStep({ challenge, onSignedIn, onOver }: SecondStepProps) {
  const { t } = useTranslation(['second-factor', 'auth']);
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await signInWithCode(challenge, code);
      await onSignedIn();
    } catch (failure) {
      if (isProblem(failure) && failure.code === 'CHALLENGE_OVER') return onOver(failure);
      setError(failure);
      setCode('');
    }
    setBusy(false);
  };
  const change = () => {
    setRecovery(!isRecovery);
    setCode('');
    setError(null);
  };

  return (
    <AuthLayout title={t('step.title')}>
      <form className="auth-form" onSubmit={(event) => void submit(event)} data-testid="second-step">
        <div role="alert">
          {error !== null && (
            <p className="form-error">
              <Icon name="error" size={18} />
              {problemText(t, error)}
            </p>
          )}
        </div>
        <label className="field" key={String(isRecovery)}>
          <span>{t(isRecovery ? 'step.recovery' : 'step.code')}</span>
          <input
            className="input"
            name="code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            required
            autoFocus
            autoCapitalize="none"
            spellCheck={false}
            {...(isRecovery
              ? { autoComplete: 'off', maxLength: 20 }
              : {
                  autoComplete: 'one-time-code',
                  inputMode: 'numeric',
                  maxLength: 7,
                  pattern: '[0-9]{3} ?[0-9]{3}',
                  title: t('code.rule'),
                })}
          />
        </label>
        <button type="submit" className="button button-primary button-large" aria-disabled={isBusy}>
          {t(isBusy ? 'auth:signIn.busy' : 'step.submit')}
        </button>
        <button type="button" className="button button-large" onClick={change}>
          {t(isRecovery ? 'step.useCode' : 'step.useRecovery')}
        </button>
        <button type="button" className="button button-large" onClick={() => onOver(null)}>
          {t('step.back')}
        </button>
      </form>
    </AuthLayout>
  );
}
