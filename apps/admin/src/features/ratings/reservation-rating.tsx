import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../app/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { RatingStars } from './rating-stars.tsx';
import { useReservationRating } from './ratings.api.ts';

interface ReservationRatingProps {
  readonly reservationId: string;
  /** Frames the rating as a section with this title. Without a rating nothing is rendered. */
  readonly frame: (title: string, children: ReactNode) => ReactNode;
}

/** How the guest rated this stay (GP-5). */
export function ReservationRating({ reservationId, frame }: ReservationRatingProps) {
  const { t } = useTranslation('ratings');
  const format = useFormat();
  const { data } = useReservationRating(useProduct(), reservationId);
  if (data === undefined || data === null) return null;
  return frame(
    t('ofStay'),
    <Box data-testid="reservation-rating" sx={{ display: 'grid', gap: 0.5, typography: 'body2' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'center' }}>
        <RatingStars score={data.score} />
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {format.dateTime(data.ratedAt)}
        </Box>
      </Box>
      {data.remark !== '' && <Box sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{data.remark}</Box>}
    </Box>,
  );
}
