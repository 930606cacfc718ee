import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { signInWithCode } from '../../api/second-step.ts';
import { FormError, useVisitorForm } from './auth-form.tsx';
import { AuthLayout } from './auth-layout.tsx';

interface SecondStepProps {
  readonly challenge: string;
  readonly onSignedIn: () => Promise<void>;
  /** Called to return to the password: by choice (`null`), or because of the server's problem. */
  readonly onOver: (why: unknown) => void;
}

/** The second step of signing in (AU-5): the code of the app, or a recovery code. */
export function SecondStep({ challenge, onSignedIn, onOver }: SecondStepProps) {
  const { t } = useTranslation(['second-factor', 'auth']);
  const { isRecovery, toggleRecovery, code, setCode, error, isBusy, submit } = useSecondStep({
    challenge,
    onSignedIn,
    onOver,
  });
  return (
    <AuthLayout title={t('step.title')}>
      <form className="auth-form" onSubmit={submit} data-testid="second-step">
        <FormError text={error === null ? null : problemText(t, error)} />
        <CodeField key={String(isRecovery)} isRecovery={isRecovery} value={code} onChange={setCode} />
        <button type="submit" className="button button-primary button-large" aria-disabled={isBusy}>
          {t(isBusy ? 'auth:signIn.busy' : 'step.submit')}
        </button>
        <button type="button" className="button button-large" onClick={toggleRecovery}>
          {t(isRecovery ? 'step.useCode' : 'step.useRecovery')}
        </button>
        <button type="button" className="button button-large" onClick={() => onOver(null)}>
          {t('step.back')}
        </button>
      </form>
    </AuthLayout>
  );
}

function useSecondStep({ challenge, onSignedIn, onOver }: SecondStepProps) {
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const { isBusy, error, setError, submit } = useVisitorForm(
    async () => {
      await signInWithCode(challenge, code);
      await onSignedIn();
    },
    (failure) => {
      const isOver = isProblem(failure) && failure.code === 'CHALLENGE_OVER';
      if (isOver) onOver(failure);
      else setCode('');
      return isOver;
    },
  );
  const toggleRecovery = () => {
    setRecovery(!isRecovery);
    setCode('');
    setError(null);
  };
  return { isRecovery, toggleRecovery, code, setCode, error, isBusy, submit };
}

interface CodeFieldProps {
  readonly isRecovery: boolean;
  readonly value: string;
  readonly onChange: (code: string) => void;
}

function CodeField({ isRecovery, value, onChange }: CodeFieldProps) {
  const { t } = useTranslation('second-factor');
  return (
    <label className="field">
      <span>{t(isRecovery ? 'step.recovery' : 'step.code')}</span>
      <input
        className="input"
        name="code"
        value={value}
        onChange={(event) => onChange(event.target.value)}
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
  );
}
