import type { SettlementSummary } from '@munjigi/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../app/auth.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SETTLEMENTS_PAGE_SIZE, useSettlements, useTerms } from './settlement.api.ts';
import { SettlementStateChip } from './settlement-state-chip.tsx';
import { FIGURES_TABLE, useSettlementWords } from './settlement-words.ts';

interface SettlementListProps {
  readonly storeId: string | null;
  readonly stores: readonly { readonly id: string; readonly name: string }[];
  readonly canClose: boolean;
  readonly onOpen: (id: string) => void;
  readonly onTerms: () => void;
}

/** The periods, page by page, and the stores that have no terms yet. */
export function SettlementList({ storeId, stores, canClose, onOpen, onTerms }: SettlementListProps) {
  const { t } = useTranslation('settlement');
  const [page, setPage] = useState(0);
  const product = useProduct();
  const { data, error, refetch } = useSettlements(product, storeId, page);
  const terms = useTerms(product);
  if (data === undefined)
    return error === null ? (
      <Skeleton variant="rounded" height={240} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  const withoutTerms =
    terms.data === undefined
      ? []
      : stores.filter(
          (store) =>
            (storeId === null || store.id === storeId) && !terms.data.some((term) => term.storeId === store.id),
        );
  return (
    <>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {canClose && withoutTerms.length > 0 && (
        <Alert
          severity="info"
          action={
            <Button color="inherit" onClick={onTerms}>
              {t('terms.open')}
            </Button>
          }
        >
          {t('terms.missing', { stores: withoutTerms.map((withoutTerm) => withoutTerm.name).join(', ') })}
        </Alert>
      )}
      {data.items.length === 0 ? (
        <EmptyState icon="settlement" title={t('empty.title')} text={t('empty.text')} />
      ) : (
        <Card variant="outlined">
          <Rows items={data.items} hasStores={storeId === null && stores.length > 1} onOpen={onOpen} />
          {data.total > SETTLEMENTS_PAGE_SIZE && (
            <Box
              sx={{ p: 1, display: 'flex', justifyContent: 'flex-end', gap: 1, borderTop: 1, borderColor: 'divider' }}
            >
              <Button color="inherit" disabled={page === 0} onClick={() => setPage(page - 1)}>
                {t('newer')}
              </Button>
              <Button
                color="inherit"
                disabled={(page + 1) * SETTLEMENTS_PAGE_SIZE >= data.total}
                onClick={() => setPage(page + 1)}
              >
                {t('older')}
              </Button>
            </Box>
          )}
        </Card>
      )}
    </>
  );
}

interface RowsProps {
  readonly items: readonly SettlementSummary[];
  readonly hasStores: boolean;
  readonly onOpen: (id: string) => void;
}

function Rows({ items, hasStores, onOpen }: RowsProps) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  return (
    <Box role="region" tabIndex={0} aria-label={t('list')} sx={{ overflowX: 'auto' }}>
      <Box component="table" data-testid="settlements" sx={FIGURES_TABLE}>
        <thead>
          <tr>
            <th scope="col">{t('head.period')}</th>
            {hasStores && (
              <th scope="col" className="text">
                {t('head.store')}
              </th>
            )}
            <th scope="col" className="text">
              {t('head.state')}
            </th>
            <th scope="col">{t('head.net')}</th>
            <th scope="col">{t('head.royalty')}</th>
            <th scope="col">{t('head.payout')}</th>
            <th scope="col">{t('head.payOn')}</th>
            <th scope="col">{t('head.comments')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id} data-testid="settlement-row">
              <th scope="row">
                <button type="button" className="link" onClick={() => onOpen(item.id)}>
                  {words.period(item.startsOn, item.endsOn)}
                </button>
              </th>
              {hasStores && <td className="text">{item.storeName}</td>}
              <td className="text">
                <SettlementStateChip settlement={item} />
              </td>
              <td>{item.figures === null ? '–' : words.money(item.figures.netAmount)}</td>
              <td>{item.figures === null ? '–' : words.money(item.figures.royaltyAmount)}</td>
              <td className="strong">{item.figures === null ? '–' : words.money(item.figures.payoutAmount)}</td>
              <td>{words.day(item.paidOn ?? item.payOn)}</td>
              <td>{item.commentCount === 0 ? '' : item.commentCount}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
