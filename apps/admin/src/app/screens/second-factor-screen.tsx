import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AuthLayout } from '../../features/accounts/auth-layout.tsx';
import { FactorSetup } from '../../features/users/account/factor-setup.tsx';
import { useAuthContext } from '../../session/auth.tsx';
import { signOut } from '../sign-out.ts';

/** Used only by this screen: sharing the dashboard's chunk would load it at sign-in. */
const queryClient = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always', retry: false } } });

/**
 * `/auth/jwt/second-factor`: for people who must have a second factor and have none; every other screen is closed until
 * then (AU-5).
 */
export function SecondFactorScreen() {
  const { t } = useTranslation('second-factor');
  const { checkUserSession } = useAuthContext();
  return (
    <QueryClientProvider client={queryClient}>
      <AuthLayout title={t('required.title')}>
        <p className="auth-text">{t('required.text')}</p>
        <FactorSetup onDone={() => void checkUserSession()} />
        <p className="auth-other">
          <button type="button" className="button button-large" onClick={() => void signOut(checkUserSession)}>
            {t('required.signOut')}
          </button>
        </p>
      </AuthLayout>
    </QueryClientProvider>
  );
}
