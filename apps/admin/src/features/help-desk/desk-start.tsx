import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan, useProduct } from '../../session/auth.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FORM_WIDTH, PAGE_STACK } from '../../ui/page-layout.ts';
import { usePendingIncidentCount } from '../on-call/index.ts';
import { CaseList } from './case-list.tsx';
import { DeskSearch } from './desk-search.tsx';
import { SHORTEST_QUESTION, useMatches } from './help-desk.api.ts';
import { MatchItem } from './match-item.tsx';
import { RaisedList } from './raised-list.tsx';

interface DeskStartProps {
  readonly q: string;
  readonly onSearch: (q: string) => void;
  readonly onPick: (reservationId: string) => void;
}

/** The search for the guest at the door, and today's cases. */
export function DeskStart({ q, onSearch, onPick }: DeskStartProps) {
  const { t } = useTranslation('help-desk');
  const can = useCan();
  const isSearched = q.trim().length >= SHORTEST_QUESTION;
  return (
    <Box sx={{ ...PAGE_STACK, maxWidth: FORM_WIDTH }}>
      <PageHeader title={t('title')} text={t('text')} {...(can('on-call:read') && { actions: <OnCallLink /> })} />
      <RaisedList onPick={onPick} />
      <DeskSearch value={q} onSearch={onSearch} />
      {isSearched ? <Matches q={q.trim()} onPick={onPick} /> : <CaseList onPick={onPick} />}
    </Box>
  );
}

/** The way to the incidents that need a person, with their number. */
function OnCallLink() {
  const { t } = useTranslation('help-desk');
  const { count } = usePendingIncidentCount(useProduct(), null);
  return (
    <Button component={Link} to="/dashboard/on-call" variant="outlined" color="inherit">
      {count === 0 ? t('onCall') : t('onCallCount', { count })}
    </Button>
  );
}

function Matches({ q, onPick }: { readonly q: string; readonly onPick: (reservationId: string) => void }) {
  const { t } = useTranslation('help-desk');
  const found = useMatches(useProduct(), q);
  if (found.error !== null) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined)
    return (
      <Box sx={{ display: 'grid', gap: 1 }}>
        {[0, 1].map((key) => (
          <Skeleton key={key} variant="rounded" height={84} />
        ))}
      </Box>
    );
  const { items } = found.data;
  if (items.length === 0) return <EmptyState icon="support" title={t('search.none')} text={t('search.noneText')} />;
  return (
    <section aria-label={t('search.found')}>
      <Box role="status" sx={{ typography: 'body2', color: 'text.secondary', mb: 1 }}>
        {t('search.count', { count: items.length })}
      </Box>
      <Box
        component="ul"
        aria-busy={found.isPlaceholderData}
        sx={{
          ...PLAIN_LIST,
          display: 'grid',
          gap: 1,
          ...(found.isPlaceholderData && { opacity: 0.6 }),
        }}
      >
        {items.map((match) => (
          <MatchItem key={match.id} match={match} onPick={onPick} />
        ))}
      </Box>
    </section>
  );
}
