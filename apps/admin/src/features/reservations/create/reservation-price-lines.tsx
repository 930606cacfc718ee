import type { AddOnLine, PriceLine, ReservationDiscount } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { WIDE_TABLE } from '../../../ui/form/layouts.ts';
import { useFormat } from '../../../ui/format.ts';
import { usePeriodWords } from './period-words.ts';

interface ReservationPriceLinesProps {
  readonly lines: readonly PriceLine[];
  readonly addOnLines?: readonly AddOnLine[];
  readonly discount?: ReservationDiscount | null;
  readonly total: number;
}

const minutesOf = ({ startsAt, endsAt }: PriceLine) => (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;

/** The policies that priced each part, the add-ons and the discount of a coupon, and the sum (PR-1, BK-13, CP-2). */
export function ReservationPriceLines({ lines, addOnLines = [], discount = null, total }: ReservationPriceLinesProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const words = usePeriodWords();
  return (
    <Box
      component="table"
      sx={{
        ...WIDE_TABLE,
        '& th, & td': { py: 0.5, textAlign: 'start', verticalAlign: 'top', fontWeight: 400 },
        '& td:last-of-type': { textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
        '& small': { display: 'block', color: 'text.secondary', fontSize: 12 },
      }}
    >
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.policyId} ${line.startsAt}`}>
            <th scope="row">
              {line.label}
              <small>
                {format.time(line.startsAt)}–{format.time(line.endsAt)} ·{' '}
                {t(`price.unit.${line.unit}`, {
                  unit: format.money(line.unitAmount),
                  n: line.count,
                  length: words.length(minutesOf(line) / line.count),
                })}
                {line.extraPersons > 0 &&
                  ` · ${t('price.extra', { count: line.extraPersons, unit: format.money(line.extraPersonAmount) })}`}
              </small>
            </th>
            <td>{format.money(line.amount)}</td>
          </tr>
        ))}
        {addOnLines.map((line) => (
          <AddOnRow key={line.addOnId} line={line} />
        ))}
        {discount !== null && <DiscountRow discount={discount} />}
        <Box component="tr" sx={{ borderTop: 1, borderColor: 'divider', '& th, & td': { fontWeight: 600 } }}>
          <th scope="row">{t('price.total')}</th>
          <td data-testid="price-total">{format.money(total)}</td>
        </Box>
      </tbody>
    </Box>
  );
}

function AddOnRow({ line: { label, unit, unitAmount, quantity, minutes, amount } }: { readonly line: AddOnLine }) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const length = usePeriodWords().length(minutes);
  return (
    <tr data-testid="add-on-line">
      <th scope="row">
        {label}
        <small>{t(`price.addOn.${unit}`, { unit: format.money(unitAmount), n: quantity, length })}</small>
      </th>
      <td>{format.money(amount)}</td>
    </tr>
  );
}

function DiscountRow({ discount: { name, code, bearer, amount } }: { readonly discount: ReservationDiscount }) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  return (
    <tr data-testid="discount-line">
      <th scope="row">
        {t('price.discount', { name })}
        <small>
          {code} · {t(`price.bearer.${bearer}`)}
        </small>
      </th>
      <td>−{format.money(amount)}</td>
    </tr>
  );
}
