import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { CalendarFeedsSection } from '../../features/calendar-feeds/calendar-feeds-section.tsx';
import { ApiKeysSection } from '../../features/channels/api-keys-section.tsx';
import { StatementsSection } from '../../features/channels/statements-section.tsx';
import { WebhookEndpointsSection } from '../../features/webhooks/webhook-endpoints-section.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { useCan } from '../../session/auth.tsx';

/**
 * `/dashboard/system/integrations`: the API keys, webhook endpoints and calendar feeds of other systems. ADMIN creates
 * and revokes them, SUB_ADMIN reads them.
 */
export function IntegrationsScreen() {
  const { t } = useTranslation('integrations');
  const can = useCan();
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader title={t('title')} text={t('text')} />
      <ApiKeysSection />
      {can('webhooks:read') && <StatementsSection />}
      {can('webhooks:read') && <WebhookEndpointsSection />}
      <CalendarFeedsSection />
    </Box>
  );
}
