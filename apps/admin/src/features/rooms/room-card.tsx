import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan } from '../../session/auth.tsx';
import { useRoomLinks } from './room-links.ts';
import { RoomMenu } from './room-menu.tsx';
import { NoPhoto, RoomPhotoImage } from './room/room-photo-image.tsx';
import { RoomStateChip, RoomTimesText } from './room-state.tsx';

/** The card of one room in the list: picture, name, current state and its end. */
export function RoomCard({
  room,
  Openers,
}: {
  readonly room: Room;
  readonly Openers: ComponentType<{ readonly room: Room }>;
}) {
  const { t } = useTranslation('rooms');
  const can = useCan();
  const links = useRoomLinks();
  const photo = room.photos[0];
  return (
    <Card
      component="article"
      variant="outlined"
      aria-label={room.name}
      data-testid="room-card"
      data-room={room.id}
      sx={{ display: 'flex', flexDirection: 'column', position: 'relative' }}
    >
      {photo === undefined ? <NoPhoto /> : <RoomPhotoImage roomId={room.id} photo={photo} size="small" alt="" />}
      <Box sx={{ p: 1.5, display: 'grid', gap: 1, flex: 1, alignContent: 'start' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box component="h3" sx={{ typography: 'subtitle1', m: 0, flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {/* The whole card is a link; a screen reader reads the words. */}
            <Box
              component={Link}
              to={links.detail(room.id)}
              sx={{
                color: 'inherit',
                textDecoration: 'none',
                '&::after': { content: '""', position: 'absolute', inset: 0 },
              }}
            >
              {room.name}
            </Box>
          </Box>
          {can('rooms:write') && (
            <Box sx={{ position: 'relative', zIndex: 1, my: -1, mr: -1 }}>
              <RoomMenu room={room} />
            </Box>
          )}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
          <RoomStateChip room={room} />
          <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
            {t('capacity', { count: room.capacity })}
          </Box>
        </Box>
        <RoomTimesText room={room} />
        {room.archivedAt === null && (
          <Box sx={{ position: 'relative', zIndex: 1, display: 'grid', gap: 1 }}>
            <Openers room={room} />
          </Box>
        )}
      </Box>
    </Card>
  );
}
