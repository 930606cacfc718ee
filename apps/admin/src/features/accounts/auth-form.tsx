import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';

/**
 * The reason why a visitor's form was refused. The region exists before its text, so that screen readers announce the
 * text.
 */
export function FormError({ text }: { readonly text: string | null }) {
  return (
    <div role="alert">
      {text !== null && (
        <p className="form-error">
          <Icon name="error" size={18} />
          {text}
        </p>
      )}
    </div>
  );
}

/** Sends a visitor's form: once at a time, and with why it was refused. A failure that `onFailure` handles is not shown. */
export function useVisitorForm(
  send: (form: HTMLFormElement) => Promise<void>,
  onFailure: (failure: unknown) => boolean = () => false,
  readFirstError: () => unknown = () => null,
) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(readFirstError);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    void send(event.currentTarget)
      .catch((failure: unknown) => {
        if (!onFailure(failure)) setError(failure);
      })
      .finally(() => setBusy(false));
  };
  return { isBusy, error, setError, submit };
}

interface ShowPasswordButtonProps {
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

/** Shows or hides the letters of the password field beside it. */
export function ShowPasswordButton({ isShown, onToggle }: ShowPasswordButtonProps) {
  const { t } = useTranslation('auth');
  return (
    <button
      type="button"
      className="icon-button"
      aria-pressed={isShown}
      aria-label={t('showPassword')}
      onClick={onToggle}
    >
      <Icon name="eye" />
    </button>
  );
}
