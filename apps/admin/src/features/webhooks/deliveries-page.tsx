import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAddressValues } from '../../session/address-values.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { countActiveFields } from '../../ui/list/address-filter.ts';
import { ListResults, ListSkeleton } from '../../ui/list/list-states.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useZone } from '../../ui/time/zone.ts';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DELIVERY_FILTER_FIELDS, readDeliveryFilter, readDeliveryPosition } from './delivery-filter.ts';
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
  const { t } = useTranslation('webhooks');
  const product = useProduct();
  const can = useCan();
  const { params, change } = useAddressValues(OF_PAGE);
  const filter = readDeliveryFilter(params, useZone());
  const { after, delivery: opened } = readDeliveryPosition(params);
  const list = useDeliveries(product, filter, after);
  const endpoints = useWebhookEndpoints(product);
  const [isReplaying, setIsReplaying] = useState(false);
  const items = endpoints.data?.items ?? [];
  const chosen = items.find(({ id }) => id === filter.endpointId);
  const nameOf = (endpointId: string) => {
    if (filter.endpointId !== null || endpoints.data === undefined) return '';
    const found = items.find(({ id }) => id === endpointId);
    return found === undefined
      ? t('delivery.removedEndpoint')
      : found.description === ''
        ? found.url
        : found.description;
  };
  const canReplayAll = chosen?.state === 'ENABLED' && can('webhooks:write');
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader title={t('delivery.title')} text={t('delivery.text')} />
      <PageActions
        onRefresh={() => void list.refetch()}
        onReplayAll={canReplayAll ? () => setIsReplaying(true) : undefined}
      />
      <DeliveryFilters filter={filter} endpoints={items} onChange={change} />
      <ListResults query={list} skeleton={<ListSkeleton rows={5} height={56} />}>
        {(page) =>
          page.items.length === 0 ? (
            <NoDeliveries isNarrowed={countActiveFields(DELIVERY_FILTER_FIELDS, filter) > 0} />
          ) : (
            <Card
              variant="outlined"
              aria-busy={list.isPlaceholderData}
              sx={{ opacity: list.isPlaceholderData ? 0.6 : 1 }}
            >
              <DeliveryList items={page.items} endpointName={nameOf} onOpen={(delivery) => change({ delivery })} />
              <PageButtons after={after} next={page.nextCursor} onPage={(cursor) => change({ after: cursor })} />
            </Card>
          )
        }
      </ListResults>
      {opened !== null && <DeliveryDialog deliveryId={opened} onClose={() => change({ delivery: '' })} />}
      {isReplaying && chosen !== undefined && (
        <ReplayAllDialog endpoint={chosen} from={filter.from} onClose={() => setIsReplaying(false)} />
      )}
    </Box>
  );
}

function NoDeliveries({ isNarrowed }: { readonly isNarrowed: boolean }) {
  const { t } = useTranslation('webhooks');
  return (
    <EmptyState
      icon="integrations"
      title={t(isNarrowed ? 'delivery.narrowedTitle' : 'delivery.emptyTitle')}
      text={t(isNarrowed ? 'delivery.narrowedText' : 'delivery.emptyText')}
    />
  );
}

interface PageActionsProps {
  readonly onRefresh: () => void;
  /** `undefined` while no endpoint is chosen that can receive them, and for people who can only read. */
  readonly onReplayAll: (() => void) | undefined;
}

function PageActions({ onRefresh, onReplayAll }: PageActionsProps) {
  const { t } = useTranslation('webhooks');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&& > *': { minHeight: 44 } }}>
      <Button component={Link} to="/dashboard/system/integrations" variant="outlined" color="inherit">
        {t('delivery.back')}
      </Button>
      <Button variant="outlined" color="inherit" onClick={onRefresh}>
        {t('delivery.refresh')}
      </Button>
      {onReplayAll !== undefined && (
        <Button variant="contained" onClick={onReplayAll}>
          {t('delivery.replayAll')}
        </Button>
      )}
    </Box>
  );
}

interface PageButtonsProps {
  /** The cursor of the shown page; `null` on the newest. */
  readonly after: string | null;
  /** The cursor of the older page; `null` on the oldest. */
  readonly next: string | null;
  /** Gets an empty cursor for the newest page. */
  readonly onPage: (cursor: string) => void;
}

function PageButtons({ after, next, onPage }: PageButtonsProps) {
  const { t } = useTranslation('webhooks');
  return (
    <Box
      component="nav"
      aria-label={t('delivery.page')}
      sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, p: 1.5, '&& > *': { minHeight: 44 } }}
    >
      <Button color="inherit" variant="outlined" disabled={after === null} onClick={() => onPage('')}>
        {t('delivery.newest')}
      </Button>
      <Button color="inherit" variant="outlined" disabled={next === null} onClick={() => next !== null && onPage(next)}>
        {t('delivery.older')}
      </Button>
    </Box>
  );
}
