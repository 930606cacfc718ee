import type { Capability } from '@munjigi/contract/roles';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { Icon } from '../icon.tsx';

const NeededCapability = lazy(async () => ({
  default: (await import('./needed-capability.tsx')).NeededCapability,
}));

/** The 403 screen inside the shell (AC-4): says what the missing capability allows, and links back. */
export function NoPermission({ capability }: { readonly capability?: Capability }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className="state-box" data-testid="no-permission">
      <span className="state-icon">
        <Icon name="lock" size={28} />
      </span>
      <p className="state-code">403</p>
      <h1>{t('noPermission.title')}</h1>
      <p>{t('noPermission.text')}</p>
      {capability !== undefined && (
        <Suspense fallback={null}>
          <NeededCapability capability={capability} />
        </Suspense>
      )}
      <div className="button-row">
        {window.history.length > 1 && (
          <button type="button" className="button" onClick={() => void navigate(-1)}>
            {t('goBack')}
          </button>
        )}
        <Link className="button button-primary" to="/dashboard">
          {t('goHome')}
        </Link>
      </div>
    </div>
  );
}
