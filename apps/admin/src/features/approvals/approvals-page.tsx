import type { Approval } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslation } from 'react-i18next';
import { useAddressValues } from '../../session/address-values.ts';
import { useProduct } from '../../session/auth.tsx';
import { TAB_STYLE } from '../../ui/form/dialog/dialog-tabs.tsx';
import { PageButtons } from '../../ui/form/pager/pager.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { ApprovalCard } from './approval-card.tsx';
import { ApprovalFacts } from './approval-facts.tsx';
import { sortByExpiry, APPROVALS_PAGE_SIZE, useApprovals, type ApprovalListScope } from './approvals.api.ts';
import { RulesCard } from './rules-card.tsx';
import { useApprovalSubject } from './approval-subject.ts';

const OF_PAGE = ['page'] as const;

/** `/dashboard/approval`: the pending requests, the results of others, and the rules (decision 039). */
export function ApprovalsPage() {
  const { t } = useTranslation('approvals');
  const { params, change } = useAddressValues(OF_PAGE);
  const shown = params.get('tab') === 'all' ? 'ALL' : 'OPEN';
  const typed = Number(params.get('page') ?? 0);
  const page = Number.isSafeInteger(typed) && typed > 0 && typed < 1_000_000 ? typed : 0;
  const list = useApprovals(useProduct(), { shown, page });
  const approvals = list.data?.items ?? [];
  const items = shown === 'OPEN' ? sortByExpiry(approvals) : approvals;
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader title={t('title')} text={t('text')} />
      <ApprovalTabs shown={shown} onShow={(tab) => change({ tab: tab === 'ALL' ? 'all' : '', page: '' })} />
      {list.data === undefined && list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data === undefined && !list.isError && (
        <Card variant="outlined" aria-busy="true" sx={{ px: 2, py: 1 }}>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} variant="text" height={56} />
          ))}
        </Card>
      )}
      {list.data !== undefined && items.length === 0 && (
        <EmptyState title={t(`none.${shown}.title`)} text={t(`none.${shown}.text`)} icon="check" />
      )}
      {items.length > 0 && (
        <Box component="ul" aria-label={t(`tab.${shown}`)} sx={{ m: 0, p: 0, display: 'grid', gap: 1.5 }}>
          {items.map((approval) =>
            approval.state === 'REQUESTED' ? (
              <ApprovalCard key={approval.id} approval={approval} />
            ) : (
              <EndedCard key={approval.id} approval={approval} />
            ),
          )}
        </Box>
      )}
      <ApprovalPages
        page={page}
        total={list.data?.total ?? 0}
        isTotalExact={list.data?.isTotalExact ?? true}
        onPage={(next) => change({ page: next === 0 ? '' : String(next) })}
      />
      <RulesCard />
    </Box>
  );
}

interface ApprovalTabsProps {
  readonly shown: ApprovalListScope;
  readonly onShow: (tab: string) => void;
}

function ApprovalTabs({ shown, onShow }: ApprovalTabsProps) {
  const { t } = useTranslation('approvals');
  return (
    <Tabs value={shown} onChange={(_event, tab: string) => onShow(tab)} aria-label={t('title')} sx={TAB_STYLE}>
      <Tab value="OPEN" label={t('tab.OPEN')} />
      <Tab value="ALL" label={t('tab.ALL')} />
    </Tabs>
  );
}

interface ApprovalPagesProps {
  /** From 0. */
  readonly page: number;
  readonly total: number;
  readonly isTotalExact: boolean;
  readonly onPage: (page: number) => void;
}

/** The buttons to the other pages; renders nothing with a single page. */
function ApprovalPages({ page, total, isTotalExact, onPage }: ApprovalPagesProps) {
  const { t } = useTranslation('approvals');
  const hasNext = !isTotalExact || (page + 1) * APPROVALS_PAGE_SIZE < total;
  if (page === 0 && !hasNext) return null;
  return (
    <Box component="nav" aria-label={t('page.label')} sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
      <PageButtons page={page} hasNext={hasNext} onPage={onPage} />
    </Box>
  );
}

/** An ended request: the outcome and the person who ended it. */
function EndedCard({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  const what = useApprovalSubject();
  const { state, endedBy, endedAt, note, failure } = approval;
  return (
    <Card
      component="li"
      variant="outlined"
      data-testid="approval"
      data-state={state}
      sx={{ p: 2, display: 'grid', gap: 1, listStyle: 'none' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Box component="h2" sx={{ typography: 'subtitle1', m: 0, overflowWrap: 'anywhere' }}>
          {what(approval)}
        </Box>
        <Box sx={{ typography: 'body2', fontWeight: 700, color: state === 'DONE' ? 'success.main' : 'text.secondary' }}>
          {t(`state.${state}`)}
        </Box>
      </Box>
      <ApprovalFacts approval={approval} />
      {endedAt !== null && (
        <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {endedBy === null ? format.dateTime(endedAt) : t('endedBy', { name: endedBy, at: format.dateTime(endedAt) })}
          {note !== null && ` · ${note}`}
        </Box>
      )}
      {failure !== null && <Box sx={{ typography: 'body2', color: 'error.main' }}>{t(`failure.${failure}`)}</Box>}
    </Card>
  );
}
