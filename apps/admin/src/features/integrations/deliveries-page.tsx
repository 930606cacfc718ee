import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAddressValues } from '../../app/address-values.ts';
import { useCan, useProduct } from '../../app/auth.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useZone } from '../../ui/zone.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { isNarrowed, readFilter, readId } from './delivery-filter.ts';
import { DeliveryFilters } from './delivery-filters.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { ReplayAllDialog } from './replay-all-dialog.tsx';
import { useDeliveries } from './webhook-deliveries.api.ts';
import { useWebhookEndpoints } from './webhook-endpoints.api.ts';

/** The parameters of the place in the list, and of the open delivery. */
const OF_PAGE = ['after', 'delivery'] as const;

/**
 * `/dashboard/system/integrations/delivery`: the webhooks sent to the chain's systems, their results, and sending them
 * again (AP-7).
 */
export function DeliveriesPage() {
  const { t } = useTranslation('outgoing-webhooks');
  const product = useProduct();
  const can = useCan();
  const { params, change } = useAddressValues(OF_PAGE);
  const filter = readFilter(params, useZone());
  const after = readId(params, 'after');
  const list = useDeliveries(product, filter, after);
  const endpoints = useWebhookEndpoints(product);
  const opened = readId(params, 'delivery');
  const [isReplaying, setIsReplaying] = useState(false);
  const known = endpoints.data?.items ?? [];
  const chosen = known.find(({ id }) => id === filter.endpointId);
  const nameOf = (endpointId: string) => {
    if (filter.endpointId !== null || endpoints.data === undefined) return '';
    const found = known.find(({ id }) => id === endpointId);
    return found === undefined
      ? t('delivery.removedEndpoint')
      : found.description === ''
        ? found.url
        : found.description;
  };
  const page = list.data;
  const next = page?.nextCursor ?? null;
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 1100, '& > *': { minWidth: 0 }, '& > .page-header': { mb: 0 } }}>
      <PageHeader title={t('delivery.title')} text={t('delivery.text')} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&& > *': { minHeight: 44 } }}>
        <Button component={Link} to="/dashboard/system/integrations" variant="outlined" color="inherit">
          {t('delivery.back')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => void list.refetch()}>
          {t('delivery.refresh')}
        </Button>
        {chosen?.state === 'ENABLED' && can('webhooks:write') && (
          <Button variant="contained" onClick={() => setIsReplaying(true)}>
            {t('delivery.replayAll')}
          </Button>
        )}
      </Box>
      <DeliveryFilters filter={filter} endpoints={known} onChange={change} />
      {page === undefined && list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {page === undefined && !list.isError && (
        <Card variant="outlined" aria-busy="true" sx={{ px: 1.5, py: 0.5 }}>
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} variant="text" height={56} />
          ))}
        </Card>
      )}
      {page?.items.length === 0 && (
        <EmptyState
          icon="integrations"
          title={t(isNarrowed(filter) ? 'delivery.narrowedTitle' : 'delivery.emptyTitle')}
          text={t(isNarrowed(filter) ? 'delivery.narrowedText' : 'delivery.emptyText')}
        />
      )}
      {page !== undefined && page.items.length > 0 && (
        <Card variant="outlined" aria-busy={list.isPlaceholderData} sx={{ opacity: list.isPlaceholderData ? 0.6 : 1 }}>
          <DeliveryList items={page.items} endpointName={nameOf} onOpen={(delivery) => change({ delivery })} />
          <Box
            component="nav"
            aria-label={t('delivery.page')}
            sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, p: 1.5, '&& > *': { minHeight: 44 } }}
          >
            <Button color="inherit" variant="outlined" disabled={after === null} onClick={() => change({ after: '' })}>
              {t('delivery.newest')}
            </Button>
            <Button
              color="inherit"
              variant="outlined"
              disabled={next === null}
              onClick={() => next !== null && change({ after: next })}
            >
              {t('delivery.older')}
            </Button>
          </Box>
        </Card>
      )}
      {opened !== null && <DeliveryDialog deliveryId={opened} onClose={() => change({ delivery: '' })} />}
      {isReplaying && chosen !== undefined && (
        <ReplayAllDialog endpoint={chosen} from={filter.from} onClose={() => setIsReplaying(false)} />
      )}
    </Box>
  );
}
