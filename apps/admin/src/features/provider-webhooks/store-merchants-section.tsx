import type { StoreMerchant } from '@munjigi/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { LINED_LIST } from '../../ui/form/layouts.ts';
import { TitledText } from '../../ui/section-head.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { StoreMerchantDialog } from './store-merchant-dialog.tsx';
import { useStoreMerchants } from './store-merchants.api.ts';
import { Trouble } from './trouble.tsx';
import { PROVIDERS } from './webhooks.api.ts';

interface Store {
  readonly id: string;
  readonly name: string;
}

/** Each store: whether its own merchant or that of the chain collects (MC-1), and the form for people who can change it. */
export function StoreMerchantsSection() {
  const { t } = useTranslation('provider-webhooks');
  const { stores } = useStoreChoice();
  const { data, error, refetch } = useStoreMerchants(useProduct());
  const [edited, setEdited] = useState<Store | null>(null);
  const of = (store: Store) => (data ?? []).filter(({ storeId }) => storeId === store.id);
  return (
    <Box component="section" aria-label={t('merchants.title')} sx={{ display: 'grid', gap: 1.5 }}>
      <TitledText title={t('merchants.title')} text={t('merchants.text')} />
      {data === undefined &&
        (error === null ? (
          <Skeleton variant="rounded" height={110} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ))}
      {data !== undefined && (
        <Card variant="outlined">
          <Box component="ul" sx={LINED_LIST}>
            {stores.map((store) => (
              <StoreRow key={store.id} store={store} merchants={of(store)} onEdit={() => setEdited(store)} />
            ))}
          </Box>
        </Card>
      )}
      {edited !== null && <StoreMerchantDialog store={edited} merchants={of(edited)} onDone={() => setEdited(null)} />}
    </Box>
  );
}

interface StoreRowProps {
  readonly store: Store;
  readonly merchants: readonly StoreMerchant[];
  readonly onEdit: () => void;
}

function StoreRow({ store, merchants, onEdit }: StoreRowProps) {
  const { t } = useTranslation('provider-webhooks');
  const can = useCan();
  const running = merchants.filter(({ endedAt }) => endedAt === null);
  return (
    <Box
      component="li"
      data-testid="store-merchant"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: '200px minmax(0, 1fr) auto' },
        gap: 1,
        alignItems: 'center',
        px: 2,
        py: 1,
        typography: 'body2',
      }}
    >
      <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{store.name}</Box>
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, gridRow: { xs: 2, md: 'auto' }, display: 'grid', gap: 0.5 }}>
        {PROVIDERS.map((provider) => (
          <Box key={provider} sx={{ overflowWrap: 'anywhere' }}>
            <Box component="span" sx={{ color: 'text.secondary' }}>{`${t(`provider.${provider}`)} · `}</Box>
            {running.find((merchant) => merchant.provider === provider)?.merchantId ?? t('merchants.ofChain')}
          </Box>
        ))}
        {merchants.map((merchant) => (
          <MerchantNotes key={merchant.id} merchant={merchant} />
        ))}
      </Box>
      {can('webhooks:write') && (
        <Button
          variant="outlined"
          color="inherit"
          aria-label={t(running.length === 0 ? 'merchants.setUpOf' : 'merchants.changeOf', { store: store.name })}
          onClick={onEdit}
          sx={{ minHeight: 40, justifySelf: 'end' }}
        >
          {t(running.length === 0 ? 'merchants.setUp' : 'change')}
        </Button>
      )}
    </Box>
  );
}

/** What a person has to know about a merchant: its trouble, and what is still open with one that has ended. */
function MerchantNotes({ merchant }: { readonly merchant: StoreMerchant }) {
  const { t } = useTranslation('provider-webhooks');
  const { merchantId, endedAt, openCount } = merchant;
  return (
    <>
      {endedAt !== null && openCount > 0 && (
        <Box sx={{ color: 'warning.main' }}>{t('merchants.stillOpen', { merchantId, count: openCount })}</Box>
      )}
      {endedAt === null && merchant.provider === 'PORTONE' && !merchant.hasWebhookSecret && (
        <Box sx={{ color: 'warning.main' }}>{t('merchants.noWebhookSecret')}</Box>
      )}
      {!merchant.isAddressAllowed && endedAt === null && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          {t('addressRefused', { address: merchant.baseUrl })}
        </Alert>
      )}
      {merchant.trouble !== null && <Trouble trouble={merchant.trouble} />}
    </>
  );
}
