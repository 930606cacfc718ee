import type { CouponClaim, CouponClaimState } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAddressValues, type AddressValues } from '../../session/address-values.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { FactList, type Fact } from '../../ui/fact-list.tsx';
import { Choice } from '../../ui/form/filter-fields.tsx';
import { Pager } from '../../ui/form/pager/pager.tsx';
import { useFormat } from '../../ui/format.ts';
import { FilterGrid } from '../../ui/list/filter-bar.tsx';
import { pageParam, readWholeNumber } from '../../ui/list/list-position.ts';
import { ListResults, ListSkeleton, NothingFound } from '../../ui/list/list-states.tsx';
import { RowCard } from '../../ui/list/row-card.tsx';
import { ToneLabel, type ToneStyle } from '../../ui/tone-chip.tsx';
import { ClaimDecisionDialog, type ClaimDecision } from './claim-decision-dialog.tsx';
import { CLAIMS_ON_A_PAGE, useCouponClaims, type ClaimFilter } from './coupons.api.ts';

const STATES: readonly CouponClaimState[] = ['WAITING', 'WITHHELD', 'BOOKED', 'REFUSED'];
const TONES: Readonly<Record<CouponClaimState, ToneStyle>> = {
  WAITING: ['history', 'info.main'],
  BOOKED: ['check', 'success.main'],
  WITHHELD: ['lock', 'warning.main'],
  REFUSED: ['close', 'error.main'],
};

/** What stores claim from head office for discounts, with the facts of each claim (CP-5). */
export function ClaimsPart() {
  const { t } = useTranslation('coupons');
  const { params, change } = useAddressValues(['page']);
  const { storeId, stores } = useStoreChoice();
  const filter: ClaimFilter = {
    storeId,
    state: STATES.find((state) => state === params.get('claim')) ?? null,
    page: readWholeNumber(params, 'page', 999_999),
  };
  const list = useCouponClaims(useProduct(), filter);
  const isNarrowed = filter.state !== null || filter.page > 0 || (storeId !== null && stores.length > 1);
  return (
    <Box sx={{ display: 'grid', gap: 2, '& > *': { minWidth: 0 } }}>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('claim.text')}</Box>
      <ClaimFilters filter={filter} onChange={change} />
      <ListResults query={list} skeleton={<ListSkeleton rows={4} height={140} testId="claims-loading" />}>
        {({ items, total, isTotalExact }) =>
          items.length === 0 ? (
            <NothingFound
              texts={(...[key]) => t(key.startsWith('empty.') ? `claim.${key}` : key)}
              icon="coupon"
              isNarrowed={isNarrowed}
              onClear={() => change({ claim: '', store: '' })}
            />
          ) : (
            <Box aria-busy={list.isPlaceholderData}>
              <RowCard label={t('claim.title')}>
                {items.map((claim) => (
                  <ClaimRow key={claim.reservationId} claim={claim} />
                ))}
              </RowCard>
              <Pager
                page={filter.page}
                size={CLAIMS_ON_A_PAGE}
                total={total}
                isTotalExact={isTotalExact}
                onPage={(page) => change({ page: pageParam(page) })}
              />
            </Box>
          )
        }
      </ListResults>
    </Box>
  );
}

interface ClaimFiltersProps {
  readonly filter: ClaimFilter;
  readonly onChange: AddressValues['change'];
}

function ClaimFilters({ filter: { state }, onChange }: ClaimFiltersProps) {
  const { t } = useTranslation('coupons');
  return (
    <FilterGrid label={t('claim.filter')} columns="220px" alignItems="start">
      <Choice
        label={t('column.state')}
        all={t('filter.all')}
        value={state ?? ''}
        options={STATES.map((value) => ({ value, label: t(`claim.state.${value}`) }))}
        onPick={(value) => onChange({ claim: value })}
      />
    </FilterGrid>
  );
}

function ClaimRow({ claim }: { readonly claim: CouponClaim }) {
  const { t } = useTranslation(['coupons', 'reservations']);
  const format = useFormat();
  const can = useCan();
  const [decision, setDecision] = useState<ClaimDecision | null>(null);
  const { reservationId, reservationCode, storeId, storeName, couponName, startsAt, reservationState, state } = claim;
  return (
    <Box component="li" data-testid="coupon-claim" data-state={state} sx={{ p: 2, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', typography: 'body2' }}>
        <Box sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
          {can('reservations:read') ? (
            <Link to={`/dashboard/reservation?store=${storeId}&reservation=${reservationId}`}>{reservationCode}</Link>
          ) : (
            reservationCode
          )}{' '}
          · {couponName}
        </Box>
        <ToneLabel tone={TONES[state]} isOneLine>
          {t(`claim.state.${state}`)}
        </ToneLabel>
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {storeName} · {format.dateTime(startsAt)} · {t(`reservations:state.${reservationState}`)}
      </Box>
      <ClaimReason claim={claim} />
      <FactList facts={useClaimFacts(claim)} isValueAtEnd canBreakLabels rowGap={0.5} />
      {can('coupons:write') && (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {(state === 'WITHHELD' || state === 'REFUSED') && (
            <Button size="small" variant="outlined" color="inherit" onClick={() => setDecision('APPROVED')}>
              {t('claim.approve')}
            </Button>
          )}
          {state !== 'REFUSED' && (
            <Button size="small" variant="outlined" color="error" onClick={() => setDecision('REFUSED')}>
              {t('claim.refuse')}
            </Button>
          )}
        </Box>
      )}
      {decision !== null && <ClaimDecisionDialog claim={claim} decision={decision} onClose={() => setDecision(null)} />}
    </Box>
  );
}

/** Why the claim is in its state. */
function ClaimReason({ claim: { state, withheldFor, dueAt, decision } }: { readonly claim: CouponClaim }) {
  const { t } = useTranslation('coupons');
  const format = useFormat();
  return (
    <Box sx={{ typography: 'body2', overflowWrap: 'anywhere' }}>
      {state === 'WAITING' && t('claim.waits', { at: format.dateTime(dueAt) })}
      {withheldFor !== null && t(`claim.withheld.${withheldFor}`)}
      {decision !== null && (
        <Box sx={{ color: 'text.secondary' }}>
          {t(`claim.decided.${decision.kind}`, { ...decision, at: format.dateTime(decision.at) })}
        </Box>
      )}
    </Box>
  );
}

/** The amounts that the claim rests on. */
function useClaimFacts(claim: CouponClaim): readonly Fact[] {
  const { t } = useTranslation('coupons');
  const format = useFormat();
  return [
    [t('claim.lines'), claim.priceLines.map(({ label, count }) => `${label} × ${count}`).join(', ')],
    [t('claim.price'), format.money(claim.priceAmount)],
    [t('claim.discount'), format.money(claim.discountAmount)],
    [t('claim.online'), format.money(claim.onlineAmount)],
    ...(claim.paidAmount > claim.onlineAmount
      ? [[t('claim.recorded'), format.money(claim.paidAmount - claim.onlineAmount)] as const]
      : []),
    [t('claim.amount'), format.money(claim.claimAmount)],
    [t('claim.booked'), format.money(claim.bookedAmount)],
  ];
}
