import type { HelpDeskPage } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { RevealButton } from '../../../ui/form/reveal-button.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useRevealGuest } from '../help-desk.api.ts';

/** The guest of the page: masked until a reason is given; then a tap calls the number. */
export function GuestHead({ page: { reservation, storeName, roomName } }: { readonly page: HelpDeskPage }) {
  const { t } = useTranslation(['help-desk', 'reservations']);
  const format = useFormat();
  const reveal = useRevealGuest(useProduct(), reservation.id);
  const { guestName, guestPhone } = reveal.data ?? reservation;
  return (
    <Box component="header" sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Box component="h1" data-testid="guest-name" sx={{ typography: 'h5', m: 0 }}>
          {guestName || (reservation.channel === 'WALK_IN' ? t('reservations:walkIn.guest') : reservation.code)}
        </Box>
        {reveal.data !== undefined && guestPhone !== '' ? (
          <a
            href={`tel:${guestPhone.replace(/[^\d+]/g, '')}`}
            data-testid="guest-phone"
            style={{ minHeight: 44, display: 'inline-flex', alignItems: 'center' }}
          >
            {guestPhone}
          </a>
        ) : (
          <span data-testid="guest-phone">{guestPhone}</span>
        )}
        {reveal.data === undefined && (
          <RevealButton isBusy={reveal.isPending} error={reveal.error} onReason={reveal.mutate}>
            {t('reveal')}
          </RevealButton>
        )}
      </Box>
      <Box sx={{ typography: 'body1' }}>
        {storeName} · {roomName}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {format.period(reservation.startsAt, reservation.endsAt)} ·{' '}
        {t('reservations:board.people', { count: reservation.headCount })} · {reservation.code} ·{' '}
        <span data-testid="guest-state">{t(`reservations:state.${reservation.state}`)}</span>
      </Box>
      {reservation.memo !== '' && (
        <Box data-testid="guest-memo" sx={{ typography: 'body2', overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {t('memo', { memo: reservation.memo })}
        </Box>
      )}
      {reveal.data !== undefined && (
        <Box role="status" sx={{ typography: 'caption', color: 'text.secondary' }}>
          {t('revealed')}
        </Box>
      )}
    </Box>
  );
}
