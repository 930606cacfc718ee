import type { HeldMove, ReservationDetail } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Glyph } from '../../devices/index.ts';
import { useFormat } from '../../../ui/format.ts';
import { useNow } from '../../../ui/time/use-now.ts';

/** The time that the guest holds after the stay and has not paid (GT-12). */
export function HeldExtensionLine({ held }: { readonly held: NonNullable<ReservationDetail['heldExtension']> }) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  return (
    <Box data-testid="held-extension" sx={{ typography: 'body2' }}>
      {t('drawer.heldExtension', { time: format.time(held.endsAt), amount: format.money(held.addedAmount) })}
      <HoldCountdown until={held.holdExpiresAt} />
    </Box>
  );
}

/** The move that the guest holds and has not paid (GT-32). */
export function HeldMoveLine({ held }: { readonly held: HeldMove }) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  return (
    <Box data-testid="held-move" sx={{ typography: 'body2' }}>
      {t('drawer.heldMove', {
        time: format.dateTime(held.startsAt),
        room: held.roomName,
        amount: format.money(held.addedAmount),
      })}
      <HoldCountdown until={held.holdExpiresAt} />
    </Box>
  );
}

/** How long an unpaid reservation still holds the room. */
export function HoldCountdown({ until }: { readonly until: string }) {
  const { t } = useTranslation('reservations');
  const left = Math.max(0, Math.ceil((Date.parse(until) - useNow(1_000)) / 1_000));
  const clock = `${String(Math.floor(left / 60))}:${String(left % 60).padStart(2, '0')}`;
  return (
    <Box
      role="timer"
      data-testid="hold"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.75,
        typography: 'body2',
        fontWeight: 600,
        color: 'warning.main',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Glyph name="clock" size={16} />
      {left === 0 ? t('drawer.holdOver') : t('drawer.hold', { clock })}
    </Box>
  );
}
