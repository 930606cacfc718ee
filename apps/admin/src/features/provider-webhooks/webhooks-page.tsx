import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressValues } from '../../session/address-values.ts';
import { useProduct } from '../../session/auth.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { Pager } from '../../ui/form/pager/pager.tsx';
import type { ChangeAddress } from '../../ui/list/address-filter.ts';
import { FilterGrid } from '../../ui/list/filter-bar.tsx';
import { pageParam, readWholeNumber } from '../../ui/list/list-position.ts';
import { ListResults, ListSkeleton } from '../../ui/list/list-states.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { IdentityProviderCard } from '../age-checks/index.ts';
import { ProviderCards } from './provider-cards.tsx';
import { PayoutsSection } from './payouts-section.tsx';
import { StoreMerchantsSection } from './store-merchants-section.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { ProviderWebhookRow } from './webhook-row.tsx';
import {
  WEBHOOK_PAGE_SIZE,
  PROVIDERS,
  useWebhooks,
  PROVIDER_WEBHOOK_STATES,
  type WebhookFilter,
} from './webhooks.api.ts';

const OF_PAGE = ['page'] as const;

/** `/dashboard/system/webhooks`: the connections to payment providers, their messages, and the results (PY-2). */
export function WebhooksPage() {
  const { t } = useTranslation('provider-webhooks');
  const product = useProduct();
  const { params, change } = useAddressValues(OF_PAGE);
  const filter = readWebhookFilter(params);
  const list = useWebhooks(product, filter);
  const [shown, setShown] = useState<string | null>(null);
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader title={t('title')} text={t('text')} />
      <ProviderCards />
      <StoreMerchantsSection />
      <PayoutsSection />
      <IdentityProviderCard />
      <WebhookFilters filter={filter} onChange={change} onRefresh={() => void list.refetch()} />
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('keptShort')}</Box>
      {list.data !== undefined && list.data.onlyCounted.count > 0 && (
        <Alert severity="warning" data-testid="only-counted">
          {t('onlyCounted', { count: list.data.onlyCounted.count })}
        </Alert>
      )}
      <ListResults query={list} skeleton={<ListSkeleton rows={4} height={56} />}>
        {({ items, total, isTotalExact }) =>
          items.length === 0 ? (
            <EmptyState title={t('empty.title')} text={t('empty.text')} />
          ) : (
            <Card variant="outlined" aria-busy={list.isPlaceholderData}>
              <Box component="ul" aria-label={t('list')} sx={PLAIN_LIST}>
                {items.map((webhook) => (
                  <ProviderWebhookRow key={webhook.id} webhook={webhook} onOpen={() => setShown(webhook.id)} />
                ))}
              </Box>
              <Pager
                page={filter.page}
                size={WEBHOOK_PAGE_SIZE}
                total={total}
                isTotalExact={isTotalExact}
                onPage={(page) => change({ page: pageParam(page) })}
              />
            </Card>
          )
        }
      </ListResults>
      {shown !== null && <WebhookDialog webhookId={shown} onClose={() => setShown(null)} />}
    </Box>
  );
}

interface WebhookFiltersProps {
  readonly filter: WebhookFilter;
  readonly onChange: ChangeAddress;
  readonly onRefresh: () => void;
}

function WebhookFilters({ filter, onChange, onRefresh }: WebhookFiltersProps) {
  const { t } = useTranslation('provider-webhooks');
  const all = { value: '', label: t('all') };
  return (
    <FilterGrid label={t('filter')} columns="200px 200px 1fr" alignItems="center">
      <SelectInput
        label={t('state.label')}
        value={filter.state ?? ''}
        onChange={(state) => onChange({ state })}
        options={[all, ...PROVIDER_WEBHOOK_STATES.map((value) => ({ value, label: t(`state.${value}`) }))]}
      />
      <SelectInput
        label={t('provider.label')}
        value={filter.provider ?? ''}
        onChange={(provider) => onChange({ provider })}
        options={[all, ...PROVIDERS.map((value) => ({ value, label: t(`provider.${value}`) }))]}
      />
      <Box sx={{ justifySelf: 'end', gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        <Button variant="outlined" color="inherit" onClick={onRefresh} sx={{ minHeight: 40 }}>
          {t('readAgain')}
        </Button>
      </Box>
    </FilterGrid>
  );
}

function readWebhookFilter(params: URLSearchParams): WebhookFilter {
  return {
    state: PROVIDER_WEBHOOK_STATES.find((state) => state === params.get('state')) ?? null,
    provider: PROVIDERS.find((provider) => provider === params.get('provider')) ?? null,
    page: readWholeNumber(params, 'page', 999_999),
  };
}
