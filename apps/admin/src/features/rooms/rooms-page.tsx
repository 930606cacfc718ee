import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import type { Rows } from '../../session/live-collection.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { withParams } from '../../ui/list/address-filter.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { StoreIcon } from '../stores/index.ts';
import { NewRoomDialog } from './new-room-dialog.tsx';
import { RoomCard } from './room-card.tsx';
import { filterRooms, readRoomFilter, type RoomFilter } from './room-filter.ts';
import { RoomFilterBar } from './room-filter-bar.tsx';
import { RoomOrderEditor } from './room-order-editor.tsx';
import { RoomTable, type RoomTableProps } from './room-table.tsx';
import { useRooms } from './rooms.api.ts';

const GRID = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 248px), 1fr))',
} as const;

interface RoomsPageProps {
  /** The buttons that open a room's doors, from a higher feature. */
  readonly Openers: ComponentType<{ readonly room: Room }>;
}

/** `/dashboard/room`: the rooms of the chosen store, or of all stores, with their current state (RM-1). */
export function RoomsPage({ Openers }: RoomsPageProps) {
  const { t } = useTranslation(['rooms', 'stores', 'form']);
  const can = useCan();
  const { storeId, stores } = useStoreChoice();
  const [params, setParams] = useSearchParams();
  const filter = readRoomFilter(params);
  const rooms = useRooms(useProduct(), storeId, { archived: filter.isArchived ? 'only' : 'no' });
  const [isCreating, setIsCreating] = useState(false);
  const [orderedStore, setOrderedStore] = useState<string | null>(null);
  const change = (values: Readonly<Record<string, string>>) =>
    setParams((now) => withParams(now, values), { replace: true, preventScrollReset: true });

  const all = rooms.data?.items ?? [];
  const canOrder = can('rooms:write') && storeId !== null && !filter.isArchived && all.length > 1;
  const isOrdering = canOrder && orderedStore === storeId;
  const add = can('rooms:write') && stores.length > 0 && (
    <Button variant="contained" startIcon={<StoreIcon name="add" />} onClick={() => setIsCreating(true)}>
      {t('create.action')}
    </Button>
  );
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader
        title={t('title')}
        actions={
          <>
            {canOrder && !isOrdering && (
              <Button variant="outlined" color="inherit" onClick={() => setOrderedStore(storeId)}>
                {t('order.action')}
              </Button>
            )}
            {!isOrdering && add}
          </>
        }
      />
      {isOrdering ? (
        <RoomOrderEditor storeId={storeId} rooms={all} onClose={() => setOrderedStore(null)} />
      ) : (
        <>
          <RoomFilterBar filter={filter} onChange={change} />
          {rooms.data === undefined && rooms.isError && (
            <ErrorState error={rooms.error} onRetry={() => void rooms.refetch()} />
          )}
          {rooms.data === undefined && !rooms.isError && <RoomSkeletons />}
          {rooms.data !== undefined && (
            <RoomsByStore list={rooms.data} filter={filter} Openers={Openers} add={add} onChange={change} />
          )}
        </>
      )}
      {isCreating && <NewRoomDialog stores={stores} storeId={storeId} onClose={() => setIsCreating(false)} />}
    </Box>
  );
}

interface RoomsByStoreProps extends RoomsPageProps {
  readonly list: Rows<Room>;
  readonly filter: RoomFilter;
  /** The button that adds a room, for people who can. */
  readonly add: ReactNode;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** The rooms of the filter below the names of their stores, and their number. */
function RoomsByStore({ list, filter, Openers, add, onChange }: RoomsByStoreProps) {
  const { t } = useTranslation('rooms');
  const { storeId, stores } = useStoreChoice();
  const { items, total } = list;
  const shown = filterRooms(items, filter);
  return (
    <>
      <Box sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {t('summary', { count: shown.length })}
        {total > items.length && ` · ${t('tooMany', { shown: items.length })}`}
      </Box>
      {shown.length === 0 && (
        <NoRooms
          isArchived={filter.isArchived}
          isFiltered={items.length > 0}
          add={add}
          onClear={() => onChange({ state: '' })}
        />
      )}
      {shown.length > 0 &&
        (storeId === null ? stores : stores.filter((store) => store.id === storeId)).map((store) => (
          <RoomsOfStore
            key={store.id}
            store={store}
            rooms={shown.filter((room) => room.storeId === store.id)}
            Openers={Openers}
            filter={filter}
            onSort={onChange}
          />
        ))}
    </>
  );
}

interface NoRoomsProps {
  readonly isArchived: boolean;
  /** The store has rooms, but none in the chosen state. */
  readonly isFiltered: boolean;
  readonly add: ReactNode;
  readonly onClear: () => void;
}

function NoRooms({ isArchived, isFiltered, add, onClear }: NoRoomsProps) {
  const { t } = useTranslation('rooms');
  if (isArchived) return <EmptyState icon="room" title={t('empty.archived')} />;
  if (!isFiltered) return <EmptyState icon="room" title={t('empty.title')} text={t('empty.text')} action={add} />;
  return (
    <EmptyState
      icon="room"
      title={t('empty.filtered')}
      action={
        <Button variant="outlined" color="inherit" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    />
  );
}

interface RoomsOfStoreProps extends RoomTableProps {
  readonly store: { readonly id: string; readonly name: string };
}

/** The name of a store and its rooms; nothing without rooms. */
function RoomsOfStore({ store, ...table }: RoomsOfStoreProps) {
  const { rooms, Openers, filter } = table;
  if (rooms.length === 0) return null;
  return (
    <Box component="section" aria-labelledby={`rooms-of-${store.id}`} sx={{ minWidth: 0 }}>
      <Box component="h2" id={`rooms-of-${store.id}`} sx={{ typography: 'h6', m: 0, mb: 1 }}>
        {store.name}
      </Box>
      {filter.view === 'table' ? (
        <RoomTable {...table} />
      ) : (
        <Box sx={GRID}>
          {rooms.map((room) => (
            <RoomCard key={room.id} room={room} Openers={Openers} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function RoomSkeletons() {
  return (
    <Box aria-busy="true" data-testid="rooms-loading" sx={GRID}>
      {Array.from({ length: 6 }, (_, at) => (
        <Card key={at} variant="outlined">
          <Skeleton variant="rectangular" sx={{ height: 'auto', aspectRatio: '16 / 9' }} />
          <Box sx={{ p: 1.5 }}>
            <Skeleton variant="text" width="50%" height={28} />
            <Skeleton variant="text" width="70%" />
            <Skeleton variant="text" width="60%" />
          </Box>
        </Card>
      ))}
    </Box>
  );
}
