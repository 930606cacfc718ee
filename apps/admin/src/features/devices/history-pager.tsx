import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { PAGE_SIZES, type HistoryFilter } from './history-filter.ts';
import { Glyph } from './icons.tsx';

interface HistoryPagerProps {
  readonly filter: HistoryFilter;
  readonly total: number;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** Which rows of how many, one page back or on, and how many at once. */
export function HistoryPager({ filter, total, onChange }: HistoryPagerProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const first = filter.page * filter.limit;
  const to = Math.min(total, first + filter.limit);
  return (
    <Box component="nav" aria-label={t('page.size')} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: 1, typography: 'body2' }}>
      <TextField select size="small" label={t('page.size')} value={filter.limit} sx={{ minWidth: 110 }}
        onChange={(event) => onChange({ limit: event.target.value, page: '' })}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}>
        {PAGE_SIZES.map((size) => <option key={size} value={size}>{size}</option>)}
      </TextField>
      <Box component="span" data-testid="history-range" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {t('page.range', { from: format.number(Math.min(first + 1, to)), to: format.number(to), total: format.number(total) })}
      </Box>
      <IconButton aria-label={t('page.previous')} disabled={filter.page === 0} onClick={() => onChange({ page: filter.page === 1 ? '' : String(filter.page - 1) })}>
        <Glyph name="previous" />
      </IconButton>
      <IconButton aria-label={t('page.next')} disabled={to >= total} onClick={() => onChange({ page: String(filter.page + 1) })}>
        <Glyph name="next" />
      </IconButton>
    </Box>
  );
}
