import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Logo } from '../../ui/logo.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <main className="plain-page">
      <Logo />
      <p className="plain-page-code" aria-hidden="true">
        404
      </p>
      <h1>{t('notFound.title')}</h1>
      <p className="plain-page-text">{t('notFound.text')}</p>
      <Link className="button button-primary" to="/">
        {t('goHome')}
      </Link>
    </main>
  );
}
