import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useLiveState } from '../../session/live-state.ts';
import { useStoreChoice } from '../../session/store-choice.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { NoPermission } from '../../ui/states/no-permission.tsx';
import { OpeningDialog } from '../../ui/opening-dialog.tsx';
import { withParams } from '../../ui/list/address-filter.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PartsInOrder } from '../../ui/states/parts-in-order.tsx';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { useAlarms } from '../alarms/index.ts';
import { Glyph } from '../devices/index.ts';
import { useRooms } from '../rooms/index.ts';
import { DiscoveredLocks } from './settings/discovered-locks.tsx';
import { DoorCard } from './door-card.tsx';
import { DoorFilterBar } from './door-filter-bar.tsx';
import { groupDoors, readDoorFilter, type DoorFilter, type DoorGroup } from './door-groups.ts';
import { DoorTable } from './door-table.tsx';
import { DOOR_GRID, DoorSkeletons } from './door-skeletons.tsx';
import { doorNeedsAttention } from './door-words.ts';
import { useDoors } from './doors.api.ts';
import { EmergencyPanels } from './emergency/emergency-panel.tsx';
import { StartEmergencyDialog } from './emergency/start-emergency-dialog.tsx';

const ManualDoorDialog = lazy(async () => ({
  default: (await import('./settings/manual-door-dialog.tsx')).ManualDoorDialog,
}));

/** `/dashboard/door`: every door of the chosen store, or of all stores, with its state and its two buttons. */
export function DoorsPage() {
  // Loads the texts of commands as well, because a card that waited for them would hide the whole screen again.
  const { t } = useTranslation(['doors', 'devices', 'alarms']);
  const can = useCan();
  const [isStarting, setIsStarting] = useState(false);
  const [isManualOpen, setIsManualOpen] = useState(false);
  const { storeId, stores } = useStoreChoice();
  if (!can('doors:read')) return <NoPermission capability="doors:read" />;
  return (
    // An empty notice takes no space.
    <PartsInOrder sx={{ ...PAGE_STACK, '& > [role=status]:empty': { mt: -2 } }}>
      <PageHeader
        title={t('title')}
        {...(can('doors:configure') && {
          actions: (
            <>
              <Button variant="outlined" color="inherit" onClick={() => setIsManualOpen(true)}>
                {t('tell.open')}
              </Button>
              <Button
                variant="outlined"
                color="error"
                startIcon={<Glyph name="alert" />}
                onClick={() => setIsStarting(true)}
              >
                {t('emergency.open')}
              </Button>
            </>
          ),
        })}
      />
      <LiveNotice />
      <ErrorBoundary place="section">
        <EmergencyPanels storeId={storeId} stores={stores} />
      </ErrorBoundary>
      {can('doors:configure') && (
        <ErrorBoundary place="section">
          <DiscoveredLocks storeId={storeId} stores={stores} />
        </ErrorBoundary>
      )}
      <ErrorBoundary place="section">
        <Doors storeId={storeId} stores={stores} />
      </ErrorBoundary>
      {isManualOpen && (
        <ErrorBoundary place="section">
          <OpeningDialog onClose={() => setIsManualOpen(false)}>
            <ManualDoorDialog storeId={storeId} stores={stores} onClose={() => setIsManualOpen(false)} />
          </OpeningDialog>
        </ErrorBoundary>
      )}
      {isStarting && (
        <ErrorBoundary place="section">
          <StartEmergencyDialog storeId={storeId} stores={stores} onClose={() => setIsStarting(false)} />
        </ErrorBoundary>
      )}
    </PartsInOrder>
  );
}

interface DoorsProps {
  readonly storeId: string | null;
  readonly stores: readonly { id: string; name: string }[];
}

function Doors({ storeId, stores }: DoorsProps) {
  const { t } = useTranslation('doors');
  const product = useProduct();
  const { filter, changeFilter } = useDoorFilter();
  const doors = useDoors(product, storeId);
  const rooms = useRooms(product, storeId);
  const ringing = new Set((useAlarms(product, true).data?.items ?? []).map((alarm) => alarm.doorId));

  // Data that was read stays on screen when a later fetch fails (SH-9).
  if (doors.data === undefined || rooms.isPending) {
    return doors.isError ? <ErrorState error={doors.error} onRetry={() => void doors.refetch()} /> : <DoorSkeletons />;
  }
  const { items, total } = doors.data;
  if (items.length === 0) return <EmptyState title={t('empty.title')} text={t('empty.text')} />;
  const groups = groupDoors({ doors: items, rooms: rooms.data?.items ?? [], stores, filter, ringing });
  const attention = items.filter((door) => doorNeedsAttention(door, ringing)).length;
  return (
    <>
      <DoorFilterBar filter={filter} onChange={changeFilter} />
      <Box sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {t('summary', { count: total, total })}
        {attention > 0 && ` · ${t('summaryAttention', { count: attention, attention })}`}
        {total > items.length && <Box>{t('tooMany', { shown: items.length })}</Box>}
      </Box>
      {rooms.isError && <ErrorState error={rooms.error} onRetry={() => void rooms.refetch()} />}
      {groups.length === 0 && (
        <EmptyState
          title={t('empty.filteredTitle')}
          text={t('empty.filteredText')}
          action={
            <Button variant="outlined" color="inherit" onClick={() => changeFilter({ q: '', show: 'all' })}>
              {t('filter.clear')}
            </Button>
          }
        />
      )}
      {groups.map((group) => (
        <StoreDoors key={group.storeId} group={group} filter={filter} onChange={changeFilter} />
      ))}
    </>
  );
}

/** The filter in the address (SH-6), and how it is changed; defaults are left out of the address. */
function useDoorFilter() {
  const [params, setParams] = useSearchParams();
  const filter = readDoorFilter(params);

  function changeFilter(next: Partial<DoorFilter>): void {
    const { q, show, view, sort, isDescending } = { ...filter, ...next };
    const values = {
      q,
      show: show === 'all' ? '' : show,
      view: view === 'cards' ? '' : view,
      sort: sort ?? '',
      dir: isDescending ? 'desc' : '',
    };
    setParams((now) => withParams(now, values), { replace: true, preventScrollReset: true });
  }

  return { filter, changeFilter };
}

interface StoreDoorsProps {
  readonly group: DoorGroup;
  readonly filter: DoorFilter;
  readonly onChange: (change: Partial<DoorFilter>) => void;
}

/** The doors of one store below its name, as cards or as a table. */
function StoreDoors({ group, filter, onChange }: StoreDoorsProps) {
  const titleId = `store-${group.storeId}`;
  return (
    <Box component="section" aria-labelledby={titleId}>
      <Box component="h2" id={titleId} sx={{ typography: 'h6', m: 0, mb: 1 }}>
        {group.storeName}
      </Box>
      {filter.view === 'table' ? (
        <DoorTable doors={group.doors} filter={filter} onSort={onChange} />
      ) : (
        <Box sx={DOOR_GRID}>
          {group.doors.map((placed) => (
            <ErrorBoundary key={placed.door.id} place="section" name={placed.door.name}>
              <DoorCard {...placed} />
            </ErrorBoundary>
          ))}
        </Box>
      )}
    </Box>
  );
}

/** Says that the screen may be outdated. Renders nothing while it is live. */
function LiveNotice() {
  const { t } = useTranslation('doors');
  const state = useLiveState();
  return (
    <Box role="status">
      {state === 'offline' && (
        <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'center', typography: 'body2' }}>
          <Box component="span" sx={{ display: 'inline-flex', color: 'warning.main' }}>
            <Glyph name="alert" />
          </Box>
          {t('live.offline')}
        </Box>
      )}
    </Box>
  );
}
