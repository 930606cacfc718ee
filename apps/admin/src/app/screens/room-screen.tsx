import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DoorCard } from '../../features/doors/door-card.tsx';
import { useDoors } from '../../features/doors/doors.api.ts';
import { RoomOpener } from '../../features/doors/index.ts';
import { RoomUnpaid } from '../../features/messages/payment-link/room-unpaid.tsx';
import { RoomDetailPage } from '../../features/rooms/room/room-detail-page.tsx';
import { RoomModes } from '../../features/modes/room-modes.tsx';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { PendingPart } from '../../ui/states/parts-in-order.tsx';
import { useCan, useProduct } from '../../session/auth.tsx';

const RoomSales = lazy(async () => ({ default: (await import('../../features/sales/room-sales.tsx')).RoomSalesCard }));

const DoorDisplay = lazy(async () => ({
  default: (await import('../../features/door-displays/door-display-panel.tsx')).DoorDisplayPanel,
}));

/**
 * A room's screen with the parts of higher features: the buttons that open its doors, its doors with the tablet beside
 * them, its modes, its sales.
 */
export function RoomScreen() {
  return <RoomDetailPage Openers={Openers} Doors={Doors} Modes={Modes} Sales={Sales} />;
}

function Openers({ room }: { readonly room: Room }) {
  return room.archivedAt === null ? (
    <ErrorBoundary place="section">
      <RoomUnpaid room={room} />
      <RoomOpener room={room} isWayIn />
    </ErrorBoundary>
  ) : null;
}

function Doors({ room }: { readonly room: Room }) {
  const can = useCan();
  return can('doors:read') ? (
    <>
      <ErrorBoundary place="section">
        <RoomDoors room={room} />
      </ErrorBoundary>
      {room.archivedAt === null && (
        <ErrorBoundary place="section">
          <Suspense fallback={<Skeleton variant="rounded" height={120} aria-busy="true" />}>
            <DoorDisplay room={room} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  ) : null;
}

function Modes({ room }: { readonly room: Room }) {
  const can = useCan();
  return can('devices:read') ? (
    <ErrorBoundary place="section">
      <RoomModes room={room} />
    </ErrorBoundary>
  ) : null;
}

function Sales({ room }: { readonly room: Room }) {
  return (
    <ErrorBoundary place="section">
      <Suspense fallback={<Skeleton variant="rounded" height={248} aria-busy="true" />}>
        <RoomSales room={room} />
      </Suspense>
    </ErrorBoundary>
  );
}

function RoomDoors({ room }: { readonly room: Room }) {
  const { t } = useTranslation(['rooms', 'doors', 'devices']);
  const can = useCan();
  const doors = useDoors(useProduct(), room.storeId);
  if (doors.data === undefined)
    return doors.isError ? <ErrorState error={doors.error} onRetry={() => void doors.refetch()} /> : <PendingPart />;
  const ofRoom = doors.data.items.filter((door) => door.roomId === room.id);
  if (ofRoom.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="room-doors" sx={{ display: 'grid', gap: 1 }}>
      <Box component="h2" id="room-doors" sx={{ typography: 'h6', m: 0 }}>
        {t('doors.title')}
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))' }}>
        {ofRoom.map((door) => (
          <Box key={door.id} sx={{ display: 'grid', gap: 0.5, alignContent: 'start' }}>
            <ErrorBoundary place="section" name={door.name}>
              <DoorCard door={door} room={room} />
            </ErrorBoundary>
            {can('device-history:read') && (
              <Link
                to={`/dashboard/admin/device-history?store=${room.storeId}&target=${door.id}`}
                aria-label={`${door.name} ${t('doors.history')}`}
              >
                {t('doors.history')}
              </Link>
            )}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
