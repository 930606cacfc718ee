import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { Unread } from '../../../ui/form/unread.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PAGE_STACK } from '../../../ui/page-layout.ts';
import { ChainSellerForm } from './chain-seller-form.tsx';
import { PrivacyPolicyForm } from './privacy-policy-form.tsx';
import { useChainSeller, usePrivacyPolicy } from './sellers.api.ts';

/** `/dashboard/system/sellers`: head office as a seller, and the privacy policy of the chain (SE-1, SE-3). */
export function ChainSellersPage() {
  const { t } = useTranslation('sellers');
  const product = useProduct();
  const seller = useChainSeller(product);
  const policy = usePrivacyPolicy(product);
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader title={t('title')} text={t('text')} />
      <Box component="section" aria-labelledby="chain-seller-title" sx={{ display: 'grid', gap: 2 }}>
        <Box component="h2" id="chain-seller-title" sx={{ typography: 'h6', m: 0 }}>
          {t('chain.title')}
        </Box>
        {seller.data === undefined ? <Unread query={seller} height={320} /> : <ChainSellerForm seller={seller.data} />}
      </Box>
      <Box component="section" aria-labelledby="policy-title" sx={{ display: 'grid', gap: 2 }}>
        <Box component="h2" id="policy-title" sx={{ typography: 'h6', m: 0 }}>
          {t('policy.title')}
        </Box>
        {policy.data === undefined ? (
          <Unread query={policy} height={480} />
        ) : (
          <PrivacyPolicyForm policy={policy.data} />
        )}
      </Box>
    </Box>
  );
}
