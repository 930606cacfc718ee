import type { ReservationDetail, Room, Store } from '@munjigi/contract';
import { MINUTE_MS } from '@munjigi/rules';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useFormat } from '../../../ui/format.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { ChoiceToggle } from '../../../ui/form/choice-toggle.tsx';
import { Glyph } from '../../devices/index.ts';
import { useCreateReservation } from '../create/create.api.ts';
import { useFormRefusal } from '../create/form-refusal.ts';
import { walkInStarts } from '../create/slot-times.ts';
import { useStore } from '../../stores/index.ts';
import { HeadCountPicker } from './head-count-picker.tsx';
import { useRoomsNow } from './walk-in.api.ts';
import { WalkInLengths, type WalkInPeriod } from './walk-in-lengths.tsx';
import { WalkInRoom } from './walk-in-room.tsx';
import { findWalkInOffers, putFreeRoomsFirst } from './walk-in-rooms.ts';
import { WalkInSheet } from './walk-in-sheet.tsx';

interface WalkInDialogProps {
  readonly storeId: string;
  readonly onClose: () => void;
  readonly onDetails: (reservationId: string) => void;
}

/** A created reservation, and its room. */
interface CreatedWalkIn {
  readonly reservation: ReservationDetail;
  readonly room: Room;
}

/**
 * The dialog for a guest without a reservation: a free room, the length and the price, then the doors and the payment
 * on one sheet (RV-7).
 */
export function WalkInDialog({ storeId, onClose, onDetails }: WalkInDialogProps) {
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  const store = useStore(product, storeId);
  const rooms = useRoomsNow(product, storeId);
  const [created, setCreated] = useState<CreatedWalkIn | null>(null);
  const failed = store.error ?? rooms.error;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={isPhone} aria-labelledby="walk-in-title">
      <Box sx={{ display: 'flex', alignItems: 'center', pr: 1 }}>
        <DialogTitle id="walk-in-title" sx={{ flex: 1 }}>
          {t('walkIn.title')}
        </DialogTitle>
        <IconButton aria-label={t('create.close')} onClick={onClose}>
          <Glyph name="cross" size={20} />
        </IconButton>
      </Box>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        {created !== null ? (
          <WalkInSheet {...created} onUndone={onClose} />
        ) : store.data !== undefined && rooms.data !== undefined ? (
          <FreeRooms store={store.data} rooms={rooms.data} onCreated={setCreated} />
        ) : failed === null ? (
          [1, 2, 3, 4].map((row) => <Skeleton key={row} variant="rounded" height={64} />)
        ) : (
          <ErrorState error={failed} onRetry={() => void Promise.all([store.refetch(), rooms.refetch()])} />
        )}
      </DialogContent>
      {created !== null && (
        <DialogActions>
          <Button color="inherit" onClick={() => onDetails(created.reservation.id)}>
            {t('walkIn.details')}
          </Button>
          <Button variant="contained" onClick={onClose}>
            {t('walkIn.done')}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

interface FreeRoomsProps {
  readonly store: Store;
  readonly rooms: readonly Room[];
  readonly onCreated: (created: CreatedWalkIn) => void;
}

/** Either this minute or the next border of the slots. */
type WalkInStart = keyof ReturnType<typeof walkInStarts>;

function FreeRooms({ store, rooms, onCreated }: FreeRoomsProps) {
  const { t } = useTranslation('reservations');
  const create = useCreateReservation(useProduct());
  const refusal = useFormRefusal(create.error, []);
  const starts = walkInStarts(store, useNow(MINUTE_MS));
  const [headCount, setHeadCount] = useState(2);
  const [start, setStart] = useState<WalkInStart>('now');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const startsAt = starts[start];

  function book(room: Room, period: WalkInPeriod, expectedPriceAmount: number): void {
    if (create.isPending) return;
    create.mutate(
      { kind: 'GUEST', roomId: room.id, ...period, headCount, channel: 'WALK_IN', expectedPriceAmount },
      { onSuccess: (reservation) => onCreated({ reservation, room }) },
    );
  }
  const isBusy = (room: Room, { endsAt }: WalkInPeriod) =>
    create.isPending && create.variables.roomId === room.id && create.variables.endsAt === endsAt;

  const free = putFreeRoomsFirst(rooms).map((room) => ({ room, offers: findWalkInOffers(store, room, startsAt) }));
  const chosen = free.find(({ room }) => room.id === chosenId);
  const alert = <ProblemAlert text={refusal.text === '' ? null : t('walkIn.refused', { why: refusal.text })} />;
  if (chosen !== undefined) {
    const { room, offers } = chosen;
    return (
      <>
        {alert}
        <WalkInLengths
          room={room}
          startsAt={startsAt}
          offers={offers}
          headCount={headCount}
          isBusy={(period) => isBusy(room, period)}
          onBook={(period, price) => book(room, period, price)}
          onBack={() => setChosenId(null)}
        />
      </>
    );
  }
  return (
    <>
      <HeadCountPicker value={headCount} onPick={setHeadCount} />
      <StartPicker starts={starts} value={start} onPick={setStart} />
      {alert}
      <FreeRoomList free={free} headCount={headCount} isBusy={isBusy} onBook={book} onMore={setChosenId} />
    </>
  );
}

interface StartPickerProps {
  readonly starts: Readonly<Record<WalkInStart, string>>;
  readonly value: WalkInStart;
  readonly onPick: (start: WalkInStart) => void;
}

function StartPicker({ starts, value, onPick }: StartPickerProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  return (
    <ChoiceToggle
      label={t('walkIn.start')}
      value={value}
      choices={[
        { value: 'now', label: t('walkIn.now', { time: format.time(starts.now) }) },
        { value: 'next', label: t('walkIn.next', { time: format.time(starts.next) }) },
      ]}
      onChoose={onPick}
      isWide
      isLarge
    />
  );
}

interface FreeRoomListProps {
  /** All rooms of the store; a room without an offer is not free. */
  readonly free: readonly { readonly room: Room; readonly offers: readonly WalkInPeriod[] }[];
  readonly headCount: number;
  readonly isBusy: (room: Room, period: WalkInPeriod) => boolean;
  readonly onBook: (room: Room, period: WalkInPeriod, priceAmount: number) => void;
  /** Shows the longer times of a room. */
  readonly onMore: (roomId: string) => void;
}

function FreeRoomList({ free, headCount, isBusy, onBook, onMore }: FreeRoomListProps) {
  const { t } = useTranslation('reservations');
  return (
    <>
      {free.every(({ offers }) => offers.length === 0) && (
        <EmptyState icon="reservation" title={t('walkIn.none')} text={t('walkIn.noneText')} />
      )}
      <Box component="ul" sx={{ display: 'grid', gap: 1 }}>
        {free.map(
          ({ room, offers: [shortest, ...longer] }) =>
            shortest !== undefined && (
              <li key={room.id}>
                <WalkInRoom
                  room={room}
                  period={shortest}
                  headCount={headCount}
                  isBusy={isBusy(room, shortest)}
                  onBook={(price) => onBook(room, shortest, price)}
                  onMore={longer.length === 0 ? null : () => onMore(room.id)}
                />
              </li>
            ),
        )}
      </Box>
    </>
  );
}
