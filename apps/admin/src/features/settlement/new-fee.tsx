import type { FeeTerm } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { CARD_FEE_CLASSES, termsOn } from '@munjigi/rules';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../ui/form/date-field.tsx';
import { NumberInput, SelectInput } from '../../ui/form/fields.tsx';
import { percentNumber } from '../../ui/form/numbers.ts';
import { FEE_METHODS } from './fee-methods.ts';
import { useSettlementWords } from './words.ts';

const VATS = ['EXCLUSIVE', 'INCLUSIVE'] as const satisfies readonly FeeTerm['vat'][];
/** The limit of the contract: 30 %, in 1/100,000. */
const MOST_PERCENT = 30;

interface NewFeeProps {
  readonly today: string;
  readonly known: readonly FeeTerm[];
  readonly isPending: boolean;
  readonly onSave: (term: FeeTerm) => void;
}

/** Terms of one method from a date on; small merchants' card fees are proposed by their class of that date (docs/domain.md 5). */
export function NewFee({ today, known, isPending, onSave }: NewFeeProps) {
  const { t } = useTranslation(['settlement', 'payments']);
  const words = useSettlementWords();
  const [draft, setDraft] = useState({
    method: 'CARD' as FeeTerm['method'],
    validFrom: today,
    rate: '',
    vat: 'EXCLUSIVE' as FeeTerm['vat'],
  });
  const [wasSent, setWasSent] = useState(false);
  const type = (patch: Partial<typeof draft>) => setDraft({ ...draft, ...patch });
  const { method, validFrom, vat } = draft;
  const percent = percentNumber(draft.rate, { places: 3, most: MOST_PERCENT });
  const classes = method === 'CARD' ? (termsOn(CARD_FEE_CLASSES, validFrom)?.classes ?? []) : [];
  const replaces = known.some((it) => it.method === method && it.validFrom === validFrom);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (percent === null || validFrom === '') return;
    onSave({ method, validFrom, rate: Math.round(percent * 1000), vat });
  }

  const isRateBad = percent === null && (wasSent || draft.rate !== '');
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
    >
      <SelectInput
        label={t('fees.method')}
        value={method}
        options={FEE_METHODS.map((value) => ({ value, label: t(`payments:method.${value}`) }))}
        onChange={(value) => type({ method: FEE_METHODS.find((it) => it === value) ?? method })}
      />
      <DateField
        label={t('fees.validFrom')}
        value={validFrom}
        hint={replaces ? t('fees.replaces') : undefined}
        onChange={(next) => type({ validFrom: next })}
      />
      {classes.length > 0 && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <SelectInput
            label={t('fees.class')}
            hint={t('fees.classHint')}
            value={String(
              classes.find((it) => percent !== null && it.creditRate === Math.round(percent * 1000))?.creditRate ?? '',
            )}
            options={[
              { value: '', label: t('fees.noClass') },
              ...classes.map((it) => ({
                value: String(it.creditRate),
                label: t('fees.classLine', { sales: words.money(it.yearlySalesUpTo), rate: it.creditRate / 1000 }),
              })),
            ]}
            onChange={(value) => type({ rate: value === '' ? '' : String(Number(value) / 1000) })}
          />
        </Box>
      )}
      <NumberInput
        isDecimal
        label={t('fees.rate')}
        unit="%"
        value={draft.rate}
        error={isRateBad ? t('fees.badRate') : undefined}
        onChange={(rate) => type({ rate })}
      />
      <SelectInput
        label={t('fees.vat')}
        value={vat}
        options={VATS.map((value) => ({ value, label: t(`vat.${value}`) }))}
        onChange={(value) => type({ vat: VATS.find((it) => it === value) ?? vat })}
      />
      <Button
        type="submit"
        variant="contained"
        aria-disabled={isPending}
        sx={{ gridColumn: '1 / -1', justifySelf: 'end' }}
      >
        {isPending ? t('saving') : t('fees.save')}
      </Button>
    </Box>
  );
}
