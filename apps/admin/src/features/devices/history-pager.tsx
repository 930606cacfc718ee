import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import type { ChangeAddress } from '../../ui/list/address-filter.ts';
import { ListPager } from '../../ui/list/list-pager.tsx';
import { pageParam } from '../../ui/list/list-position.ts';
import type { HistoryPage } from './command-cache.ts';
import type { DeviceHistoryPosition } from './history-filter.ts';
import { Glyph } from './icons.tsx';

interface HistoryPagerProps {
  readonly page: HistoryPage;
  readonly position: DeviceHistoryPosition;
  readonly onChange: ChangeAddress;
}

/** The shown range, one page back or on, and the page size. On uses the cursor, back uses the page number. */
export function HistoryPager({ page, position: { seen, limit }, onChange }: HistoryPagerProps) {
  const { t } = useTranslation('devices');
  const { nextCursor } = page;
  const to = seen + page.items.length;
  const previous = Math.max(0, Math.ceil(seen / limit) - 1);
  return (
    <ListPager
      texts={t}
      testId="history-range"
      limit={limit}
      range={{ from: Math.min(seen + 1, to), to, total: page.total }}
      isTotalExact={page.isTotalExact}
      onLimit={(size) => onChange({ limit: size })}
    >
      <IconButton
        aria-label={t('page.previous')}
        disabled={seen === 0}
        onClick={() => onChange({ page: pageParam(previous), after: '', seen: '' })}
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
    </ListPager>
  );
}
