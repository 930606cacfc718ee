import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { Icon } from '../icon.tsx';

/** What could not be loaded, why, and the way to try again. The request's id helps to find it in the logs. */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="state-box" role="alert" data-testid="error-state">
      <span className="state-icon state-icon-danger">
        <Icon name="warning" size={28} />
      </span>
      <h2>{t('loadFailed')}</h2>
      <p>{problemText(t, error)}</p>
      {isProblem(error) && <p className="state-detail">{error.requestId}</p>}
      {onRetry !== undefined && (
        <button type="button" className="button" onClick={onRetry}>
          {t('retry')}
        </button>
      )}
    </div>
  );
}
