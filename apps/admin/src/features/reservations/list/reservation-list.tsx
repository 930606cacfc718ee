import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useProduct } from '../../../session/auth.tsx';
import { useStoreChoice } from '../../../session/store-choice.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useStoreRooms } from '../create/create.api.ts';
import { RESERVATION_FILTER_NAMES, hasReservationFilters, readListFilter, type ListClock } from './list-filter.ts';
import { ListFilters } from './list-filters.tsx';
import { ListRows } from './list-rows.tsx';
import { MoreRows } from './more-rows.tsx';
import { useReservationList } from './list.api.ts';

interface ReservationListProps {
  /** `null`: all stores of the person. */
  readonly storeId: string | null;
  readonly clock: ListClock;
  readonly onOpen: (reservationId: string) => void;
}

/** The list beside the board (RV-4): search, filter, any number of pages, export. The filter is in the address. */
export function ReservationList({ storeId, clock, onOpen }: ReservationListProps) {
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const { filter, changeFilter, clearFilter } = useListFilter(storeId, clock);
  const list = useReservationList(product, filter);
  const rooms = useStoreRooms(product, storeId);
  const { stores } = useStoreChoice();
  const namedStores = storeId === null ? stores : [];
  const namedRooms = (rooms.data ?? []).map(({ id, name, storeId: itsStore }) => ({
    id,
    name,
    storeName: namedStores.find((store) => store.id === itsStore)?.name ?? '',
  }));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ListFilters filter={filter} rooms={namedRooms} onChange={changeFilter} onClear={clearFilter} />
      {list.data === undefined && list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <LoadingRows />}
      {list.data !== undefined && items.length === 0 && (
        <NoReservations isNarrowed={hasReservationFilters(filter)} onClear={clearFilter} />
      )}
      {items.length > 0 && (
        <Card
          variant="outlined"
          aria-busy={list.isPlaceholderData}
          sx={{ opacity: list.isPlaceholderData ? 0.6 : 1, px: { xs: 1.5, md: 0 } }}
        >
          <ListRows items={items} rooms={namedRooms} stores={namedStores} sort={filter.sort} onOpen={onOpen} />
          <MoreRows
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            error={list.isFetchNextPageError ? list.error : null}
            onMore={() => void list.fetchNextPage()}
          />
        </Card>
      )}
      <Box
        role="status"
        sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
      >
        {list.data === undefined || list.isPlaceholderData ? '' : t('list.shown', { n: items.length })}
      </Box>
    </Box>
  );
}

/** The filter in the address, and how it is changed; empty values are left out of the address. */
function useListFilter(storeId: string | null, clock: ListClock) {
  const [params, setParams] = useSearchParams();

  function changeFilter(values: Readonly<Record<string, string>>): void {
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        for (const [name, value] of Object.entries(values)) {
          if (value === '') changed.delete(name);
          else changed.set(name, value);
        }
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  const clearFilter = () => changeFilter(Object.fromEntries(RESERVATION_FILTER_NAMES.map((name) => [name, ''])));

  return { filter: readListFilter(params, storeId, clock), changeFilter, clearFilter };
}

interface NoReservationsProps {
  /** Whether a filter is active, which may leave out reservations. */
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
}

function NoReservations({ isNarrowed, onClear }: NoReservationsProps) {
  const { t } = useTranslation('reservations');
  if (!isNarrowed) return <EmptyState icon="reservation" title={t('list.empty')} text={t('list.emptyText')} />;
  return (
    <EmptyState
      title={t('list.nothing')}
      text={t('list.nothingText')}
      action={
        <Button variant="outlined" color="inherit" onClick={onClear}>
          {t('list.clear')}
        </Button>
      }
    />
  );
}

function LoadingRows() {
  return (
    <Card variant="outlined" aria-busy="true" data-testid="list-loading" sx={{ px: 1.5, py: 0.5 }}>
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} variant="text" height={44} />
      ))}
    </Card>
  );
}
