import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/problem-text.ts';
import { useProduct } from '../../../session/auth.tsx';
import { ActDialog } from '../../../ui/form/dialog/act-dialog.tsx';
import { SectionCard } from '../../../ui/section-head.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { StoreIcon } from '../../stores/index.ts';
import { PHOTO_LIMITS, usePhotoUpload, type PhotoUpload } from './photo-upload.ts';
import { RoomPhotoImage } from './room-photo-image.tsx';
import { useRemovePhoto } from '../rooms.api.ts';

/** A room's pictures: added by choosing or dragging files, removed one by one. Each change is saved at once. */
export function RoomPhotos({ room }: { readonly room: Room }) {
  const { t } = useTranslation(['rooms', 'form']);
  const { uploads, add, dismiss } = usePhotoUpload(room.id, room.photos.length);
  const [removing, setRemoving] = useState<string | null>(null);
  return (
    <SectionCard id="room-photos" title={t('photo.title')} gap={2}>
      {room.photos.length > 0 && <PhotoGrid room={room} onRemove={setRemoving} />}
      <PhotoDrop onFiles={(files) => void add(files)} />
      {uploads.length > 0 && (
        <Box component="ul" sx={{ display: 'grid', gap: 1 }}>
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
          ))}
        </Box>
      )}
      {removing !== null && <RemovePhotoDialog roomId={room.id} photoId={removing} onClose={() => setRemoving(null)} />}
    </SectionCard>
  );
}

interface PhotoGridProps {
  readonly room: Room;
  readonly onRemove: (photoId: string) => void;
}

function PhotoGrid({ room, onRemove }: PhotoGridProps) {
  const { t } = useTranslation('rooms');
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))' }}>
      {room.photos.map((photo, at) => (
        <Box
          component="li"
          key={photo.id}
          data-testid="room-photo"
          sx={{ position: 'relative', borderRadius: 1, overflow: 'hidden', border: 1, borderColor: 'divider' }}
        >
          <RoomPhotoImage
            roomId={room.id}
            photo={photo}
            size="small"
            alt={t('photo.alt', { room: room.name, place: at + 1 })}
          />
          <IconButton
            size="small"
            aria-label={t('photo.remove_named', { place: at + 1 })}
            onClick={() => onRemove(photo.id)}
            sx={{
              position: 'absolute',
              insetBlockStart: 4,
              insetInlineEnd: 4,
              bgcolor: 'background.paper',
              border: 1,
              borderColor: 'divider',
              '&:hover': { bgcolor: 'background.paper' },
            }}
          >
            <Icon name="close" size={16} />
          </IconButton>
        </Box>
      ))}
    </Box>
  );
}

/** The area onto which files are dropped, with the button that chooses them. */
function PhotoDrop({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('rooms');
  const [isOver, setIsOver] = useState(false);
  return (
    <Box
      data-testid="photo-drop"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 1,
        p: 3,
        textAlign: 'center',
        border: '1px dashed',
        borderRadius: 1.5,
        borderColor: isOver ? 'var(--accent-text)' : 'var(--control)',
        bgcolor: isOver ? 'action.hover' : 'transparent',
      }}
    >
      <PhotoChooser onFiles={onFiles} />
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('photo.hint', { count: PHOTO_LIMITS.count })}</Box>
    </Box>
  );
}

function PhotoChooser({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('rooms');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={PHOTO_LIMITS.types.join(',')}
        data-testid="photo-files"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<StoreIcon name="upload" />}
        onClick={() => input.current?.click()}
      >
        {t('photo.add')}
      </Button>
    </>
  );
}

function UploadRow({ upload, onDismiss }: { readonly upload: PhotoUpload; readonly onDismiss: () => void }) {
  const { t } = useTranslation(['rooms', 'form']);
  const why =
    upload.fault !== null
      ? t(`photo.fault.${upload.fault}`, { count: PHOTO_LIMITS.count })
      : upload.error !== null
        ? problemText(t, upload.error)
        : null;
  return (
    <Box component="li" data-testid="photo-upload" sx={{ display: 'grid', gap: 0.5, typography: 'body2' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{upload.name}</Box>
        {why === null ? (
          <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {upload.share < 1 ? `${String(Math.round(upload.share * 100))}%` : t('photo.working')}
          </Box>
        ) : (
          <IconButton size="small" aria-label={t('photo.dismiss', { name: upload.name })} onClick={onDismiss}>
            <Icon name="close" size={16} />
          </IconButton>
        )}
      </Box>
      {why === null ? (
        <LinearProgress
          aria-label={upload.name}
          variant={upload.share < 1 ? 'determinate' : 'indeterminate'}
          value={upload.share * 100}
        />
      ) : (
        <ProblemAlert text={why} />
      )}
    </Box>
  );
}

function RemovePhotoDialog({
  roomId,
  photoId,
  onClose,
}: {
  readonly roomId: string;
  readonly photoId: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['rooms', 'form']);
  const remove = useRemovePhoto(useProduct(), roomId);
  return (
    <ActDialog
      title={t('photo.removeTitle')}
      confirmLabel={t('photo.remove')}
      mutation={remove}
      input={photoId}
      onClose={onClose}
    >
      {t('photo.removeText')}
    </ActDialog>
  );
}
