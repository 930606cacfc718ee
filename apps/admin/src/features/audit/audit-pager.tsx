import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { PAGE_SIZES, type AuditPlace } from './audit-filter.ts';
import type { AuditPage } from './audit.api.ts';

interface AuditPagerProps {
  readonly page: AuditPage;
  readonly place: AuditPlace;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** The shown range, on to older rows, and back to the newest. One page back is the browser's back button. */
export function AuditPager({ page, place, onChange }: AuditPagerProps) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const { nextCursor } = page;
  const to = place.seen + page.items.length;
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
      <TextField
        select
        size="small"
        label={t('page.size')}
        value={place.limit}
        sx={{ minWidth: 110 }}
        onChange={(event) => onChange({ limit: event.target.value })}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </TextField>
      <Box component="span" data-testid="audit-range" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {t(page.isTotalExact ? 'page.range' : 'page.rangeOfMany', {
          from: format.number(Math.min(place.seen + 1, to)),
          to: format.number(to),
          total: format.number(Math.max(page.total, to)),
        })}
      </Box>
      <Button
        color="inherit"
        variant="outlined"
        disabled={place.after === null}
        onClick={() => onChange({ after: '', seen: '' })}
      >
        {t('page.newest')}
      </Button>
      <Button
        color="inherit"
        variant="outlined"
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && onChange({ after: nextCursor, seen: String(to) })}
      >
        {t('page.older')}
      </Button>
    </Box>
  );
}
