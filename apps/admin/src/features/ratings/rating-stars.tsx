import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

const MOST = 5;

/** The score as stars; screen readers get it in words. */
export function RatingStars({ score }: { readonly score: number }) {
  const { t } = useTranslation('ratings');
  return (
    <Box
      component="span"
      role="img"
      aria-label={t('score', { score })}
      sx={{ letterSpacing: 2, color: 'warning.main', whiteSpace: 'nowrap' }}
    >
      {'★'.repeat(score)}
      <Box component="span" sx={{ color: 'text.disabled' }}>
        {'★'.repeat(MOST - score)}
      </Box>
    </Box>
  );
}
