import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/problem-text.ts';
import { useFormat } from '../../../ui/format.ts';
import { OccurrenceTable } from './occurrence-table.tsx';
import type { useSeriesPreview } from './series.api.ts';

/** Shows the dates of a series while its rule is edited (RV-6), and announces them to screen readers. */
export function SeriesPreview({ preview }: { readonly preview: ReturnType<typeof useSeriesPreview> }) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const { possible, refused } = countOccurrences(preview);
  return (
    <Box
      aria-busy={preview.isFetching}
      sx={{
        p: 1.5,
        minHeight: 72,
        borderRadius: 1,
        bgcolor: 'var(--hover)',
        opacity: preview.isPlaceholderData ? 0.6 : 1,
      }}
    >
      <Box role="status" sx={{ typography: 'body2' }}>
        {preview.error !== null ? (
          <Box sx={{ color: 'error.main' }}>{problemText(t, preview.error)}</Box>
        ) : preview.data === undefined ? (
          <Skeleton variant="text" height={28} />
        ) : (
          <>
            {t('series.summary', { count: possible, n: possible, amount: format.money(preview.data.totalAmount) })}
            {refused > 0 && (
              <Box component="strong" sx={{ display: 'block', color: 'warning.main' }}>
                {t('series.conflicts', { n: refused })}
              </Box>
            )}
          </>
        )}
      </Box>
      {preview.error === null && preview.data !== undefined && (
        <Box
          sx={{ mt: 1, maxHeight: 220, overflowY: 'auto' }}
          tabIndex={0}
          role="region"
          aria-label={t('series.dates')}
        >
          <OccurrenceTable occurrences={preview.data.occurrences} />
        </Box>
      )}
    </Box>
  );
}

/** How many dates of the last preview can be booked, and how many cannot. */
export function countOccurrences({ data, error }: Pick<ReturnType<typeof useSeriesPreview>, 'data' | 'error'>): {
  possible: number;
  refused: number;
} {
  const occurrences = error === null ? (data?.occurrences ?? []) : [];
  const possible = occurrences.filter((occurrence) => occurrence.refusal === null).length;
  return { possible, refused: occurrences.length - possible };
}
