import type { FeeTerm } from '@munjigi/contract';
import { PROVIDER_METHODS } from '@munjigi/contract/payment-methods';
import Box from '@mui/material/Box';
import { CARD_FEE_CLASSES, termsOn } from '@munjigi/rules';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/form/time/date-field.tsx';
import { NumberInput, SelectInput } from '../../../ui/form/fields.tsx';
import { percentNumber } from '../../../ui/form/numbers.ts';
import { useSettlementWords } from '../settlement-words.ts';
import { TermsForm, useTermsForm } from './terms-form.tsx';

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
    <TermsForm saveLabel={t('fees.save')} isPending={isPending} onSubmit={submit}>
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
    </TermsForm>
  );
}

function useNewFeeForm({ today, onSave }: Pick<NewFeeProps, 'today' | 'onSave'>) {
  const first: FeeDraft = { method: 'CARD', validFrom: today, rate: '', vat: 'EXCLUSIVE' };
  const percentOf = (draft: FeeDraft) => percentNumber(draft.rate, { places: 3, most: MOST_PERCENT });
  const { draft, wasSent, change, submit } = useTermsForm(first, (sent) => {
    const rate = percentOf(sent);
    if (rate !== null && sent.validFrom !== '') onSave({ ...sent, rate: Math.round(rate * 1000) });
  });
  const percent = percentOf(draft);
  return { draft, change, percent, isRateBad: percent === null && (wasSent || draft.rate !== ''), submit };
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
