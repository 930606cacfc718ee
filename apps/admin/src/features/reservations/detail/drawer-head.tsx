import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { usePeriodWords } from '../create/period-words.ts';
import { countMinutes } from '../create/slot-times.ts';
import { formatReservationName } from '../reservation-words.ts';
import type { DrawerProps } from './drawer-props.ts';
import type { useRevealReservation } from './drawer.api.ts';
import { GuestLines } from './guest-lines.tsx';
import { HeldExtensionLine, HeldMoveLine, HoldCountdown } from './hold-countdown.tsx';
import { ReservationStateChip } from './reservation-state-chip.tsx';

interface DrawerHeadProps extends DrawerProps {
  readonly reveal: ReturnType<typeof useRevealReservation>;
}

/** Who comes, where and when, each said once. */
export function DrawerHead({ reservation, store, rooms, reveal }: DrawerHeadProps) {
  const { t } = useTranslation('reservations');
  const words = usePeriodWords();
  const roomName = rooms.find(({ id }) => id === reservation.roomId)?.name ?? t('drawer.oldRoom');
  const isGuest = reservation.kind === 'GUEST';
  return (
    <Box component="header" sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, typography: 'body2', pr: 5 }}>
        <ReservationStateChip state={reservation.state} />
        <Box
          component="span"
          sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
          data-testid="reservation-code"
        >
          {reservation.code}
        </Box>
      </Box>
      {isGuest ? (
        <GuestLines reservation={reservation} reveal={reveal} />
      ) : (
        <Box component="h2" sx={{ typography: 'h6', m: 0 }}>
          {formatReservationName(t, reservation)}
        </Box>
      )}
      <Box sx={{ typography: 'subtitle1', fontVariantNumeric: 'tabular-nums' }} data-testid="reservation-place">
        {roomName} · {words.period(reservation.startsAt, reservation.endsAt)}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        {store.name} · {words.length(countMinutes(reservation))}
        {isGuest && ` · ${t(`channel.${reservation.channel}`)}`}
        {reservation.seriesId !== null && ` · ${t('board.series')}`}
      </Box>
      {reservation.state === 'PENDING' && reservation.holdExpiresAt !== null && (
        <HoldCountdown until={reservation.holdExpiresAt} />
      )}
      {reservation.heldExtension !== null && <HeldExtensionLine held={reservation.heldExtension} />}
      {reservation.heldMove && <HeldMoveLine held={reservation.heldMove} />}
    </Box>
  );
}
