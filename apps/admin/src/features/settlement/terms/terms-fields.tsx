import type { DatedTerms } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { TWO_COLUMNS } from '../../../ui/form/layouts.ts';
import { DateField } from '../../../ui/form/time/date-field.tsx';
import { NumberInput, SelectInput } from '../../../ui/form/fields.tsx';
import { isDayCountBad, isRateBad, type TermsDraft } from './terms-draft.ts';

const BASES = [
  'GROSS_PAID',
  'NET_OF_REFUND',
  'NET_OF_REFUND_EX_VAT',
  'NET_OF_REFUND_AND_PG_FEE',
] as const satisfies readonly DatedTerms['royaltyBase'][];
const CYCLES = ['WEEKLY', 'HALF_MONTHLY', 'MONTHLY'] as const satisfies readonly DatedTerms['cycle'][];
const VATS = ['EXCLUSIVE', 'INCLUSIVE'] as const satisfies readonly DatedTerms['royaltyVat'][];
const PAYEES = ['BUSINESS', 'PERSON'] as const satisfies readonly DatedTerms['payee'][];

interface TermsFieldsProps {
  readonly draft: TermsDraft;
  readonly onChange: (patch: Partial<TermsDraft>) => void;
}

/** The fields of new terms: first date, rate and base, cycle, and payee. */
export function TermsFields({ draft, onChange }: TermsFieldsProps) {
  const { t } = useTranslation('settlement');
  return (
    <Box sx={TWO_COLUMNS}>
      <DateField
        label={t('terms.validFrom')}
        value={draft.validFrom}
        onChange={(validFrom) => onChange({ validFrom })}
      />
      <RoyaltyFields draft={draft} onChange={onChange} />
      <SelectInput
        label={t('terms.cycle')}
        value={draft.cycle}
        options={CYCLES.map((value) => ({ value, label: t(`cycle.${value}`) }))}
        onChange={(picked) => onChange({ cycle: CYCLES.find((value) => value === picked) ?? draft.cycle })}
      />
      <NumberInput
        label={t('terms.days')}
        unit={t('terms.bankDays')}
        value={draft.days}
        error={isDayCountBad(draft) ? t('terms.badDays') : undefined}
        onChange={(days) => onChange({ days })}
      />
      <Box sx={{ gridColumn: '1 / -1' }}>
        <SelectInput
          label={t('terms.payee')}
          hint={t('terms.payeeHint')}
          value={draft.payee}
          options={PAYEES.map((value) => ({ value, label: t(`payee.${value}`) }))}
          onChange={(picked) => onChange({ payee: PAYEES.find((value) => value === picked) ?? draft.payee })}
        />
      </Box>
    </Box>
  );
}

function RoyaltyFields({ draft, onChange }: TermsFieldsProps) {
  const { t } = useTranslation('settlement');
  return (
    <>
      <NumberInput
        isDecimal
        label={t('terms.rate')}
        unit="%"
        value={draft.rate}
        error={isRateBad(draft) ? t('terms.badRate') : undefined}
        onChange={(rate) => onChange({ rate })}
      />
      <SelectInput
        label={t('terms.base')}
        value={draft.base}
        options={BASES.map((value) => ({ value, label: t(`base.${value}`) }))}
        onChange={(picked) => onChange({ base: BASES.find((value) => value === picked) ?? draft.base })}
      />
      <SelectInput
        label={t('terms.vat')}
        value={draft.vat}
        options={VATS.map((value) => ({ value, label: t(`vat.${value}`) }))}
        onChange={(picked) => onChange({ vat: VATS.find((value) => value === picked) ?? draft.vat })}
      />
    </>
  );
}
