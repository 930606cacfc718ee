import type { HelpDeskPage } from '@munjigi/contract';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readFile } from '../../../api/files.ts';
import { useProduct } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';

interface GuestNotesProps {
  readonly reservationId: string;
  readonly help: Pick<NonNullable<HelpDeskPage['guestHelp']>, 'trouble' | 'notes'>;
}

/** What a guest who asked for help needs it with, wrote and photographed (GT-9). */
export function GuestNotes({ reservationId, help: { trouble, notes } }: GuestNotesProps) {
  const { t } = useTranslation('help-desk');
  const format = useFormat();
  return (
    <Box data-testid="guest-notes" sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ typography: 'body2', fontWeight: 700 }}>{t(`trouble.${trouble}`)}</Box>
      {notes.map(({ text, photo, at, companion }) => (
        <Box key={at + (photo?.id ?? text)} data-testid="guest-note" sx={{ typography: 'body2', display: 'grid' }}>
          {photo === null ? (
            <Box sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{text}</Box>
          ) : (
            <NotePhoto reservationId={reservationId} photo={photo} />
          )}
          <Box component="span" sx={{ typography: 'caption', color: 'text.secondary' }}>
            {typeof companion === 'number' ? t('note.companion', { number: companion }) : t('note.by')} ·{' '}
            {format.time(at)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

interface NotePhotoProps {
  readonly reservationId: string;
  readonly photo: NonNullable<GuestNotesProps['help']['notes'][number]['photo']>;
}

const NARROW_WIDTH = 240;

/** Grows with a click. It is read by a call, because the address of an image cannot carry a token (AU-3). */
function NotePhoto({ reservationId, photo: { id: photoId, width, height } }: NotePhotoProps) {
  const { t } = useTranslation('help-desk');
  const product = useProduct();
  const [isLarge, setLarge] = useState(false);
  const { data: file, isError } = useQuery({
    queryKey: ['help-photo', product, reservationId, photoId],
    queryFn: () =>
      readFile('GET /api/v2/{product}/help-desk/reservation/{reservationId}/photo/{photoId}', {
        params: { product, reservationId, photoId },
      }),
    staleTime: Infinity,
  });
  const showFile = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null || file === undefined) return undefined;
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  const size = { width: '100%', maxWidth: isLarge ? width : NARROW_WIDTH, aspectRatio: `${width} / ${height}` };
  if (isError) return <Box sx={{ color: 'text.secondary' }}>{t('note.broken')}</Box>;
  if (file === undefined) return <Skeleton variant="rounded" sx={{ ...size, height: 'auto' }} />;
  return (
    <ButtonBase aria-pressed={isLarge} onClick={() => setLarge(!isLarge)} sx={{ ...size, justifySelf: 'start' }}>
      <Box component="img" ref={showFile} alt={t('note.photo')} sx={{ width: '100%', borderRadius: 1 }} />
    </ButtonBase>
  );
}
