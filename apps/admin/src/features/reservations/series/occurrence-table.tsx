import type { previewSeries, ReplyOf } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { WIDE_TABLE } from '../../../ui/form/layouts.ts';
import { useFormat } from '../../../ui/format.ts';
import { useProblemWords } from '../../../ui/states/problem-words.ts';
import { Glyph } from '../../devices/index.ts';
import { usePeriodWords } from '../create/period-words.ts';

type Occurrence = ReplyOf<typeof previewSeries>['occurrences'][number];

/** The dates of a series, each with its price or with its conflict. */
export function OccurrenceTable({ occurrences }: { readonly occurrences: readonly Occurrence[] }) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const words = usePeriodWords();
  const problem = useProblemWords();
  return (
    <Box
      component="table"
      data-testid="occurrences"
      sx={{
        ...WIDE_TABLE,
        fontVariantNumeric: 'tabular-nums',
        '& th, & td': { py: 0.75, pr: 1, textAlign: 'start', borderBottom: 1, borderColor: 'divider' },
        '& th:last-child, & td:last-child': { textAlign: 'end', pr: 0 },
      }}
    >
      <thead>
        <tr>
          <th scope="col">{t('series.date')}</th>
          <th scope="col">{t('series.price')}</th>
        </tr>
      </thead>
      <tbody>
        {occurrences.map((occurrence) => (
          <tr key={occurrence.startsAt} data-refused={occurrence.refusal !== null}>
            <td>{words.period(occurrence.startsAt, occurrence.endsAt)}</td>
            {occurrence.refusal === null ? (
              <td>{occurrence.priceAmount === null ? '' : format.money(occurrence.priceAmount)}</td>
            ) : (
              <Box component="td" sx={{ color: 'warning.main' }}>
                <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, alignItems: 'center' }}>
                  <Glyph name="alert" size={16} />
                  {problem(occurrence.refusal.code, occurrence.refusal.detail)}
                </Box>
              </Box>
            )}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}
