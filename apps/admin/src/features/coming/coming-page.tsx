import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan } from '../../app/auth.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** What a person can already do elsewhere, offered where the screen itself is yet to come. */
const NOW = [
  { title: 'door', path: '/dashboard/door', needs: 'doors:read', icon: 'door' },
  { title: 'deviceHistory', path: '/dashboard/admin/device-history', needs: 'device-history:read', icon: 'history' },
] as const;

/** A screen that says in words what will be there (`coming` texts, by name), and what works today. */
export function comingPage(name: string): ComponentType {
  return function ComingPage() {
    const { t } = useTranslation(['coming', 'navbar']);
    const can = useCan();
    const points = t(`${name}.points`, { returnObjects: true }) as unknown;
    return (
      <>
        <PageHeader title={t(`${name}.title`)} />
        <section className="coming" data-testid="coming-page">
          <p className="coming-tag"><Icon name="info" size={16} />{t('tag')}</p>
          <p className="coming-text">{t(`${name}.text`)}</p>
          <ul>{Array.isArray(points) && points.map((point) => <li key={String(point)}><Icon name="check" size={16} />{String(point)}</li>)}</ul>
        </section>
        <section className="coming-now" aria-labelledby="coming-now">
          <h2 id="coming-now">{t('now')}</h2>
          <div className="coming-links">
            {NOW.filter(({ needs }) => can(needs)).map(({ title, path, icon }) => (
              <Link key={path} className="coming-link" to={path}><Icon name={icon} />{t(`navbar:${title}`)}</Link>
            ))}
          </div>
        </section>
      </>
    );
  };
}
