import type { CouponState } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressValues, type AddressValues } from '../../session/address-values.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { Choice } from '../../ui/form/filter-fields.tsx';
import { Pager } from '../../ui/form/pager/pager.tsx';
import { FilterGrid } from '../../ui/list/filter-bar.tsx';
import { pageParam, readWholeNumber } from '../../ui/list/list-position.ts';
import { ListCard, ListResults, ListSkeleton, NothingFound } from '../../ui/list/list-states.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useBusinessToday } from '../../ui/time/use-business-today.ts';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { TabbedParts } from '../../ui/list/tabbed-parts.tsx';
import { ClaimsPart } from './claims-part.tsx';
import { CouponDialog } from './coupon-dialog.tsx';
import { blankCoupon } from './coupon-draft.ts';
import { CouponDrawer } from './coupon-drawer.tsx';
import { CouponList } from './coupon-list.tsx';
import { COUPONS_ON_A_PAGE, useCoupons, type CouponFilter } from './coupons.api.ts';

const OF_PAGE = ['page', 'coupon'] as const;
const PARTS = ['coupons', 'claims'] as const;
type Part = (typeof PARTS)[number];
const STATES: readonly CouponState[] = ['ACTIVE', 'PLANNED', 'ENDED', 'WITHDRAWN'];

/** `/dashboard/coupon`: the coupons of the chain with their uses (CP-1). Head office creates and withdraws them. */
export function CouponsPage() {
  const { t } = useTranslation('coupons');
  const canWrite = useCan()('coupons:write');
  const { params, change } = useAddressValues(OF_PAGE);
  const filter = readCouponFilter(params, useStoreChoice().storeId);
  const today = useBusinessToday();
  const [isCreating, setIsCreating] = useState(false);
  const opened = params.get('coupon');
  const part: Part = params.get('part') === 'claims' ? 'claims' : 'coupons';
  const open = (coupon: string) => change({ page: pageParam(filter.page), coupon });
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          canWrite && (
            <Button variant="contained" onClick={() => setIsCreating(true)}>
              {t('add')}
            </Button>
          )
        }
      />
      <TabbedParts
        id="coupon-part"
        label={t('title')}
        names={PARTS}
        value={part}
        labelOf={(name) => t(`part.${name}`)}
        onChange={(next) =>
          change({ part: next === 'coupons' ? '' : next, page: '', coupon: '', state: '', claim: '' })
        }
      >
        {part === 'coupons' ? (
          <>
            <CouponFilters filter={filter} onChange={change} />
            <CouponResults filter={filter} onChange={change} onOpen={open} />
          </>
        ) : (
          <ClaimsPart />
        )}
      </TabbedParts>
      {opened !== null && <CouponDrawer key={opened} couponId={opened} onClose={() => open('')} />}
      {isCreating && (
        <CouponDialog
          coupon={blankCoupon(today)}
          onClose={() => setIsCreating(false)}
          onSaved={({ id }) => {
            setIsCreating(false);
            open(id);
          }}
        />
      )}
    </Box>
  );
}

interface CouponFiltersProps {
  readonly filter: CouponFilter;
  readonly onChange: AddressValues['change'];
}

/** The store is chosen in the head of the page (SH-4). */
function CouponFilters({ filter: { state }, onChange }: CouponFiltersProps) {
  const { t } = useTranslation('coupons');
  return (
    <FilterGrid label={t('filter.label')} columns="220px" alignItems="start">
      <Choice
        label={t('column.state')}
        all={t('filter.all')}
        value={state ?? ''}
        options={STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
        onPick={(value) => onChange({ state: value })}
      />
    </FilterGrid>
  );
}

interface CouponResultsProps extends CouponFiltersProps {
  readonly onOpen: (couponId: string) => void;
}

function CouponResults({ filter, onChange, onOpen }: CouponResultsProps) {
  const { t } = useTranslation('coupons');
  const list = useCoupons(useProduct(), filter);
  const { stores } = useStoreChoice();
  const isNarrowed = filter.state !== null || filter.page > 0 || (filter.storeId !== null && stores.length > 1);
  return (
    <ListResults query={list} skeleton={<ListSkeleton rows={5} height={60} testId="coupons-loading" />}>
      {({ items, total }) =>
        items.length === 0 ? (
          <NothingFound
            texts={t}
            icon="coupon"
            isNarrowed={isNarrowed}
            onClear={() => onChange({ state: '', store: '' })}
          />
        ) : (
          <ListCard isOld={list.isPlaceholderData}>
            <CouponList coupons={items} onOpen={onOpen} />
            <Pager
              page={filter.page}
              size={COUPONS_ON_A_PAGE}
              total={total}
              onPage={(page) => onChange({ page: pageParam(page) })}
            />
          </ListCard>
        )
      }
    </ListResults>
  );
}

function readCouponFilter(params: URLSearchParams, storeId: string | null): CouponFilter {
  return {
    storeId,
    state: STATES.find((state) => state === params.get('state')) ?? null,
    page: readWholeNumber(params, 'page', 999_999),
  };
}
