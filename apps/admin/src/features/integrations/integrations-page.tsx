import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../app/auth.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ApiKeysSection } from './api-keys-section.tsx';
import { CalendarFeedsSection } from './calendar-feeds-section.tsx';
import { WebhookEndpointsSection } from './webhook-endpoints-section.tsx';

/**
 * `/dashboard/system/integrations`: the API keys, webhook endpoints and calendar feeds of other systems. ADMIN creates
 * and revokes them, SUB_ADMIN reads them.
 */
export function IntegrationsPage() {
  const { t } = useTranslation(['integrations', 'outgoing-webhooks']);
  const can = useCan();
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 960, '& > *': { minWidth: 0 }, '& > .page-header': { mb: 0 } }}>
      <PageHeader title={t('title')} text={t('text')} />
      <ApiKeysSection />
      {can('webhooks:read') && <WebhookEndpointsSection />}
      <CalendarFeedsSection />
    </Box>
  );
}
