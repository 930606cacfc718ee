import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import type { HistoryPage } from './command-cache.ts';
import { PAGE_SIZES, type HistoryPlace } from './history-filter.ts';
import { Glyph } from './icons.tsx';

interface HistoryPagerProps {
  readonly page: HistoryPage;
  readonly place: HistoryPlace;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** The shown range, one page back or on, and the page size. On uses the cursor, back uses the page number. */
export function HistoryPager({ page, place, onChange }: HistoryPagerProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const { nextCursor } = page;
  const to = place.seen + page.items.length;
  const previous = Math.max(0, Math.ceil(place.seen / place.limit) - 1);
  return (
    <Box
      component="nav"
      aria-label={t('page.label')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1,
        typography: 'body2',
      }}
    >
      <PageSizeInput value={place.limit} onChange={(limit) => onChange({ limit })} />
      <Box
        component="span"
        data-testid="history-range"
        sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
      >
        {t(page.isTotalExact ? 'page.range' : 'page.rangeOfMany', {
          from: format.number(Math.min(place.seen + 1, to)),
          to: format.number(to),
          total: format.number(page.total),
        })}
      </Box>
      <IconButton
        aria-label={t('page.previous')}
        disabled={place.seen === 0}
        onClick={() => onChange({ page: previous === 0 ? '' : String(previous), after: '', seen: '' })}
      >
        <Glyph name="previous" />
      </IconButton>
      <IconButton
        aria-label={t('page.next')}
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && onChange({ page: '', after: nextCursor, seen: String(to) })}
      >
        <Glyph name="next" />
      </IconButton>
    </Box>
  );
}

interface PageSizeInputProps {
  readonly value: number;
  readonly onChange: (value: string) => void;
}

function PageSizeInput({ value, onChange }: PageSizeInputProps) {
  const { t } = useTranslation('devices');
  return (
    <TextField
      select
      size="small"
      label={t('page.size')}
      value={value}
      sx={{ minWidth: 110 }}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {PAGE_SIZES.map((size) => (
        <option key={size} value={size}>
          {size}
        </option>
      ))}
    </TextField>
  );
}
