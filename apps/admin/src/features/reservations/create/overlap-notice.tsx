import type { Reservation, Store } from '@munjigi/contract';
import { businessDateOf } from '@munjigi/rules';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Glyph } from '../../devices/index.ts';
import { useDailyReservations } from '../reservations.api.ts';
import type { RoomPeriod } from './reservation-draft.ts';
import { formatReservationName } from '../reservation-words.ts';

interface OverlapNoticeProps {
  readonly store: Store;
  readonly period: RoomPeriod;
  readonly kind: 'GUEST' | 'BLOCK';
  /** The reservation that is being moved does not conflict with itself. */
  readonly ownId?: string;
}

/** Warns of a known overlap before the server refuses it. Only the server decides. */
export function OverlapNotice({ store, period, kind, ownId }: OverlapNoticeProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const day = useDailyReservations(useProduct(), {
    storeId: store.id,
    date: businessDateOf(store, new Date(period.startsAt)),
    days: 1,
  });
  const room = day.data?.rooms.find((room) => room.room.id === period.roomId);
  const overlapping = room?.reservations.find(
    (reservation) =>
      reservation.id !== ownId && isKept(reservation, period, kind === 'BLOCK' ? 0 : store.bufferMinutes),
  );
  const closure = room?.closures.find(
    (closure) => (ownId === undefined || closure.reservationId !== ownId) && crosses(closure, period),
  );
  if (overlapping === undefined && closure === undefined) return null;
  return (
    <Box
      role="status"
      data-testid="overlap"
      sx={{ display: 'flex', gap: 0.75, alignItems: 'center', typography: 'body2', color: 'warning.main' }}
    >
      <Glyph name="alert" size={16} />
      {overlapping === undefined
        ? t('create.overlapClosure', {
            from: format.time(closure?.startsAt ?? ''),
            to: format.time(closure?.endsAt ?? ''),
            why: closure?.reason ?? '',
          })
        : t('create.overlap', {
            from: format.time(overlapping.startsAt),
            to: format.time(overlapping.endsAt),
            who: formatReservationName(t, overlapping),
          })}
    </Box>
  );
}

/** Whether the reservation occupies the room at this time, including the cleaning after either. */
function isKept(reservation: Reservation, period: RoomPeriod, bufferMinutes: number): boolean {
  if (!['PENDING', 'CONFIRMED', 'IN_USE'].includes(reservation.state)) return false;
  return (
    Date.parse(reservation.startsAt) < Date.parse(period.endsAt) + bufferMinutes * 60_000 &&
    Date.parse(period.startsAt) < Date.parse(reservation.bufferEndsAt)
  );
}

function crosses(item: { startsAt: string; endsAt: string }, period: RoomPeriod): boolean {
  return Date.parse(item.startsAt) < Date.parse(period.endsAt) && Date.parse(period.startsAt) < Date.parse(item.endsAt);
}
