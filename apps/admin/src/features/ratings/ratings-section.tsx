import type { StayRating, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProduct } from '../../session/auth.tsx';
import { BORDERED, LINED_LIST } from '../../ui/form/layouts.ts';
import { Unread } from '../../ui/form/unread.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { Pager } from '../../ui/form/pager/pager.tsx';
import { useFormat } from '../../ui/format.ts';
import { FORM_WIDTH } from '../../ui/page-layout.ts';
import { RatingCharts } from './rating-charts.tsx';
import { RatingStars } from './rating-stars.tsx';
import { RATINGS_SHOWN, useStoreRatings, type RatingSort } from './ratings.api.ts';

const SORTS = ['-ratedAt', 'score', '-score'] as const satisfies readonly RatingSort[];

/** The ratings of the stays in a store, with their mean (GP-5). */
export function RatingsSection({ store }: { readonly store: Store }) {
  const { t } = useTranslation('ratings');
  const [page, setPage] = useState(0);
  const [sort, setSort] = useState<RatingSort>('-ratedAt');
  const ratings = useStoreRatings(useProduct(), store.id, { page, sort });
  if (ratings.data === undefined) return <Unread query={ratings} height={320} />;
  const { total, items, meanScore } = ratings.data;
  if (meanScore === null) return <EmptyState icon="person" title={t('none')} text={t('noneText')} />;
  return (
    <Box component="section" aria-label={t('title')} sx={{ display: 'grid', gap: 2, maxWidth: FORM_WIDTH }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
        <Mean meanScore={meanScore} total={total} />
        <Box sx={{ width: { xs: '100%', sm: 200 } }}>
          <SelectInput
            label={t('order')}
            value={sort}
            options={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
            onChange={(value) => {
              setSort(SORTS.find((rating) => rating === value) ?? '-ratedAt');
              setPage(0);
            }}
          />
        </Box>
      </Box>
      <RatingCharts storeId={store.id} />
      <RatingList items={items} isOld={ratings.isPlaceholderData} />
      <Pager page={page} size={RATINGS_SHOWN} total={total} onPage={setPage} />
    </Box>
  );
}

function Mean({ meanScore, total }: { readonly meanScore: number; readonly total: number }) {
  const { t } = useTranslation('ratings');
  return (
    <Box data-testid="rating-mean" sx={{ display: 'flex', gap: 1, alignItems: 'baseline', flexWrap: 'wrap' }}>
      <Box component="strong" sx={{ typography: 'h4', fontVariantNumeric: 'tabular-nums' }}>
        {meanScore.toFixed(1)}
      </Box>
      <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {t('meanOf', { count: total })}
      </Box>
    </Box>
  );
}

function RatingList({ items, isOld }: { readonly items: readonly StayRating[]; readonly isOld: boolean }) {
  const format = useFormat();
  return (
    <Box
      component="ul"
      aria-busy={isOld}
      sx={{
        ...LINED_LIST,
        ...BORDERED,
        bgcolor: 'background.paper',
        ...(isOld && { opacity: 0.6 }),
      }}
    >
      {items.map((rating) => (
        <Box component="li" key={rating.id} data-testid="rating" sx={{ p: 2, display: 'grid', gap: 0.75 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'center' }}>
            <RatingStars score={rating.score} />
            <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
              {rating.roomName} · {format.dateTime(rating.ratedAt)} ·{' '}
              <Link to={`/dashboard/reservation?store=${rating.storeId}&reservation=${rating.reservationId}`}>
                {rating.reservationCode}
              </Link>
            </Box>
          </Box>
          {rating.remark !== '' && (
            <Box sx={{ typography: 'body2', overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{rating.remark}</Box>
          )}
        </Box>
      ))}
    </Box>
  );
}
