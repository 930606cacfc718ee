import { useTranslation } from 'react-i18next';
import { probeServer, useServerReachable } from '../api/connection.ts';
import { Icon } from '../ui/icon.tsx';

/** Says that the server cannot be reached, while that is so (SH-9). */
export function OfflineBar() {
  const { t } = useTranslation();
  const isReachable = useServerReachable();
  return (
    <div role="status" aria-live="polite">
      {!isReachable && (
        <div className="offline-bar" data-testid="offline-bar">
          <Icon name="warning" size={18} />
          <span>{t('offline.text')}</span>
          <button type="button" className="button button-small" onClick={() => void probeServer()}>
            {t('offline.retry')}
          </button>
        </div>
      )}
    </div>
  );
}
