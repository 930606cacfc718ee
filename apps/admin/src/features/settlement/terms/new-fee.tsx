import type { FeeTerm } from '@munjigi/contract';
import { PROVIDER_METHODS } from '@munjigi/contract/payment-methods';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { CARD_FEE_CLASSES, termsOn } from '@munjigi/rules';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/form/time/date-field.tsx';
import { NumberInput, SelectInput } from '../../../ui/form/fields.tsx';
import { percentNumber } from '../../../ui/form/numbers.ts';
import { useSettlementWords } from '../settlement-words.ts';

const VATS = ['EXCLUSIVE', 'INCLUSIVE'] as const satisfies readonly FeeTerm['vat'][];
/** The limit of the contract: 30 %, in 1/100,000. */
const MOST_PERCENT = 30;

interface NewFeeProps {
  readonly today: string;
  readonly existing: readonly FeeTerm[];
  readonly isPending: boolean;
  readonly onSave: (term: FeeTerm) => void;
}

interface FeeDraft {
  readonly method: FeeTerm['method'];
  readonly validFrom: string;
  readonly rate: string;
  readonly vat: FeeTerm['vat'];
}

/** Terms of one method from a date on; small merchants' card fees are proposed by their class of that date (docs/domain.md 5). */
export function NewFee({ existing, isPending, ...props }: NewFeeProps) {
  const { t } = useTranslation(['settlement', 'payments']);
  const { draft, change, percent, isRateBad, submit } = useNewFeeForm(props);
  const { method, validFrom, vat } = draft;
  const isReplacing = existing.some((term) => term.method === method && term.validFrom === validFrom);
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
        options={PROVIDER_METHODS.map((value) => ({ value, label: t(`payments:method.${value}`) }))}
        onChange={(picked) => change({ method: PROVIDER_METHODS.find((value) => value === picked) ?? method })}
      />
      <DateField
        label={t('fees.validFrom')}
        value={validFrom}
        hint={isReplacing ? t('fees.replaces') : undefined}
        onChange={(next) => change({ validFrom: next })}
      />
      {method === 'CARD' && (
        <CardClassField validFrom={validFrom} percent={percent} onRate={(rate) => change({ rate })} />
      )}
      <NumberInput
        isDecimal
        label={t('fees.rate')}
        unit="%"
        value={draft.rate}
        error={isRateBad ? t('fees.badRate') : undefined}
        onChange={(rate) => change({ rate })}
      />
      <SelectInput
        label={t('fees.vat')}
        value={vat}
        options={VATS.map((value) => ({ value, label: t(`vat.${value}`) }))}
        onChange={(picked) => change({ vat: VATS.find((value) => value === picked) ?? vat })}
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

function useNewFeeForm({ today, onSave }: Pick<NewFeeProps, 'today' | 'onSave'>) {
  const [draft, setDraft] = useState<FeeDraft>({ method: 'CARD', validFrom: today, rate: '', vat: 'EXCLUSIVE' });
  const [wasSent, setWasSent] = useState(false);
  const percent = percentNumber(draft.rate, { places: 3, most: MOST_PERCENT });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (percent === null || draft.validFrom === '') return;
    onSave({ ...draft, rate: Math.round(percent * 1000) });
  }

  return {
    draft,
    change: (patch: Partial<FeeDraft>) => setDraft({ ...draft, ...patch }),
    percent,
    isRateBad: percent === null && (wasSent || draft.rate !== ''),
    submit,
  };
}

interface CardClassFieldProps {
  readonly validFrom: string;
  readonly percent: number | null;
  readonly onRate: (rate: string) => void;
}

/** The classes of small merchants on a date, each with its rate. */
function CardClassField({ validFrom, percent, onRate }: CardClassFieldProps) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  const classes = termsOn(CARD_FEE_CLASSES, validFrom)?.classes ?? [];
  if (classes.length === 0) return null;
  const chosen = classes.find(({ creditRate }) => percent !== null && creditRate === Math.round(percent * 1000));
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <SelectInput
        label={t('fees.class')}
        hint={t('fees.classHint')}
        value={String(chosen?.creditRate ?? '')}
        options={[
          { value: '', label: t('fees.noClass') },
          ...classes.map(({ creditRate, yearlySalesUpTo }) => ({
            value: String(creditRate),
            label: t('fees.classLine', { sales: words.money(yearlySalesUpTo), rate: creditRate / 1000 }),
          })),
        ]}
        onChange={(value) => onRate(value === '' ? '' : String(Number(value) / 1000))}
      />
    </Box>
  );
}
