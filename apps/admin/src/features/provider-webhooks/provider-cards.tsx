import type { PaymentProviderSettings } from '@munjigi/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { ProviderDialog } from './provider-dialog.tsx';
import { Trouble } from './trouble.tsx';
import { PROVIDERS, useProviders } from './webhooks.api.ts';

type Provider = (typeof PROVIDERS)[number];

/** Each provider: whether it is set up, the address for its messages, and the form for people who can change it. */
export function ProviderCards() {
  const { data, error, refetch } = useProviders(useProduct());
  const [edited, setEdited] = useState<Provider | null>(null);
  if (data === undefined)
    return error === null ? (
      <Skeleton variant="rounded" height={110} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  const found = (provider: Provider) => data.find((item) => item.provider === provider);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
      {PROVIDERS.map((provider) => (
        <ProviderCard
          key={provider}
          provider={provider}
          settings={found(provider)}
          onEdit={() => setEdited(provider)}
        />
      ))}
      {edited !== null && <ProviderDialog provider={edited} settings={found(edited)} onDone={() => setEdited(null)} />}
    </Box>
  );
}

function ProviderCard({
  provider,
  settings,
  onEdit,
}: {
  readonly provider: Provider;
  readonly settings: PaymentProviderSettings | undefined;
  readonly onEdit: () => void;
}) {
  const { t } = useTranslation('provider-webhooks');
  const format = useFormat();
  const can = useCan();
  return (
    <Card
      variant="outlined"
      data-testid="provider"
      sx={{ p: 2, display: 'grid', alignContent: 'start', gap: 0.75, typography: 'body2' }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 1, minHeight: 40 }}>
        <Box component="h2" sx={{ typography: 'subtitle1', m: 0 }}>
          {t(`provider.${provider}`)}
        </Box>
        {can('webhooks:write') && (
          <Button variant="outlined" color="inherit" onClick={onEdit} sx={{ minHeight: 40 }}>
            {t(settings === undefined ? 'setUp' : 'change')}
          </Button>
        )}
      </Box>
      {settings === undefined ? (
        <Box sx={{ color: 'text.secondary' }}>{t('notSetUp')}</Box>
      ) : (
        <>
          <Box>{t('webhookAt')}</Box>
          <Box
            component="code"
            sx={{ overflowWrap: 'anywhere', p: 1, border: 1, borderColor: 'divider', borderRadius: 1 }}
          >{`${window.location.origin}${settings.webhookPath}`}</Box>
          {provider === 'PORTONE' && !settings.hasWebhookSecret && (
            <Box sx={{ color: 'warning.main', fontWeight: 600 }}>{t('noWebhookSecret')}</Box>
          )}
          {!settings.isAddressAllowed && (
            <Alert severity="error" data-testid="address-refused" sx={{ overflowWrap: 'anywhere' }}>
              {t('addressRefused', { address: settings.baseUrl })}
            </Alert>
          )}
          {settings.trouble !== null && <Trouble trouble={settings.trouble} />}
          <Box sx={{ color: 'text.secondary' }}>
            {t('changedBy', { by: settings.changedBy, at: format.dateTime(settings.changedAt) })}
          </Box>
        </>
      )}
    </Card>
  );
}
