import type { WaitlistEntry } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNow } from '../../../ui/time/use-now.ts';
import { Glyph } from '../../devices/index.ts';

/** A free time that is held for the waiting guest: how long, and the reservation (WL-1). */
export function WaitlistOffer({ entry }: { readonly entry: WaitlistEntry }) {
  const { t } = useTranslation('reservations');
  const now = useNow(1_000);
  const left = Math.max(0, Math.ceil((Date.parse(entry.offerUntil ?? entry.startsAt) - now) / 1_000));
  const clock = `${String(Math.floor(left / 60))}:${String(left % 60).padStart(2, '0')}`;
  return (
    <Box sx={{ display: 'grid', gap: 0.25, typography: 'body2' }}>
      <Box
        role="timer"
        data-testid="waitlist-offer"
        sx={{
          display: 'flex',
          gap: 0.75,
          alignItems: 'center',
          typography: 'subtitle2',
          color: 'warning.main',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <Glyph name="clock" size={16} />
        {left === 0 ? t('waitlist.offerOver') : t('waitlist.offered', { clock })}
      </Box>
      <Link to={`?store=${entry.storeId}&reservation=${entry.offeredReservationId ?? ''}`}>
        {t('waitlist.openOffer')}
      </Link>
    </Box>
  );
}
