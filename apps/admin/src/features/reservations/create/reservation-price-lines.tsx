import type { PriceLine } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format.ts';

/** The policies that priced each part, and the sum (PR-1). */
export function ReservationPriceLines({
  lines,
  total,
}: {
  readonly lines: readonly PriceLine[];
  readonly total: number;
}) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  return (
    <Box
      component="table"
      sx={{
        width: '100%',
        borderCollapse: 'collapse',
        typography: 'body2',
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
                {t(`price.unit.${line.unit}`, { unit: format.money(line.unitAmount), n: line.count })}
                {line.extraPersons > 0 &&
                  ` · ${t('price.extra', { count: line.extraPersons, unit: format.money(line.extraPersonAmount) })}`}
              </small>
            </th>
            <td>{format.money(line.amount)}</td>
          </tr>
        ))}
        <Box component="tr" sx={{ borderTop: 1, borderColor: 'divider', '& th, & td': { fontWeight: 600 } }}>
          <th scope="row">{t('price.total')}</th>
          <td data-testid="price-total">{format.money(total)}</td>
        </Box>
      </tbody>
    </Box>
  );
}
