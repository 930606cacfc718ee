import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { useRooms } from '../rooms.api.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { SectionCard } from '../../../ui/section-head.tsx';

/** The properties of a room: size, equipment, description, its parts or the rooms it is a part of. */
export function RoomFacts({ room }: { readonly room: Room }) {
  const { t } = useTranslation('rooms');
  const rooms = useRooms(useProduct(), room.storeId, { archived: 'all' });
  const others = rooms.data?.items ?? [];
  const parts = others.filter((other) => room.partRoomIds.includes(other.id));
  const wholes = others.filter((other) => other.partRoomIds.includes(room.id));
  const names = (list: readonly Room[]) => list.map((other) => other.name).join(', ');
  const amenities = (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      {room.amenities.map((amenity) => (
        <Chip key={amenity} size="small" variant="outlined" label={amenity} />
      ))}
    </Box>
  );
  return (
    <SectionCard id="room-facts" title={t('facts')} gap={1.5}>
      <FactList
        canBreakLabels
        facts={[
          [t('field.capacity'), t('people', { count: room.capacity })],
          ...(room.amenities.length > 0 ? [[t('field.amenities'), amenities] as const] : []),
          ...(parts.length > 0 ? [[t('field.parts'), names(parts)] as const] : []),
          ...(wholes.length > 0 ? [[t('partOf'), names(wholes)] as const] : []),
        ]}
      />
      {room.description !== '' && (
        <Box sx={{ typography: 'body2', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{room.description}</Box>
      )}
    </SectionCard>
  );
}
