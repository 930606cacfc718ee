import './approval-bar.css';
import type { Approval } from '@munjigi/contract';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useAuthContext, useProduct } from '../../session/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { sortByExpiry, useApprovals, useApprovalPart } from './approvals.api.ts';
import { onApproval } from './approvals.live.ts';
import { useApprovalSubject } from './approval-subject.ts';

const PATH = '/dashboard/approval';

/**
 * Shown above every screen while this person has open requests or can decide one. Otherwise renders nothing and loads
 * no texts.
 */
export function ApprovalBar() {
  const items = useApprovals(useProduct(), { shown: 'OPEN' }).data?.items ?? [];
  const part = useApprovalPart();
  const { pathname } = useLocation();
  const concerning = sortByExpiry(items).filter((item) => part(item) !== null);
  // On the screen of requests the bar is hidden, but still mounted: it reports how the person's own requests end.
  return (
    <Suspense fallback={null}>
      {concerning.length > 0 && <Bar items={concerning} isHidden={pathname.startsWith(PATH)} />}
    </Suspense>
  );
}

function Bar({ items, isHidden }: { readonly items: readonly Approval[]; readonly isHidden: boolean }) {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  const part = useApprovalPart();
  const what = useApprovalSubject();
  const { user } = useAuthContext();
  useEffect(
    () =>
      onApproval((approval) => {
        if (approval.askedById !== user?.id || approval.state === 'REQUESTED' || approval.state === 'WITHDRAWN') return;
        const words = t(`ended.${approval.state}`, { what: what(approval), by: approval.endedBy ?? '' });
        if (approval.state === 'DONE') toast.success(words);
        else toast.error(words);
      }),
    [t, what, user?.id],
  );
  if (isHidden) return null;
  const forMe = items.filter((item) => part(item) === 'SECOND');
  const [first] = forMe.length > 0 ? forMe : items;
  if (first === undefined) return null;
  const title = forMe.length > 0 ? t('bar.forMe', { count: forMe.length }) : t('bar.mine', { count: items.length });
  return (
    <section aria-label={t('title')}>
      <Link className="notice-bar approval-bar" to={PATH} data-testid="approval-bar">
        <Icon name="lock" size={20} />
        <span className="notice-bar-words">
          <b>{title}</b>
          <span>
            {[what(first), first.storeName ?? '', t('until', { at: format.dateTime(first.expiresAt) })]
              .filter((text) => text !== '')
              .join(' · ')}
          </span>
        </span>
        <Icon name="chevron" size={16} />
      </Link>
    </section>
  );
}
