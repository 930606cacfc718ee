import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RoomPhotoImage } from './room-photo-image.tsx';

/** Shows one picture large, and the others small below it. */
export function RoomPictures({ room }: { readonly room: Room }) {
  const { t } = useTranslation('rooms');
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = room.photos.find((photo) => photo.id === chosen) ?? room.photos[0];
  if (shown === undefined) return null;
  const alt = (at: number) => t('photo.alt', { room: room.name, place: at + 1 });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ borderRadius: 1.5, overflow: 'hidden', border: 1, borderColor: 'divider' }}>
        <RoomPhotoImage
          key={shown.id}
          roomId={room.id}
          photo={shown}
          size="large"
          alt={alt(room.photos.indexOf(shown))}
        />
      </Box>
      {room.photos.length > 1 && (
        <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(72px, 1fr))' }}>
          {room.photos.map((photo, at) => (
            <ButtonBase
              key={photo.id}
              aria-pressed={photo === shown}
              onClick={() => setChosen(photo.id)}
              sx={{
                borderRadius: 1,
                overflow: 'hidden',
                outline: photo === shown ? '2px solid var(--accent-text)' : 'none',
              }}
            >
              <RoomPhotoImage roomId={room.id} photo={photo} size="small" alt={alt(at)} />
            </ButtonBase>
          ))}
        </Box>
      )}
    </Box>
  );
}
