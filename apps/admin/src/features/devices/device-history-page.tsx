import type { Command } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressValues, type AddressValues } from '../../session/address-values.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
import { placedName } from '../../session/placed-name.ts';
import { useStoreChoice } from '../../session/store-choice.ts';
import { clearedFilter, countActiveFields } from '../../ui/list/address-filter.ts';
import {
  HiddenCount,
  ListCard,
  ListResults,
  ListSkeleton,
  NothingFound,
  NothingSoFar,
} from '../../ui/list/list-states.tsx';
import { NoPermission } from '../../ui/states/no-permission.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useZone } from '../../ui/time/zone.ts';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { useDeviceHistory, useHistoryRooms, useTargets } from './device-history.api.ts';
import { HistoryDrawer } from './history-drawer.tsx';
import {
  HISTORY_FILTER_FIELDS,
  readDeviceHistoryFilter,
  readDeviceHistoryPosition,
  type DeviceHistoryPosition,
} from './history-filter.ts';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryList, type HistoryListProps } from './history-list.tsx';
import { HistoryPager } from './history-pager.tsx';

/** The parameters of the position in the list. */
const OF_PAGE = ['page', 'after', 'seen'] as const;

/** `/dashboard/admin/device-history`: every command and every report, newest first, live on its first page (DH-1). */
export function DeviceHistoryPage() {
  const { t } = useTranslation('devices');
  const can = useCan();
  if (!can('device-history:read')) return <NoPermission capability="device-history:read" />;
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader title={t('title')} />
      <History />
    </Box>
  );
}

function History() {
  const { t } = useTranslation('devices');
  const { storeId } = useStoreChoice();
  const { params, change } = useAddressValues(OF_PAGE);
  const filter = readDeviceHistoryFilter(params, storeId, useZone());
  const position = readDeviceHistoryPosition(params);
  const history = useDeviceHistory(useProduct(), filter, position);
  const { targets, rooms, ...names } = useHistoryPlaces(storeId);
  const [opened, setOpened] = useState<Command | null>(null);

  const clear = () => change(clearedFilter(HISTORY_FILTER_FIELDS));

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
        position={position}
        isNarrowed={countActiveFields(HISTORY_FILTER_FIELDS, filter) > 0 || position.seen > 0}
        {...names}
        onOpen={setOpened}
        onChange={change}
        onClear={clear}
      />
      {shown !== null && (
        <HistoryDrawer
          command={shown}
          storeName={names.storeName(shown.storeId)}
          roomName={names.roomName(shown.roomId)}
          onClose={() => setOpened(null)}
          onOpenCommand={setOpened}
          onOnlyBy={(by) => {
            setOpened(null);
            change({ by });
          }}
        />
      )}
      <HiddenCount texts={t} page={history.isPlaceholderData ? undefined : page} />
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
  readonly position: DeviceHistoryPosition;
  readonly isNarrowed: boolean;
  readonly onChange: AddressValues['change'];
  readonly onClear: () => void;
}

/** A page of the history, or the reason why it is empty. */
function HistoryResults({ history, position, isNarrowed, onChange, onClear, ...list }: HistoryResultsProps) {
  const { t } = useTranslation('devices');
  const skeleton = <ListSkeleton rows={position.limit} height={44} testId="history-loading" />;
  return (
    <ListResults query={history} skeleton={skeleton}>
      {(page) => {
        const { items, nextCursor } = page;
        if (items.length > 0)
          return (
            <ListCard isOld={history.isPlaceholderData}>
              <HistoryList items={items} {...list} />
              <Box sx={{ p: 1.5 }}>
                <HistoryPager page={page} position={position} onChange={onChange} />
              </Box>
            </ListCard>
          );
        return nextCursor === null ? (
          <NothingFound texts={t} isNarrowed={isNarrowed} onClear={onClear} />
        ) : (
          <NothingSoFar
            texts={t}
            onFurther={() => onChange({ page: '', after: nextCursor, seen: String(position.seen) })}
          />
        );
      }}
    </ListResults>
  );
}
