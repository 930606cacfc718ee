import type { ReservationDetail } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { RevealButton } from '../../../ui/form/reveal-button.tsx';
import { AgeCheckLines } from '../../age-checks/index.ts';
import { GuestProfileLines } from '../../guest-profiles/index.ts';
import { ContactLine } from '../contact-line.tsx';
import { formatReservationName } from '../reservation-words.ts';
import type { useRevealReservation } from './drawer.api.ts';

interface GuestLinesProps {
  readonly reservation: ReservationDetail;
  readonly reveal: ReturnType<typeof useRevealReservation>;
}

/**
 * The guest, masked until a reason is given; the name is the title of the drawer. The revealed data is dropped with the
 * drawer (PD-1).
 */
export function GuestLines({ reservation, reveal }: GuestLinesProps) {
  const { t } = useTranslation('reservations');
  const { guestName, guestPhone, guestEmail } = reveal.data ?? reservation;
  return (
    <Box sx={{ typography: 'body2' }}>
      <Box
        component="h2"
        sx={{ typography: 'h6', m: 0, minWidth: 0, overflowWrap: 'anywhere' }}
        data-testid="guest-name"
      >
        {formatReservationName(t, { ...reservation, guestName })}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, minHeight: 32 }}>
        {reveal.data !== undefined && guestPhone !== '' ? (
          <a href={`tel:${guestPhone.replace(/[^\d+]/g, '')}`} data-testid="guest-phone">
            {guestPhone}
          </a>
        ) : (
          <span data-testid="guest-phone">{guestPhone}</span>
        )}
        <span>{t('board.people', { count: reservation.headCount })}</span>
        {reveal.data === undefined && [guestName, guestPhone, guestEmail].some((part) => part !== '') && (
          <RevealButton isBusy={reveal.isPending} error={reveal.error} onReason={reveal.mutate}>
            {t('drawer.reveal')}
          </RevealButton>
        )}
      </Box>
      <ContactLine guestEmail={guestEmail} guestLanguage={reservation.guestLanguage} />
      <Suspense fallback={null}>
        <GuestProfileLines reservationId={reservation.id} />
        {reservation.kind === 'GUEST' && <AgeCheckLines reservationId={reservation.id} version={reservation.version} />}
      </Suspense>
      {reveal.data !== undefined && (
        <Box role="status" sx={{ color: 'text.secondary' }}>
          {t('drawer.revealed')}
        </Box>
      )}
    </Box>
  );
}
