import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { RatingStars } from './rating-stars.tsx';
import { useReservationRating } from './ratings.api.ts';

/** How the guest rated this stay (GP-5). Renders nothing without a rating. */
export function ReservationRating({ reservationId }: { readonly reservationId: string }) {
  const { t } = useTranslation('ratings');
  const format = useFormat();
  const { data, error } = useReservationRating(useProduct(), reservationId);
  if (data === null || (data === undefined && error === null)) return null;
  return (
    <Box component="section" aria-label={t('ofStay')} data-testid="reservation-rating">
      <Box component="h3" sx={{ typography: 'subtitle2', color: 'text.secondary', m: 0, mb: 0.75 }}>
        {t('ofStay')}
      </Box>
      {data === undefined && <ProblemAlert error={error} />}
      {data !== undefined && (
        <Box sx={{ display: 'grid', gap: 0.5, typography: 'body2' }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'center' }}>
            <RatingStars score={data.score} />
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {format.dateTime(data.ratedAt)}
            </Box>
          </Box>
          {data.remark !== '' && <Box sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{data.remark}</Box>}
        </Box>
      )}
    </Box>
  );
}
