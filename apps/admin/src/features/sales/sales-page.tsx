import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAddressValues } from '../../session/address-values.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { NoPermission } from '../../ui/states/no-permission.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { OwedRefunds } from '../payments/index.ts';
import { DayChart } from './charts/day-chart.tsx';
import { GroupTables } from './group-tables.tsx';
import { HeatMap } from './charts/heat-map.tsx';
import { MonthCompare } from './month-compare.tsx';
import { OccupancyMap } from './charts/occupancy-map.tsx';
import { PaymentList } from './payment-list.tsx';
import { readSalesFilter, type SalesPageFilter } from './sales-filter.ts';
import { SalesFilters } from './sales-filters.tsx';
import { SalesSkeleton } from './sales-skeleton.tsx';
import { useSales } from './sales.api.ts';
import { useBusinessToday } from '../../ui/time/use-business-today.ts';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { TotalFigures } from './total-figures.tsx';
import { WeeklyTable } from './weekly-table.tsx';

/** `/dashboard/statistics`: the sales of a franchisee's stores. */
export function StatisticsPage() {
  const { t } = useTranslation('sales');
  const { storeId } = useStoreChoice();
  return (
    <SalesScreen
      title={t('title.statistics')}
      actions={
        <Button
          component={Link}
          to={
            storeId === null ? '/dashboard/statistics/settlement' : `/dashboard/statistics/settlement?store=${storeId}`
          }
          variant="outlined"
          color="inherit"
        >
          {t('statements')}
        </Button>
      }
    />
  );
}

/** `/dashboard/admin/payments`: the same screen for the stores of the chain, with the payments before the sales. */
export function PaymentsPage() {
  const { t } = useTranslation('sales');
  return <SalesScreen title={t('title.payments')} hasPaymentsFirst />;
}

interface SalesScreenProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly hasPaymentsFirst?: boolean;
}

/** The screen of both routes (SL-1). A help-desk person sees payments, but not the sales of a store. */
function SalesScreen({ title, actions, hasPaymentsFirst = false }: SalesScreenProps) {
  const { t } = useTranslation('sales');
  const can = useCan();
  const { storeId, stores } = useStoreChoice();
  const today = useBusinessToday();
  const { params, change } = useAddressValues();
  const [maySum, mayList, mayRecord] = [can('sales:read'), can('payments:read'), can('payments:write')];
  if (!maySum && !mayList) return <NoPermission capability="sales:read" />;
  const filter = readSalesFilter(params, storeId, today);
  const storeName = (id: string) => (storeId === null ? (stores.find((store) => store.id === id)?.name ?? '') : '');
  const payments = filter.fault === null && mayList && (
    <PaymentList filter={filter} storeName={storeName} onChange={change} />
  );
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader
        title={title}
        {...((actions !== undefined || mayRecord) && {
          actions: (
            <>
              {actions}
              {mayRecord && <DepositsLink storeId={storeId} />}
            </>
          ),
        })}
      />
      {mayList && <OwedRefunds storeId={storeId} storeName={storeName} />}
      <SalesFilters filter={filter} canExport={maySum} onChange={change} />
      {filter.fault !== null && <EmptyState title={t(`filter.fault.${filter.fault}`)} text={t('filter.faultText')} />}
      {hasPaymentsFirst && payments}
      {filter.fault === null && maySum && (
        <Figures
          filter={filter}
          by={params.get('by')}
          sort={params.get('sort')}
          hasStores={stores.length > 1 && storeId === null}
          onChange={change}
        />
      )}
      {filter.fault === null && maySum && (
        <>
          <OccupancyMap filter={filter} />
          <MonthCompare filter={filter} />
          <WeeklyTable filter={filter} />
        </>
      )}
      {!hasPaymentsFirst && payments}
    </Box>
  );
}

/** Links to the deposits, for people who can record payments. */
function DepositsLink({ storeId }: { readonly storeId: string | null }) {
  const { t } = useTranslation('sales');
  return (
    <Button
      component={Link}
      to={`/dashboard/deposit${storeId === null ? '' : `?store=${storeId}`}`}
      variant="outlined"
      color="inherit"
    >
      {t('deposits')}
    </Button>
  );
}

interface FiguresProps {
  readonly filter: SalesPageFilter;
  readonly by: string | null;
  readonly sort: string | null;
  readonly hasStores: boolean;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

function Figures({ filter, by, sort, hasStores, onChange }: FiguresProps) {
  const { t } = useTranslation('sales');
  const { data, error, refetch, isPlaceholderData } = useSales(useProduct(), filter);
  if (data === undefined)
    return error === null ? <SalesSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  const isEmpty = data.methods.length === 0;
  return (
    <Box
      aria-busy={isPlaceholderData}
      data-testid="sales-figures"
      sx={{ display: 'grid', gap: 2, '& > *': { minWidth: 0 }, opacity: isPlaceholderData ? 0.6 : 1 }}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      <TotalFigures sales={data} />
      {isEmpty ? (
        <EmptyState icon="statistics" title={t('empty.title')} text={t('empty.text')} />
      ) : (
        <>
          <DayChart key={`${data.from} ${data.to}`} days={data.days} />
          <HeatMap hours={data.hours} />
          <GroupTables sales={data} by={by} sort={sort} hasStores={hasStores} onChange={onChange} />
        </>
      )}
    </Box>
  );
}
