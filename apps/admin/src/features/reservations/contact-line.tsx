import type { ReservationDetail } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

/** The e-mail address of a guest and the language of their messages. Nothing for a guest with neither. */
export function ContactLine({ guestEmail, guestLanguage }: Pick<ReservationDetail, 'guestEmail' | 'guestLanguage'>) {
  const { t } = useTranslation('reservations');
  if (guestEmail === '' && guestLanguage === 'ko') return null;
  return (
    <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }} data-testid="guest-contact">
      {[guestEmail, t(`create.languages.${guestLanguage}`)].filter((part) => part !== '').join(' · ')}
    </Box>
  );
}
