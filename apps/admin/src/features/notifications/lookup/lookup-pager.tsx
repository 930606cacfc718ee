import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import type { ChangeAddress } from '../../../ui/list/address-filter.ts';
import { ListPager } from '../../../ui/list/list-pager.tsx';
import { PAGE_SIZES, pageParam } from '../../../ui/list/list-position.ts';
import { Glyph } from '../../devices/index.ts';
import type { LookupPage } from './lookup.api.ts';
import type { LookupPosition } from './lookup-filter.ts';

interface LookupPagerProps {
  readonly position: LookupPosition;
  /** As it was read: with the total of the filter at that time. */
  readonly page: LookupPage;
  readonly onChange: ChangeAddress;
}

/** The shown range, one page back or on, and the page size. */
export function LookupPager({ position: { page, limit }, page: read, onChange }: LookupPagerProps) {
  const { t } = useTranslation('notification-lookup');
  const { total, isTotalExact } = read;
  const shown = read.items.length;
  const before = page * limit;
  return (
    <ListPager
      texts={t}
      testId="lookup-range"
      limit={limit}
      range={{ from: before + 1, to: before + shown, total }}
      isTotalExact={isTotalExact}
      onLimit={(size) => onChange({ limit: size === String(PAGE_SIZES[0]) ? '' : size, page: '' })}
    >
      <IconButton
        aria-label={t('page.previous')}
        disabled={page === 0}
        onClick={() => onChange({ page: pageParam(page - 1) })}
      >
        <Glyph name="previous" />
      </IconButton>
      <IconButton
        aria-label={t('page.next')}
        disabled={isTotalExact ? before + shown >= total : shown < limit}
        onClick={() => onChange({ page: pageParam(page + 1) })}
      >
        <Glyph name="next" />
      </IconButton>
    </ListPager>
  );
}
