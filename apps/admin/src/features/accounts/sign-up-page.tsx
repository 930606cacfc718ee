import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { AuthLayout } from './auth-layout.tsx';

/** Says how one gets an account today; asking for one here comes with a later release (AU-4). */
export function SignUpPage() {
  const { t } = useTranslation('auth');
  const { search } = useLocation();
  return (
    <AuthLayout title={t('signUp.title')}>
      <p className="auth-text">{t('signUp.today')}</p>
      <p className="auth-text">{t('signUp.coming')}</p>
      <Link className="button button-large" to={`/auth/jwt/sign-in${search}`}>{t('signUp.back')}</Link>
    </AuthLayout>
  );
}
