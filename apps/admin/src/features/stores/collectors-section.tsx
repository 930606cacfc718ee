import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useProduct } from '../../session/auth.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Unread } from '../../ui/form/unread.tsx';

function useCollectors(product: string, storeId: string) {
  return useQuery({
    queryKey: ['collectors', product, storeId],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/store/{storeId}/collectors', { params: { product, storeId }, signal }),
  });
}

/** Who collects the online payments of a store: head office or the store itself (MC-9). */
export function CollectorsSection({ storeId }: { readonly storeId: string }) {
  const { t } = useTranslation('stores');
  const collectors = useCollectors(useProduct(), storeId);
  if (collectors.data === undefined) return <Unread query={collectors} height={110} />;
  const { items } = collectors.data;
  return (
    <Box component="section" aria-label={t('collectors.title')} sx={{ display: 'grid', gap: 1 }}>
      <Box component="h2" sx={{ typography: 'subtitle1', m: 0 }}>
        {t('collectors.title')}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '64ch' }}>{t('collectors.text')}</Box>
      {items.length === 0 ? (
        <Box sx={{ typography: 'body2' }}>{t('collectors.none')}</Box>
      ) : (
        <FactList
          facts={items.map(({ provider, collector, merchantId }) => [
            t(`collectors.provider.${provider}`),
            t(`collectors.${collector}`, { merchantId }),
          ])}
        />
      )}
    </Box>
  );
}
