import { useTranslation } from 'react-i18next';

/** The whole-page loader: 120 × 120, in the middle (reference 9). */
export function LoadingScreen() {
  const { t } = useTranslation();
  return (
    <div className="loading-screen" role="progressbar" aria-label={t('loading')} data-testid="loading-screen">
      <div className="loading-mark" aria-hidden="true">
        <span />
      </div>
    </div>
  );
}
