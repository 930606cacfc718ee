import type { AuditEntry } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressValues } from '../../app/address-values.ts';
import { useProduct } from '../../app/auth.tsx';
import { useStoreChoice } from '../../app/store-choice.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useZone } from '../../ui/zone.ts';
import { AuditDrawer } from './audit-drawer.tsx';
import { countNarrowed, FILTER_NAMES, readFilter, readPlace } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { AuditPager } from './audit-pager.tsx';
import { useAudit, useAuditActors, type AuditPage as Page } from './audit.api.ts';
import { ChainCard } from './chain-card.tsx';
import { KeptCard } from './kept-card.tsx';

/** The parameters of the place in the list. */
const OF_PAGE = ['after', 'seen'] as const;

/** `/dashboard/system/audit`: who did what, when, from where, to what (PD-2), and whether the chain is intact. */
export function AuditPage() {
  const { t } = useTranslation('audit');
  const product = useProduct();
  const { storeId, stores } = useStoreChoice();
  const { params, change } = useAddressValues(OF_PAGE);
  // Not filtered by store in a chain with one store: most entries, such as sign-ins and rights, belong to no store.
  const filter = readFilter(params, stores.length > 1 ? storeId : null, useZone());
  const place = readPlace(params);
  const log = useAudit(product, filter, place);
  const actors = useAuditActors(product);
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const storeName = (id: string | null) => (id === null ? '' : (stores.find((store) => store.id === id)?.name ?? ''));
  const clear = () => change(Object.fromEntries(FILTER_NAMES.map((name) => [name, ''])));
  const page = log.data;
  const only = (values: Readonly<Record<string, string>>) => {
    setOpened(null);
    change(values);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, '& > *': { minWidth: 0 }, '& > .page-header': { mb: 0 } }}>
      <PageHeader title={t('title')} text={t('text')} />
      <ChainCard />
      <KeptCard />
      <AuditFilters filter={filter} actors={actors.data ?? []} onChange={change} onClear={clear} />
      {page === undefined && log.isError && <ErrorState error={log.error} onRetry={() => void log.refetch()} />}
      {page === undefined && !log.isError && <LogSkeleton />}
      {page !== undefined && page.items.length === 0 && (
        <NothingFound
          isAtEnd={page.nextCursor === null}
          isNarrowed={countNarrowed(filter) > 0 || filter.storeId !== null}
          onClear={clear}
          onFurther={() => change({ after: page.nextCursor ?? '', seen: String(place.seen) })}
        />
      )}
      {page !== undefined && page.items.length > 0 && (
        <Card
          variant="outlined"
          aria-busy={log.isPlaceholderData}
          sx={{ opacity: log.isPlaceholderData ? 0.6 : 1, px: { xs: 1.5, md: 0 } }}
        >
          <AuditList items={page.items} storeName={storeName} onOpen={setOpened} />
          <Box sx={{ p: 1.5 }}>
            <AuditPager page={page} place={place} onChange={change} />
          </Box>
        </Card>
      )}
      {opened !== null && (
        <AuditDrawer
          entry={opened}
          storeName={storeName(opened.storeId)}
          onClose={() => setOpened(null)}
          onOnly={only}
        />
      )}
      <CountStatus page={log.isPlaceholderData ? undefined : page} />
    </Box>
  );
}

function LogSkeleton() {
  return (
    <Card variant="outlined" aria-busy="true" data-testid="audit-loading" sx={{ px: 1.5, py: 0.5 }}>
      {Array.from({ length: 10 }, (_, index) => (
        <Skeleton key={index} variant="text" height={52} />
      ))}
    </Card>
  );
}

/** Announces to screen readers how many entries the filter finds. */
function CountStatus({ page }: { readonly page: Page | undefined }) {
  const { t } = useTranslation('audit');
  return (
    <Box
      role="status"
      sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
    >
      {page === undefined ? '' : t(page.isTotalExact ? 'count' : 'countOfMany', { total: page.total })}
    </Box>
  );
}

interface NothingFoundProps {
  /** Whether the whole log was searched, and not only a part of it. */
  readonly isAtEnd: boolean;
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
  readonly onFurther: () => void;
}

function NothingFound({ isAtEnd, isNarrowed, onClear, onFurther }: NothingFoundProps) {
  const { t } = useTranslation('audit');
  if (!isAtEnd)
    return (
      <EmptyState
        title={t('empty.soFarTitle')}
        text={t('empty.soFarText')}
        action={
          <Button variant="outlined" color="inherit" onClick={onFurther}>
            {t('empty.further')}
          </Button>
        }
      />
    );
  if (!isNarrowed) return <EmptyState icon="audit" title={t('empty.title')} text={t('empty.text')} />;
  return (
    <EmptyState
      icon="audit"
      title={t('empty.narrowedTitle')}
      text={t('empty.narrowedText')}
      action={
        <Button variant="outlined" color="inherit" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    />
  );
}
