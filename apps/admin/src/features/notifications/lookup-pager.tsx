import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { Glyph } from '../devices/index.ts';
import { PAGE_SIZES, type LookupPlace } from './lookup-filter.ts';

interface LookupPagerProps {
  readonly place: LookupPlace;
  /** The total of the filter when the page was read. */
  readonly total: number;
  readonly shown: number;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** The shown range, one page back or on, and the page size. */
export function LookupPager({ place: { page, limit }, total, shown, onChange }: LookupPagerProps) {
  const { t } = useTranslation('notification-lookup');
  const format = useFormat();
  const before = page * limit;
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
      <PageSize limit={limit} onChange={onChange} />
      <Box
        component="span"
        data-testid="lookup-range"
        sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
      >
        {t('page.range', {
          from: format.number(before + 1),
          to: format.number(before + shown),
          total: format.number(total),
        })}
      </Box>
      <IconButton
        aria-label={t('page.previous')}
        disabled={page === 0}
        onClick={() => onChange({ page: page === 1 ? '' : String(page - 1) })}
      >
        <Glyph name="previous" />
      </IconButton>
      <IconButton
        aria-label={t('page.next')}
        disabled={before + shown >= total}
        onClick={() => onChange({ page: String(page + 1) })}
      >
        <Glyph name="next" />
      </IconButton>
    </Box>
  );
}

function PageSize({ limit, onChange }: Pick<LookupPagerProps, 'onChange'> & Pick<LookupPlace, 'limit'>) {
  const { t } = useTranslation('notification-lookup');
  return (
    <TextField
      select
      size="small"
      label={t('page.size')}
      value={limit}
      sx={{ minWidth: 110 }}
      onChange={(event) =>
        onChange({ limit: event.target.value === String(PAGE_SIZES[0]) ? '' : event.target.value, page: '' })
      }
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
