import type { StoreOrder, StoreState } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressValues, type AddressValues } from '../../../session/address-values.ts';
import { useAuthContext, useCan, useProduct } from '../../../session/auth.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { SelectInput } from '../../../ui/form/fields.tsx';
import { Choice, SearchBox } from '../../../ui/form/filter-fields.tsx';
import { Pager } from '../../../ui/form/pager/pager.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PAGE_STACK } from '../../../ui/page-layout.ts';
import { StoreIcon } from '../store-icon.tsx';
import { NewStoreDialog } from './new-store-dialog.tsx';
import { STORES_PAGE_SIZE, useStoreSummaries, type StoreListFilter } from './store-list.api.ts';
import { StoreTable } from './store-table.tsx';

const FILTERS = {
  display: 'grid',
  gap: 1,
  gridTemplateColumns: { xs: '1fr 1fr', md: 'minmax(0, 360px) 180px 180px' },
  alignItems: 'start',
} as const;

const OF_PAGE = ['page'] as const;
const STATES: readonly StoreState[] = ['OPEN', 'PREPARING', 'CLOSED'];
const ORDERS: readonly StoreOrder[] = ['name', 'newest', 'rooms', 'offline', 'royalty'];

/**
 * `/dashboard/system/stores`: all stores of the product in one list, where they are created, closed for good and opened
 * again.
 */
export function StoresPage() {
  const { t } = useTranslation(['store-list', 'stores', 'form']);
  const canMake = useCan()('stores:make');
  const { params, change } = useAddressValues(OF_PAGE);
  const filter = readFilter(params);
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useStoreSummaries(useProduct(), filter);
  const [isMaking, setIsMaking] = useState(false);
  useListedStores(data?.items);
  const isNarrowed = filter.q !== '' || filter.state !== null;
  const make = canMake && (
    <Button variant="contained" startIcon={<StoreIcon name="add" />} onClick={() => setIsMaking(true)}>
      {t('create.action')}
    </Button>
  );
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader title={t('title')} text={t('text')} actions={make} />
      <StoreFilterBar filter={filter} onChange={change} />
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <StoreListSkeleton />}
      {data !== undefined &&
        data.items.length === 0 &&
        (isNarrowed ? (
          <NoStoreFound onClear={() => change({ q: '', state: '' })} />
        ) : (
          <EmptyState icon="stores" title={t('noStores.title')} text={t('noStores.text')} action={make} />
        ))}
      {data !== undefined && data.items.length > 0 && (
        <Card variant="outlined" aria-busy={isPlaceholderData} sx={{ containerType: 'inline-size' }}>
          <StoreTable stores={data.items} now={new Date(dataUpdatedAt)} />
          <Pager
            page={filter.page}
            size={STORES_PAGE_SIZE}
            total={data.total}
            onPage={(page) => change({ page: page === 0 ? '' : String(page) })}
          />
        </Card>
      )}
      {isMaking && <NewStoreDialog onClose={() => setIsMaking(false)} />}
    </Box>
  );
}

interface StoreFilterBarProps {
  readonly filter: StoreListFilter;
  readonly onChange: AddressValues['change'];
}

function StoreFilterBar({ filter, onChange }: StoreFilterBarProps) {
  const { t } = useTranslation('store-list');
  return (
    <Box role="search" aria-label={t('filter')} sx={FILTERS}>
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        <SearchBox label={t('search')} hint={t('searchHint')} value={filter.q} onSearch={(q) => onChange({ q })} />
      </Box>
      <Choice
        label={t('column.state')}
        all={t('all')}
        value={filter.state ?? ''}
        options={STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        onPick={(state) => onChange({ state })}
      />
      <SelectInput
        label={t('sort.label')}
        value={filter.sort}
        onChange={(sort) => onChange({ sort: sort === 'name' ? '' : sort })}
        options={ORDERS.map((value) => ({ value, label: t(`sort.${value}`) }))}
      />
    </Box>
  );
}

function StoreListSkeleton() {
  return (
    <Card variant="outlined" aria-busy="true" sx={{ px: 1.5, py: 0.5 }}>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} variant="text" height={72} />
      ))}
    </Card>
  );
}

function NoStoreFound({ onClear }: { readonly onClear: () => void }) {
  const { t } = useTranslation('store-list');
  return (
    <EmptyState
      title={t('none.title')}
      text={t('none.text')}
      action={
        <Button variant="outlined" color="inherit" onClick={onClear}>
          {t('none.clear')}
        </Button>
      }
    />
  );
}

/**
 * The header's picker and every screen of one store read the store names from the session, which is read again if the
 * list has newer ones.
 */
function useListedStores(listed: readonly { readonly id: string; readonly name: string }[] | undefined): void {
  const { user, checkUserSession } = useAuthContext();
  const names = new Map((user?.stores ?? []).map((store) => [store.id, store.name]));
  const unknown = (listed ?? [])
    .filter(({ id, name }) => names.get(id) !== name)
    .map(({ id, name }) => `${id} ${name}`)
    .join();
  useEffect(() => {
    if (unknown !== '') void checkUserSession();
  }, [unknown, checkUserSession]);
}

function readFilter(params: URLSearchParams): StoreListFilter {
  const page = Number(params.get('page') ?? 0);
  return {
    q: (params.get('q') ?? '').trim().slice(0, 60),
    state: STATES.find((state) => state === params.get('state')) ?? null,
    sort: ORDERS.find((order) => order === params.get('sort')) ?? 'name',
    page: Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page : 0,
  };
}
