import type { BookingGap, Room } from '@munjigi/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { QrCode } from '../../ui/qr-code/qr-code.tsx';
import { useBookingPoster, useBookingSetup } from './guest-information.api.ts';

const QR_SIZE = 160;

/** The public address of a store's booking page with its QR code, and what is missing before guests can book (BK-8). */
export function BookingAddress({ storeId }: { readonly storeId: string }) {
  const { t } = useTranslation('stores');
  const setup = useBookingSetup(useProduct(), storeId);
  if (setup.data === undefined) return setup.isError ? <ProblemAlert error={setup.error} /> : null;
  const { url, isOpen, previewPath, missing, rooms } = setup.data;
  return (
    <Box component="section" aria-label={t('booking-page.title')} sx={{ display: 'grid', gap: 1.5 }}>
      <Box component="h2" sx={{ typography: 'subtitle1', m: 0 }}>
        {t('booking-page.title')}
      </Box>
      <Missing missing={missing} isOpen={isOpen} />
      {previewPath !== null && (
        <Button
          variant="outlined"
          color="inherit"
          href={previewPath}
          target="_blank"
          rel="noopener noreferrer"
          sx={{ justifySelf: 'start' }}
        >
          {t('booking-page.preview')}
        </Button>
      )}
      {url !== null && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: `1fr ${QR_SIZE}px` } }}>
          <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
            <CopyField label={t('booking-page.address')} value={url} />
            {isOpen ? (
              <Poster storeId={storeId} rooms={rooms} />
            ) : (
              <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('booking-page.posterClosed')}</Box>
            )}
          </Box>
          <Box sx={{ width: QR_SIZE, height: QR_SIZE }}>
            <QrCode text={url} size={QR_SIZE} label={t('booking-page.qr')} />
          </Box>
        </Box>
      )}
    </Box>
  );
}

function Missing({ missing, isOpen }: { readonly missing: readonly BookingGap[]; readonly isOpen: boolean }) {
  const { t } = useTranslation('stores');
  if (missing.length === 0)
    return (
      <Alert severity={isOpen ? 'success' : 'info'}>{t(isOpen ? 'booking-page.ready' : 'booking-page.closed')}</Alert>
    );
  return (
    <Alert severity="warning">
      {t('booking-page.missing')}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {missing.map((gap) => (
          <li key={gap}>{t(`booking-page.gap.${gap}`)}</li>
        ))}
      </Box>
    </Alert>
  );
}

interface PosterProps {
  readonly storeId: string;
  readonly rooms: readonly Pick<Room, 'id' | 'name'>[];
}

/** A poster with the QR code, of the whole store or of one room. */
function Poster({ storeId, rooms }: PosterProps) {
  const { t } = useTranslation('stores');
  const [roomId, setRoomId] = useState('');
  const poster = useBookingPoster(useProduct(), storeId);
  const options = [
    { value: '', label: t('booking-page.wholeStore') },
    ...rooms.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <SelectInput label={t('booking-page.posterOf')} value={roomId} options={options} onChange={setRoomId} />
      <Button
        variant="outlined"
        color="inherit"
        aria-disabled={poster.isPending}
        sx={{ justifySelf: 'start' }}
        onClick={() => {
          if (!poster.isPending) poster.mutate(roomId === '' ? null : roomId);
        }}
      >
        {t('booking-page.poster')}
      </Button>
      {poster.isError && <ProblemAlert error={poster.error} />}
    </Box>
  );
}
