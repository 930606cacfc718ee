import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useAuthContext, useCan, useProduct } from '../../../session/auth.tsx';
import { COLUMN_GRID } from '../../../ui/form/layouts.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PartsInOrder } from '../../../ui/states/parts-in-order.tsx';
import { PAGE_STACK } from '../../../ui/page-layout.ts';
import { ArchiveRoomDialog } from '../archive-room.tsx';
import { useRoomLinks } from '../room-links.ts';
import { RoomDevices } from '../devices/room-devices.tsx';
import { RoomFacts } from './room-facts.tsx';
import { RoomPictures } from './room-pictures.tsx';
import { RoomStateChip, RoomTimesText } from '../room-state.tsx';
import { RoomToday } from './room-today.tsx';
import { RoomUnreadable } from './room-unreadable.tsx';
import { isRoomId, useRoom } from '../rooms.api.ts';

interface RoomDetailProps {
  /**
   * The parts of higher features on a room's screen: the buttons that open its doors, its doors, its modes, its sales.
   */
  readonly Openers: ComponentType<{ readonly room: Room }>;
  readonly Doors: ComponentType<{ readonly room: Room }>;
  readonly Modes: ComponentType<{ readonly room: Room }>;
  readonly Sales: ComponentType<{ readonly room: Room }>;
}

/** `/dashboard/room/{id}`: the current state of a room, and its day (RM-2). */
export function RoomDetailPage({ Openers, Doors, Modes, Sales }: RoomDetailProps) {
  const { t } = useTranslation(['rooms', 'stores', 'form', 'devices']);
  const { id = '' } = useParams();
  const links = useRoomLinks();
  const room = useRoom(useProduct(), id);
  return (
    <PartsInOrder sx={PAGE_STACK}>
      <Link to={links.list}>{t('backToList')}</Link>
      {room.data !== undefined && (
        <RoomDetail room={room.data} Openers={Openers} Doors={Doors} Modes={Modes} Sales={Sales} />
      )}
      {room.data === undefined && <PageHeader title={t('detail')} />}
      {room.data === undefined &&
        (room.isError || !isRoomId(id) ? (
          <RoomUnreadable error={room.error} onRetry={() => void room.refetch()} />
        ) : (
          <Skeleton variant="rounded" height={360} aria-busy="true" data-testid="room-loading" />
        ))}
    </PartsInOrder>
  );
}

function RoomDetail({ room, Openers, Doors, Modes, Sales }: RoomDetailProps & { readonly room: Room }) {
  const { t } = useTranslation('rooms');
  const can = useCan();
  const links = useRoomLinks();
  const { user } = useAuthContext();
  const [isArchiving, setIsArchiving] = useState(false);
  const storeName = user?.stores.find((store) => store.id === room.storeId)?.name ?? '';
  return (
    <>
      <PageHeader
        title={room.name}
        text={storeName}
        actions={
          can('rooms:write') && (
            <>
              <Button variant="outlined" color="inherit" onClick={() => setIsArchiving(true)}>
                {t(room.archivedAt === null ? 'archive.action' : 'restore.action')}
              </Button>
              <Button variant="contained" component={Link} to={links.edit(room.id)}>
                {t('edit.action')}
              </Button>
            </>
          )
        }
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <RoomStateChip room={room} />
        <RoomTimesText room={room} />
      </Box>
      <Openers room={room} />
      <PartsInOrder
        below="lg"
        sx={{
          ...COLUMN_GRID,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 3fr)' },
        }}
      >
        <PartsInOrder sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <RoomToday room={room} />
          <Doors room={room} />
          {can('devices:read') && <RoomDevices room={room} />}
          <Modes room={room} />
        </PartsInOrder>
        <PartsInOrder sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <RoomPictures room={room} />
          <RoomFacts room={room} />
          <Sales room={room} />
        </PartsInOrder>
      </PartsInOrder>
      {isArchiving && <ArchiveRoomDialog room={room} onClose={() => setIsArchiving(false)} />}
    </>
  );
}
