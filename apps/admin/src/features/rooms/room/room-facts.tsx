import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { useRooms } from '../rooms.api.ts';

/** The properties of a room: size, equipment, description, its parts or the rooms it is a part of. */
export function RoomFacts({ room }: { readonly room: Room }) {
  const { t } = useTranslation('rooms');
  const rooms = useRooms(useProduct(), room.storeId, { archived: 'all' });
  const others = rooms.data?.items ?? [];
  const parts = others.filter((other) => room.partRoomIds.includes(other.id));
  const wholes = others.filter((other) => other.partRoomIds.includes(room.id));
  const names = (list: readonly Room[]) => list.map((other) => other.name).join(', ');
  return (
    <Card variant="outlined" component="section" aria-labelledby="room-facts" sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Box component="h2" id="room-facts" sx={{ typography: 'h6', m: 0 }}>
        {t('facts')}
      </Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: 'auto 1fr',
          columnGap: 2,
          rowGap: 1,
          typography: 'body2',
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0, overflowWrap: 'anywhere' },
        }}
      >
        <dt>{t('field.capacity')}</dt>
        <dd>{t('people', { count: room.capacity })}</dd>
        {room.amenities.length > 0 && (
          <>
            <dt>{t('field.amenities')}</dt>
            <Box component="dd" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
              {room.amenities.map((amenity) => (
                <Chip key={amenity} size="small" variant="outlined" label={amenity} />
              ))}
            </Box>
          </>
        )}
        {parts.length > 0 && (
          <>
            <dt>{t('field.parts')}</dt>
            <dd>{names(parts)}</dd>
          </>
        )}
        {wholes.length > 0 && (
          <>
            <dt>{t('partOf')}</dt>
            <dd>{names(wholes)}</dd>
          </>
        )}
      </Box>
      {room.description !== '' && (
        <Box sx={{ typography: 'body2', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{room.description}</Box>
      )}
    </Card>
  );
}
