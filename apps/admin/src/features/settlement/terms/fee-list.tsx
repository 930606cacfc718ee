import type { FeeTerm } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { termsOn } from '@munjigi/rules';
import { useTranslation } from 'react-i18next';
import { FIGURES_TABLE, useSettlementWords } from '../settlement-words.ts';

interface FeeListProps {
  readonly terms: readonly FeeTerm[];
  readonly today: string;
  /** Removes future terms; terms that have begun can only be followed by others. */
  readonly onRemove?: (term: FeeTerm) => void;
}

/** On a phone the date is below the method, so that the rate is visible. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' } } as const;
const NARROW = { display: { xs: 'block', sm: 'none' } } as const;

/** The current, the future and the past terms. */
export function FeeList({ terms, today, onRemove }: FeeListProps) {
  const { t } = useTranslation('settlement');
  return (
    <Box role="region" tabIndex={0} aria-label={t('fees.list')} sx={{ overflowX: 'auto' }}>
      <Box component="table" data-testid="fee-terms" sx={FIGURES_TABLE}>
        <thead>
          <tr>
            <th scope="col">{t('fees.method')}</th>
            <Box component="th" scope="col" className="text" sx={WIDE}>
              {t('fees.validFrom')}
            </Box>
            <th scope="col">{t('fees.rate')}</th>
            <th scope="col" className="text">
              {t('head.state')}
            </th>
          </tr>
        </thead>
        <tbody>
          {terms.map((term) => (
            <FeeRow
              key={`${term.method}.${term.validFrom}`}
              term={term}
              today={today}
              isNow={termOn(terms, term.method, today) === term}
              onRemove={onRemove}
            />
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

function termOn(terms: readonly FeeTerm[], method: FeeTerm['method'], date: string): FeeTerm | null {
  return termsOn(
    terms.filter((term) => term.method === method),
    date,
  );
}

interface FeeRowProps {
  readonly term: FeeTerm;
  readonly today: string;
  readonly isNow: boolean;
  readonly onRemove: ((term: FeeTerm) => void) | undefined;
}

function FeeRow({ term, today, isNow, onRemove }: FeeRowProps) {
  const { t } = useTranslation(['settlement', 'payments']);
  const words = useSettlementWords();
  const { method, validFrom, rate, vat } = term;
  const name = { method: t(`payments:method.${method}`), from: words.day(validFrom) };
  return (
    <tr data-fee={`${method}.${validFrom}`}>
      <th scope="row">
        {name.method}
        <Box component="span" sx={{ ...NARROW, typography: 'caption', color: 'text.secondary' }}>
          {t('fees.since', name)}
        </Box>
      </th>
      <Box component="td" className="text" sx={WIDE}>
        {name.from}
      </Box>
      <td>
        {rate / 1000}%
        <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
          {t(`vat.${vat}`)}
        </Box>
      </td>
      <td className="text">
        {isNow && <Chip size="small" color="primary" variant="outlined" label={t('fees.now')} />}
        {validFrom > today &&
          (onRemove === undefined ? (
            t('fees.later')
          ) : (
            <Button size="small" color="inherit" aria-label={t('fees.remove', name)} onClick={() => onRemove(term)}>
              {t('fees.removeShort')}
            </Button>
          ))}
      </td>
    </tr>
  );
}
