import type { PassOffer } from '@munjigi/contract';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddressValues } from '../../session/address-values.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { ActDialog } from '../../ui/form/dialog/act-dialog.tsx';
import { Choice } from '../../ui/form/filter-fields.tsx';
import { Pager } from '../../ui/form/pager/pager.tsx';
import { useFormat } from '../../ui/format.ts';
import { FilterGrid } from '../../ui/list/filter-bar.tsx';
import { pageParam, readWholeNumber } from '../../ui/list/list-position.ts';
import { ListCard, ListResults, ListSkeleton, NothingFound } from '../../ui/list/list-states.tsx';
import { RecordTable, recordTableStyles } from '../../ui/list/record-table.tsx';
import { usePassWords } from './pass-words.ts';
import { PASSES_ON_A_PAGE, usePassOffers, useWithdrawPassOffer, type OfferFilter } from './passes.api.ts';

interface OffersPartProps {
  readonly params: URLSearchParams;
  readonly onChange: AddressValues['change'];
}

const SOLD_VALUES: Readonly<Record<string, boolean>> = { sold: true, withdrawn: false };

/** What the stores sell, and sold before. */
export function OffersPart({ params, onChange }: OffersPartProps) {
  const { t } = useTranslation('passes');
  const canWrite = useCan()('stores:write');
  const { storeId, stores } = useStoreChoice();
  const filter: OfferFilter = {
    storeId,
    isSold: SOLD_VALUES[params.get('open') ?? ''] ?? null,
    page: readWholeNumber(params, 'page', 999_999),
  };
  const list = usePassOffers(useProduct(), filter);
  const [ending, setEnding] = useState<PassOffer | null>(null);
  const isNarrowed = filter.isSold !== null || filter.page > 0 || (storeId !== null && stores.length > 1);
  return (
    <>
      <FilterGrid label={t('filter.label')} columns="220px" alignItems="start">
        <Choice
          label={t('column.sale')}
          all={t('filter.all')}
          value={params.get('open') ?? ''}
          options={Object.keys(SOLD_VALUES).map((value) => ({ value, label: t(`sale.${value}`) }))}
          onPick={(value) => onChange({ open: value })}
        />
      </FilterGrid>
      <ListResults query={list} skeleton={<ListSkeleton rows={4} height={60} testId="offers-loading" />}>
        {({ items, total, isTotalExact }) =>
          items.length === 0 ? (
            <NothingFound
              texts={(...[key]) => t(key.startsWith('empty.') ? `offer.${key}` : key)}
              icon="coupon"
              isNarrowed={isNarrowed}
              onClear={() => onChange({ open: '', store: '' })}
            />
          ) : (
            <ListCard isOld={list.isPlaceholderData}>
              <OfferTable offers={items} onWithdraw={canWrite ? setEnding : null} />
              <Pager
                page={filter.page}
                size={PASSES_ON_A_PAGE}
                total={total}
                isTotalExact={isTotalExact}
                onPage={(page) => onChange({ page: pageParam(page) })}
              />
            </ListCard>
          )
        }
      </ListResults>
      {ending !== null && <WithdrawOfferDialog offer={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

const COLUMNS = ['pass', 'units', 'price', 'days', 'store', 'sale'] as const;

interface OfferTableProps {
  readonly offers: readonly PassOffer[];
  /** `null`: the person cannot end a sale. */
  readonly onWithdraw: ((offer: PassOffer) => void) | null;
}

function OfferTable({ offers, onWithdraw }: OfferTableProps) {
  const { t } = useTranslation('passes');
  return (
    <RecordTable testId="offer-table" columns={COLUMNS} heading={(column) => t(`column.${column}`)} sx={OFFER_TABLE}>
      {offers.map((offer) => (
        <OfferRow key={offer.id} offer={offer} onWithdraw={onWithdraw} />
      ))}
    </RecordTable>
  );
}

function OfferRow({ offer, onWithdraw }: Omit<OfferTableProps, 'offers'> & { readonly offer: PassOffer }) {
  const { t } = useTranslation('passes');
  const format = useFormat();
  const words = usePassWords();
  const { stores } = useStoreChoice();
  const { name, unit, units, priceAmount, validDays, roomIds, withdrawnAt, storeId } = offer;
  return (
    <tr data-testid="offer-row" data-state={withdrawnAt === null ? 'SOLD' : 'WITHDRAWN'}>
      <td data-column="pass">{name}</td>
      <td data-column="units">{words.units(unit, units)}</td>
      <td data-column="price">{format.money(priceAmount)}</td>
      <td data-column="days">{t('days', { count: validDays })}</td>
      <td data-column="store">
        {stores.find(({ id }) => id === storeId)?.name}
        <span className="under">{roomIds.length === 0 ? t('everyRoom') : t('rooms', { count: roomIds.length })}</span>
      </td>
      <td data-column="sale">
        {withdrawnAt !== null && t('withdrawnOn', { date: format.date(withdrawnAt) })}
        {withdrawnAt === null && onWithdraw === null && t('sale.sold')}
        {withdrawnAt === null && onWithdraw !== null && (
          <Button
            size="small"
            color="inherit"
            aria-label={t('withdraw.ofOffer', { name })}
            onClick={() => onWithdraw(offer)}
          >
            {t('withdraw.act')}
          </Button>
        )}
      </td>
    </tr>
  );
}

function WithdrawOfferDialog({ offer, onClose }: { readonly offer: PassOffer; readonly onClose: () => void }) {
  const { t } = useTranslation('passes');
  const withdraw = useWithdrawPassOffer(useProduct());
  return (
    <ActDialog
      title={t('withdraw.title', { name: offer.name })}
      confirmLabel={t('withdraw.act')}
      mutation={withdraw}
      input={offer.id}
      doneText={t('withdraw.done')}
      onClose={onClose}
    >
      {t('withdraw.text')}
    </ActDialog>
  );
}

const OFFER_TABLE = recordTableStyles(
  {
    '& td': { overflowWrap: 'anywhere' },
    '& tbody tr:last-of-type td': { borderBottom: 0 },
    '& [data-column=units], & [data-column=price], & [data-column=days]': {
      fontVariantNumeric: 'tabular-nums',
      whiteSpace: 'nowrap',
    },
    '& [data-column=price]': { textAlign: 'end' },
    '& .under': { mt: 0.25, fontSize: 'inherit' },
  },
  {
    '& tbody tr:last-of-type': { borderBottom: 0 },
    '& [data-column=pass]': { gridColumn: 1, gridRow: 1, fontWeight: 600 },
    '& [data-column=price]': { gridColumn: 2, gridRow: 1, textAlign: 'end', fontWeight: 600 },
    '& [data-column=units]': { gridColumn: 1, gridRow: 2 },
    '& [data-column=days]': { gridColumn: 2, gridRow: 2, textAlign: 'end' },
    '& [data-column=store]': { gridColumn: 1, gridRow: 3, color: 'text.secondary' },
    '& [data-column=sale]': { gridColumn: 2, gridRow: 3, textAlign: 'end' },
  },
);
