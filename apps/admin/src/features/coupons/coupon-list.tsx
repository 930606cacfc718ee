import type { Coupon, CouponState } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { OPENING_ROWS, RecordTable, recordTableStyles } from '../../ui/list/record-table.tsx';
import { ToneLabel, type ToneStyle } from '../../ui/tone-chip.tsx';
import { useCouponWords } from './coupon-words.ts';

interface CouponListProps {
  readonly coupons: readonly Coupon[];
  readonly onOpen: (couponId: string) => void;
}

const COLUMNS = ['coupon', 'discount', 'period', 'stores', 'uses', 'bearer', 'state'] as const;

/** The coupons of the chain. A click anywhere on a row opens it. */
export function CouponList({ coupons, onOpen }: CouponListProps) {
  const { t } = useTranslation('coupons');
  return (
    <RecordTable
      testId="coupon-table"
      columns={COLUMNS}
      heading={(column) => t(column === 'uses' ? 'usesAndSum' : `column.${column}`)}
      sx={COUPON_TABLE}
    >
      {coupons.map((coupon) => (
        <CouponRow key={coupon.id} coupon={coupon} onOpen={() => onOpen(coupon.id)} />
      ))}
    </RecordTable>
  );
}

function CouponRow({ coupon, onOpen }: { readonly coupon: Coupon; readonly onOpen: () => void }) {
  const { t } = useTranslation('coupons');
  const words = useCouponWords();
  const format = useFormat();
  const { code, name, state } = coupon;
  return (
    <tr data-testid="coupon-row" data-state={state}>
      <td data-column="coupon">
        <button type="button" className="link opener" aria-label={t('open', { name, code })} onClick={onOpen}>
          {name}
        </button>
        <code className="under">{code}</code>
      </td>
      <td data-column="discount">{words.discount(coupon)}</td>
      <td data-column="period">{words.period(coupon)}</td>
      <td data-column="stores">{words.stores(coupon)}</td>
      <td data-column="uses" data-label={t('column.uses')}>
        {words.uses(coupon)}
        <span className="under">{format.money(coupon.discountedAmount)}</span>
      </td>
      <td data-column="bearer">{words.bearer(coupon)}</td>
      <td data-column="state">
        <CouponStateLabel state={state} />
      </td>
    </tr>
  );
}

const TONES: Readonly<Record<CouponState, ToneStyle>> = {
  PLANNED: ['history', 'info.main'],
  ACTIVE: ['check', 'success.main'],
  ENDED: ['lock', 'text.secondary'],
  WITHDRAWN: ['close', 'error.main'],
};

export function CouponStateLabel({ state }: { readonly state: CouponState }) {
  const { t } = useTranslation('coupons');
  return (
    <ToneLabel tone={TONES[state]} isOneLine data-state={state}>
      {t(`state.${state}`)}
    </ToneLabel>
  );
}

const COUPON_TABLE = recordTableStyles(
  {
    ...OPENING_ROWS,
    '& td': { overflowWrap: 'anywhere' },
    '& tbody tr:last-of-type td': { borderBottom: 0 },
    '& td[data-column=coupon]': { minWidth: 140 },
    '& [data-column=discount], & [data-column=uses]': { fontVariantNumeric: 'tabular-nums' },
    '& [data-column=period], & [data-column=bearer]': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    '& .under': { mt: 0.25, fontSize: 'inherit' },
  },
  {
    '& tbody tr:last-of-type': { borderBottom: 0 },
    '& [data-column=coupon]': { gridColumn: 1, gridRow: 1 },
    '& [data-column=state]': { gridColumn: 2, gridRow: 1, textAlign: 'end' },
    '& [data-column=discount]': { gridColumn: '1 / -1', gridRow: 2, fontWeight: 600 },
    '& [data-column=period]': { gridColumn: '1 / -1', gridRow: 3 },
    '& [data-column=stores]': { gridColumn: '1 / -1', gridRow: 4, color: 'text.secondary' },
    '& [data-column=uses]': {
      gridColumn: 1,
      gridRow: 5,
      '&::before': { content: 'attr(data-label) " "', color: 'text.secondary' },
      '& .under': { display: 'inline', ml: 1 },
    },
    '& [data-column=bearer]': { gridColumn: 2, gridRow: 5, textAlign: 'end', color: 'text.secondary' },
  },
);
