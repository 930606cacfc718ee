import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { ChangeAddress } from '../../ui/list/address-filter.ts';
import { ListPager } from '../../ui/list/list-pager.tsx';
import type { AuditLogPosition } from './audit-filter.ts';
import type { AuditLogPage } from './audit.api.ts';

interface AuditPagerProps {
  readonly page: AuditLogPage;
  readonly position: AuditLogPosition;
  readonly onChange: ChangeAddress;
}

/**
 * The shown range, with buttons to older rows and back to the newest. The browser's back button returns to the previous
 * page.
 */
export function AuditPager({ page, position, onChange }: AuditPagerProps) {
  const { t } = useTranslation('audit');
  const { nextCursor } = page;
  const to = position.seen + page.items.length;
  return (
    <ListPager
      texts={t}
      testId="audit-range"
      limit={position.limit}
      range={{ from: Math.min(position.seen + 1, to), to, total: Math.max(page.total, to) }}
      isTotalExact={page.isTotalExact}
      onLimit={(limit) => onChange({ limit })}
    >
      <Button
        color="inherit"
        variant="outlined"
        disabled={position.after === null}
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
    </ListPager>
  );
}
