import type { RoomPhoto } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { StoreIcon } from '../../stores/index.ts';
import { usePhoto } from './photo-cache.ts';

interface RoomPhotoImageProps {
  readonly roomId: string;
  readonly photo: RoomPhoto;
  readonly size: 'small' | 'large';
  /** The alternative text; empty where a text is beside the picture. */
  readonly alt: string;
}

const FRAME = {
  width: '100%',
  aspectRatio: '16 / 9',
  display: 'grid',
  placeItems: 'center',
  bgcolor: 'action.hover',
  color: 'text.secondary',
} as const;

/** A room's picture, cropped to the frame. */
export function RoomPhotoImage({ roomId, photo, size, alt }: RoomPhotoImageProps) {
  const { t } = useTranslation('rooms');
  const { url, isBroken } = usePhoto(roomId, photo.id, size);
  if (isBroken) return <Box sx={{ ...FRAME, typography: 'body2' }}>{t('photo.broken')}</Box>;
  if (url === null)
    return <Skeleton variant="rectangular" sx={{ width: '100%', height: 'auto', aspectRatio: '16 / 9' }} />;
  return (
    <Box
      component="img"
      src={url}
      alt={alt}
      sx={{ display: 'block', width: '100%', aspectRatio: '16 / 9', objectFit: 'cover' }}
    />
  );
}

/** The same frame for a room without a picture; on a phone nothing, to save space. */
export function NoPhoto() {
  return (
    <Box sx={{ ...FRAME, display: { xs: 'none', sm: 'grid' } }} aria-hidden="true">
      <StoreIcon name="photo" size={28} />
    </Box>
  );
}
