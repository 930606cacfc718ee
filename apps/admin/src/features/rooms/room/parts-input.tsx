import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { OptionCheckboxes } from '../../../ui/form/option-checkboxes.tsx';
import { useRooms } from '../rooms.api.ts';

interface PartsInputProps {
  readonly room: Room;
  readonly value: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (value: readonly string[]) => void;
}

/** The rooms that a combined room consists of. A room with parts cannot be a part: there is one level. */
export function PartsInput({ room, value, error, onChange }: PartsInputProps) {
  const { t } = useTranslation('rooms');
  const rooms = useRooms(useProduct(), room.storeId, { archived: 'all' });
  const all = rooms.data?.items ?? [];
  const wholes = all.filter((other) => other.partRoomIds.includes(room.id));
  const choices = all.filter(
    (other) =>
      other.id !== room.id &&
      (value.includes(other.id) || (other.partRoomIds.length === 0 && other.archivedAt === null)),
  );
  return (
    <Box role="group" aria-labelledby="parts-title" aria-describedby="parts-text">
      <Box id="parts-title" sx={{ typography: 'subtitle2' }}>
        {t('field.parts')}
      </Box>
      <Box id="parts-text" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {wholes.length > 0
          ? t('parts.isPart', { rooms: wholes.map((whole) => whole.name).join(', ') })
          : t('parts.text')}
      </Box>
      {wholes.length === 0 && <OptionCheckboxes options={choices} value={value} onChange={onChange} />}
      {error !== undefined && (
        <Box role="alert" sx={{ typography: 'caption', color: 'error.main' }}>
          {error}
        </Box>
      )}
    </Box>
  );
}
