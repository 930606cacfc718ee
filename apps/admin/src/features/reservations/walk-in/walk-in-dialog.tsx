import type { ReservationDetail, Room, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../app/auth.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useFormat } from '../../../ui/format.ts';
import { toast } from '../../../ui/toast.ts';
import { Glyph } from '../../devices/index.ts';
import { useCreateReservation } from '../create/create.api.ts';
import { useRefusal } from '../create/refusal.ts';
import { walkInPeriod } from '../create/slot-times.ts';
import { useStore } from '../reservations.api.ts';
import { HeadCountPicker } from './head-count-picker.tsx';
import { useRoomsNow } from './walk-in.api.ts';
import { WalkInRoom } from './walk-in-room.tsx';
import { isFreeFor } from './walk-in-rooms.ts';

interface WalkInDialogProps {
  readonly storeId: string;
  readonly onClose: () => void;
  readonly onCreated?: (reservation: ReservationDetail) => void;
}

/** Rooms that are free now, until when and for how much; a tap books one from now on (RV-7). */
export function WalkInDialog({ storeId, onClose, onCreated }: WalkInDialogProps) {
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  const store = useStore(product, storeId);
  const rooms = useRoomsNow(product, storeId);
  const failed = store.error ?? rooms.error;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={isPhone} aria-labelledby="walk-in-title">
      <Box sx={{ display: 'flex', alignItems: 'center', pr: 1 }}>
        <DialogTitle id="walk-in-title" sx={{ flex: 1 }}>{t('walkIn.title')}</DialogTitle>
        <IconButton aria-label={t('create.close')} onClick={onClose}><Glyph name="cross" size={20} /></IconButton>
      </Box>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        {store.data !== undefined && rooms.data !== undefined
          ? <FreeRooms store={store.data} rooms={rooms.data} onClose={onClose} {...(onCreated && { onCreated })} />
          : failed === null ? [1, 2, 3, 4].map((row) => <Skeleton key={row} variant="rounded" height={64} />)
            : <ErrorState error={failed} onRetry={() => void Promise.all([store.refetch(), rooms.refetch()])} />}
      </DialogContent>
    </Dialog>
  );
}

interface FreeRoomsProps extends Pick<WalkInDialogProps, 'onClose' | 'onCreated'> {
  readonly store: Store;
  readonly rooms: readonly Room[];
}

function FreeRooms({ store, rooms, onClose, onCreated }: FreeRoomsProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const create = useCreateReservation(useProduct());
  const [headCount, setHeadCount] = useState(2);
  const [roomId, setRoomId] = useState<string | null>(null);
  // The time stands still while the dialog is open, so that a price belongs to what is booked.
  const [period] = useState(() => walkInPeriod(store, Date.now()));
  const refusal = useRefusal(create.error, []);
  const free = rooms.filter((room) => isFreeFor(room, period, store.bufferMinutes));

  function book(room: Room): void {
    if (create.isPending) return;
    setRoomId(room.id);
    create.mutate({ kind: 'GUEST', roomId: room.id, ...period, headCount, guestName: t('walkIn.guest'), channel: 'WALK_IN' }, {
      onSuccess: (made) => {
        toast.success(t('walkIn.made', { room: room.name, until: format.time(made.endsAt), amount: format.money(made.priceAmount) }));
        onCreated?.(made);
        onClose();
      },
    });
  }

  return (
    <>
      <HeadCountPicker value={headCount} onPick={setHeadCount} />
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('walkIn.period', { from: format.time(period.startsAt), to: format.time(period.endsAt) })}</Box>
      {refusal.text !== '' && <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>{refusal.text}</Box>}
      {free.length === 0 && <EmptyState icon="reservation" title={t('walkIn.none')} text={t('walkIn.noneText')} />}
      <Box component="ul" sx={{ display: 'grid', gap: 1 }}>
        {free.map((room) => (
          <li key={room.id}>
            <WalkInRoom room={room} period={period} headCount={headCount} isBusy={create.isPending && roomId === room.id} onBook={() => book(room)} />
          </li>
        ))}
      </Box>
    </>
  );
}
