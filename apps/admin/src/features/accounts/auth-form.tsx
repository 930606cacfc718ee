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
