import type { SettlementTotals } from '@munjigi/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressValues } from '../../session/address-values.ts';
import { useProduct } from '../../session/auth.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { countActiveFields } from '../../ui/list/address-filter.ts';
import { BulkActs } from './bulk-acts.tsx';
import { SETTLEMENT_FIELDS, readSettlementFilter, settlementQuery } from './settlement-filter.ts';
import { SettlementFilters } from './settlement-filters.tsx';
import { SettlementRows } from './settlement-rows.tsx';
import { SETTLEMENTS_PAGE_SIZE, useSettlements, useTerms, type PageOfSettlements } from './settlement.api.ts';
import { useSettlementWords } from './settlement-words.ts';

interface SettlementListProps {
  readonly storeId: string | null;
  readonly stores: readonly { readonly id: string; readonly name: string }[];
  readonly canClose: boolean;
  readonly onOpen: (id: string) => void;
  readonly onTerms: () => void;
}

/** The periods of a filter, page by page, with their sums; and the stores that have no terms yet. */
export function SettlementList({ storeId, stores, canClose, onOpen, onTerms }: SettlementListProps) {
  const { params, change } = useAddressValues();
  const filter = readSettlementFilter(params, storeId);
  const query = settlementQuery(filter);
  const isFiltered = countActiveFields(SETTLEMENT_FIELDS, filter) > 0;
  return (
    <>
      {canClose && <StoresWithoutTerms storeId={storeId} stores={stores} onTerms={onTerms} />}
      <SettlementFilters filter={filter} onChange={change} />
      <Pages
        key={JSON.stringify(query)}
        query={query}
        isFiltered={isFiltered}
        hasStores={storeId === null && stores.length > 1}
        canClose={canClose}
        onOpen={onOpen}
      />
    </>
  );
}

interface PagesProps extends Pick<SettlementListProps, 'canClose' | 'onOpen'> {
  readonly query: ReturnType<typeof settlementQuery>;
  readonly isFiltered: boolean;
  readonly hasStores: boolean;
}

function Pages({ query, isFiltered, ...props }: PagesProps) {
  const { t } = useTranslation('settlement');
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useSettlements(useProduct(), query, page);
  if (data === undefined)
    return error === null ? (
      <Skeleton variant="rounded" height={240} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  if (data.total === 0)
    return (
      <EmptyState
        icon="settlement"
        title={t(isFiltered ? 'emptyFilter.title' : 'empty.title')}
        text={t(isFiltered ? 'emptyFilter.text' : props.canClose ? 'empty.text' : 'empty.textOwner')}
      />
    );
  return (
    <>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Totals totals={data.totals} />
      <PageOfPeriods key={page} data={data} page={page} onPage={setPage} {...props} />
    </>
  );
}

interface PageOfPeriodsProps extends Omit<PagesProps, 'query' | 'isFiltered'> {
  readonly data: PageOfSettlements;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** One page, with the acts of head office on several of its periods. */
function PageOfPeriods({ data: { total, items }, page, canClose, hasStores, onPage, onOpen }: PageOfPeriodsProps) {
  const { t } = useTranslation('settlement');
  const [chosenIds, setChosenIds] = useState<readonly string[]>([]);
  const chosen = items.filter(({ id }) => chosenIds.includes(id));
  return (
    <Card variant="outlined">
      {canClose && <BulkActs chosen={chosen} onDone={(failedIds) => setChosenIds(failedIds)} />}
      <SettlementRows
        items={items}
        hasStores={hasStores}
        selection={canClose ? { chosenIds, onChange: setChosenIds } : null}
        onOpen={onOpen}
      />
      {total > SETTLEMENTS_PAGE_SIZE && (
        <Box sx={{ p: 1, display: 'flex', justifyContent: 'flex-end', gap: 1, borderTop: 1, borderColor: 'divider' }}>
          <Button color="inherit" disabled={page === 0} onClick={() => onPage(page - 1)}>
            {t('newer')}
          </Button>
          <Button
            color="inherit"
            disabled={(page + 1) * SETTLEMENTS_PAGE_SIZE >= total}
            onClick={() => onPage(page + 1)}
          >
            {t('older')}
          </Button>
        </Box>
      )}
    </Card>
  );
}

/** The sums of all periods of the filter, over all pages (SL-30). */
function Totals({ totals }: { readonly totals: SettlementTotals }) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  const shown = [
    ['gross', totals.grossAmount],
    ['refund', totals.refundAmount],
    ['fee', totals.feeAmount],
    ['royalty', totals.royaltyAmount],
    ...(totals.withheldAmount === 0 ? [] : [['withheld', totals.withheldAmount] as const]),
    ['payout', totals.payoutAmount],
    ...(totals.carriedForwardAmount === 0 ? [] : [['carried', totals.carriedForwardAmount] as const]),
  ] as const;
  return (
    <Card component="section" variant="outlined" aria-label={t('totals.title')} sx={{ p: { xs: 1.5, md: 2 } }}>
      <Box component="dl" data-testid="settlement-totals" sx={TOTALS}>
        {shown.map(([name, amount]) => (
          <div key={name} data-total={name}>
            <dt>{t(`figure.${name}`)}</dt>
            <dd>{words.money(amount)}</dd>
          </div>
        ))}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary', mt: 1 }}>
        {t('totals.count', { count: totals.count, n: totals.count })}
      </Box>
    </Card>
  );
}

const TOTALS = {
  m: 0,
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))',
  fontVariantNumeric: 'tabular-nums',
  '& dt': { typography: 'caption', color: 'text.secondary' },
  '& dd': { m: 0, typography: 'subtitle1', whiteSpace: 'nowrap' },
  '& [data-total=payout] dd': { fontWeight: 700 },
} as const;

function StoresWithoutTerms({ storeId, stores, onTerms }: Pick<SettlementListProps, 'storeId' | 'stores' | 'onTerms'>) {
  const { t } = useTranslation('settlement');
  const { data } = useTerms(useProduct());
  const withoutTerms =
    data === undefined
      ? []
      : stores.filter(
          (store) => (storeId === null || store.id === storeId) && !data.some((term) => term.storeId === store.id),
        );
  if (withoutTerms.length === 0) return null;
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" onClick={onTerms}>
          {t('terms.open')}
        </Button>
      }
    >
      {t('terms.missing', { stores: withoutTerms.map((store) => store.name).join(', ') })}
    </Alert>
  );
}
