import type { Command } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressValues, type AddressValues } from '../../app/address-values.ts';
import { useCan, useProduct } from '../../app/auth.tsx';
import { placedName } from '../../app/placed-name.ts';
import { useStoreChoice } from '../../app/store-choice.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NoPermission } from '../../ui/no-permission.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useZone } from '../../ui/zone.ts';
import type { HistoryPage } from './command-cache.ts';
import { useDeviceHistory, useHistoryRooms, useTargets } from './device-history.api.ts';
import { HistoryDrawer } from './history-drawer.tsx';
import { countNarrowed, FILTER_NAMES, readFilter, readPlace, type HistoryPlace } from './history-filter.ts';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryList, type HistoryListProps } from './history-list.tsx';
import { HistoryPager } from './history-pager.tsx';

/** The parameters of the place in the list. */
const OF_PAGE = ['page', 'after', 'seen'] as const;

/** `/dashboard/admin/device-history`: every command and every report, newest first, live on its first page (DH-1). */
export function DeviceHistoryPage() {
  const { t } = useTranslation('devices');
  const can = useCan();
  if (!can('device-history:read')) return <NoPermission capability="device-history:read" />;
  return (
    <Box sx={{ display: 'grid', gap: 2, '& > .page-header': { mb: 0 } }}>
      <PageHeader title={t('title')} />
      <History />
    </Box>
  );
}

function History() {
  const { storeId } = useStoreChoice();
  const { params, change } = useAddressValues(OF_PAGE);
  const filter = readFilter(params, storeId, useZone());
  const place = readPlace(params);
  const history = useDeviceHistory(useProduct(), filter, place);
  const { targets, rooms, storeName, roomName } = useHistoryPlaces(storeId);
  const [opened, setOpened] = useState<Command | null>(null);

  const clear = () => change(Object.fromEntries(FILTER_NAMES.map((name) => [name, ''])));

  const page = history.data;
  // The stream keeps updating an opened row.
  const shown = opened === null ? null : (page?.items.find((item) => item.id === opened.id) ?? opened);
  return (
    <>
      <HistoryFilters
        filter={filter}
        onChange={change}
        onClear={clear}
        targets={targets}
        rooms={rooms}
        causeLabel={page?.items.find((item) => item.cause.id === filter.causeId)?.cause.label ?? ''}
      />
      <HistoryResults
        history={history}
        place={place}
        isNarrowed={countNarrowed(filter) > 0 || place.seen > 0}
        storeName={storeName}
        roomName={roomName}
        onOpen={setOpened}
        onChange={change}
        onClear={clear}
      />
      {shown !== null && (
        <HistoryDrawer
          command={shown}
          storeName={storeName(shown.storeId)}
          roomName={roomName(shown.roomId)}
          onClose={() => setOpened(null)}
          onOnlyBy={(by) => {
            setOpened(null);
            change({ by });
          }}
        />
      )}
      <HistoryCount page={history.isPlaceholderData ? undefined : page} />
    </>
  );
}

/** The places that the filter offers, and the names of stores and rooms. */
function useHistoryPlaces(storeId: string | null) {
  const product = useProduct();
  const { stores } = useStoreChoice();
  const targets = useTargets(product, storeId);
  const rooms = useHistoryRooms(product, storeId);
  const storeName = (id: string) => stores.find((store) => store.id === id)?.name ?? '';
  const roomName = (id: string | null) => rooms.data?.find((room) => room.id === id)?.name ?? '';
  const withStoreNames = <T extends { readonly storeId: string }>(places: readonly T[] | undefined) =>
    (places ?? []).map((place) => ({ ...place, storeName: storeId === null ? storeName(place.storeId) : '' }));
  return {
    targets: withStoreNames(
      targets.data?.map((target) => ({ ...target, name: placedName(target.name, roomName(target.roomId)) })),
    ),
    rooms: withStoreNames(rooms.data),
    storeName,
    roomName,
  };
}

interface HistoryResultsProps extends Pick<HistoryListProps, 'storeName' | 'roomName' | 'onOpen'> {
  readonly history: ReturnType<typeof useDeviceHistory>;
  readonly place: HistoryPlace;
  readonly isNarrowed: boolean;
  readonly onChange: AddressValues['change'];
  readonly onClear: () => void;
}

/** A page of the history, or why there is nothing to show. */
function HistoryResults({ history, place, isNarrowed, onChange, onClear, ...list }: HistoryResultsProps) {
  const page = history.data;
  if (page === undefined) {
    return history.isError ? (
      <ErrorState error={history.error} onRetry={() => void history.refetch()} />
    ) : (
      <HistorySkeleton rows={place.limit} />
    );
  }
  const { items, nextCursor } = page;
  if (items.length > 0) {
    return (
      <Card
        variant="outlined"
        aria-busy={history.isPlaceholderData}
        sx={{ opacity: history.isPlaceholderData ? 0.6 : 1, px: { xs: 1.5, md: 0 } }}
      >
        <HistoryList items={items} {...list} />
        <Box sx={{ p: 1.5 }}>
          <HistoryPager page={page} place={place} onChange={onChange} />
        </Box>
      </Card>
    );
  }
  return nextCursor === null ? (
    <NothingFound isNarrowed={isNarrowed} onClear={onClear} />
  ) : (
    <NothingSoFar onFurther={() => onChange({ page: '', after: nextCursor, seen: String(place.seen) })} />
  );
}

/** The number of commands, for screen readers; empty while they are read. */
function HistoryCount({ page }: { readonly page: HistoryPage | undefined }) {
  const { t } = useTranslation('devices');
  return (
    <Box
      role="status"
      sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
    >
      {page === undefined ? '' : t(page.isTotalExact ? 'count' : 'countOfMany', { total: page.total })}
    </Box>
  );
}

/** The server searched a limited number of rows and found nothing in them. */
function NothingSoFar({ onFurther }: { readonly onFurther: () => void }) {
  const { t } = useTranslation('devices');
  return (
    <EmptyState
      title={t('empty.soFarTitle')}
      text={t('empty.soFarText')}
      action={
        <Button variant="outlined" color="inherit" onClick={onFurther}>
          {t('empty.further')}
        </Button>
      }
    />
  );
}

function NothingFound({
  isNarrowed: narrowed,
  onClear,
}: {
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
}) {
  const { t } = useTranslation('devices');
  if (!narrowed) return <EmptyState title={t('empty.title')} text={t('empty.text')} />;
  return (
    <EmptyState
      title={t('empty.narrowedTitle')}
      text={t('empty.narrowedText')}
      action={
        <Button variant="outlined" color="inherit" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    />
  );
}

function HistorySkeleton({ rows }: { readonly rows: number }) {
  return (
    <Card variant="outlined" aria-busy="true" data-testid="history-loading" sx={{ px: 1.5, py: 0.5 }}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} variant="text" height={44} />
      ))}
    </Card>
  );
}
