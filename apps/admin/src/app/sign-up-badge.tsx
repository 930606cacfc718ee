import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { useCan, useProduct } from '../session/auth.tsx';

/** The number of sign-ups that wait for approval; renders nothing without any, or before it was read. */
export function SignUpBadge() {
  const { t } = useTranslation('tasks');
  const product = useProduct();
  const can = useCan();
  const { data } = useQuery({
    queryKey: ['sign-up-count', product],
    queryFn: async ({ signal }) =>
      (
        await call('GET /api/v2/{product}/user', {
          params: { product },
          query: { state: 'PENDING', page: '0', limit: '1' },
          signal,
        })
      ).total,
    enabled: can('users:read'),
  });
  return data === undefined || data === 0 ? null : (
    <span className="nav-info" role="img" data-testid="sign-up-badge" aria-label={t('signUps', { count: data })}>
      {data}
    </span>
  );
}
