import type { Quote } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { WIDE_TABLE } from '../../ui/form/layouts.ts';
import { useFormat } from '../../ui/format.ts';

interface QuoteLinesProps {
  readonly totalAmount: number;
  readonly lines: readonly Quote['lines'][number][];
}

/** A price line by line: which policy priced which part (PR-1), and the sum. */
export function QuoteLines({ totalAmount, lines }: QuoteLinesProps) {
  const { t } = useTranslation('prices');
  const format = useFormat();
  return (
    <Box
      component="table"
      data-testid="price-lines"
      sx={{
        ...WIDE_TABLE,
        fontVariantNumeric: 'tabular-nums',
        '& td, & th': { py: 0.5, textAlign: 'start', verticalAlign: 'top', fontWeight: 400 },
        '& td:last-child': { textAlign: 'end', whiteSpace: 'nowrap', pl: 1 },
      }}
    >
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.policyId} ${line.startsAt}`}>
            <th scope="row">
              {line.label}
              <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
                {format.time(line.startsAt)}–{format.time(line.endsAt)} · {format.money(line.unitAmount)} × {line.count}
                {line.extraPersons > 0 &&
                  ` + ${t('extra', { people: line.extraPersons, amount: format.money(line.extraPersonAmount) })}`}
              </Box>
            </th>
            <td>{format.money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <Box component="tr" sx={{ '& > *': { borderTop: 1, borderColor: 'divider', fontWeight: '700 !important' } }}>
          <th scope="row">{t('total')}</th>
          <td>{format.money(totalAmount)}</td>
        </Box>
      </tfoot>
    </Box>
  );
}
