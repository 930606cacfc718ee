import type { PaymentMethod, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { NumberInput, SelectInput } from '../../ui/form/fields.tsx';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { percentNumber, wholeNumber } from '../../ui/form/numbers.ts';
import { FIELD_GRID, SettingsSection } from './settings-section.tsx';

/** The contract's methods, in its order. */
const METHODS = ['CARD', 'VIRTUAL_ACCOUNT', 'TRANSFER', 'CASH', 'EASY_PAY', 'ON_SITE'] as const satisfies readonly PaymentMethod[];
const CYCLES = ['WEEKLY', 'MONTHLY'] as const;
const MOST_LAG_DAYS = 60;

interface Draft {
  readonly settlementTerms: {
    readonly royaltyPercent: string;
    /** Empty: no fee. */
    readonly feePercents: Readonly<Record<PaymentMethod, string>>;
    readonly cycle: (typeof CYCLES)[number];
    readonly payoutLagDays: string;
  };
}

/** What is kept back of a store's sales, and when the rest is paid out. */
export function SettlementSection({ store }: { readonly store: Store }) {
  const { t } = useTranslation(['stores', 'form']);
  return (
    <SettingsSection<Draft> store={store} text={t('settlement.text')} draftOf={draftOf}
      bodyOf={({ settlementTerms: terms }) => ({
        settlementTerms: {
          royaltyPercent: Number(terms.royaltyPercent),
          feePercents: Object.fromEntries(METHODS.filter((method) => terms.feePercents[method] !== '').map((method) => [method, Number(terms.feePercents[method])])),
          cycle: terms.cycle,
          payoutLagDays: Number(terms.payoutLagDays),
        },
      })}
      check={({ settlementTerms: terms }): FieldErrors => ({
        ...(percentNumber(terms.royaltyPercent) === null && { 'settlementTerms.royaltyPercent': t('form:percent') }),
        ...Object.fromEntries(METHODS.filter((method) => terms.feePercents[method] !== '' && percentNumber(terms.feePercents[method]) === null)
          .map((method) => [`settlementTerms.feePercents.${method}`, t('form:percent')])),
        ...(wholeNumber(terms.payoutLagDays, 0, MOST_LAG_DAYS) === null && { 'settlementTerms.payoutLagDays': t('form:whole', { min: 0, max: MOST_LAG_DAYS }) }),
      })}
      describe={({ settlementTerms: terms }) => [
        [t('settlement.royaltyPercent'), `${terms.royaltyPercent}%`],
        ...METHODS.map((method) => [t(`settlement.method.${method}`), terms.feePercents[method] === '' ? '–' : `${terms.feePercents[method]}%`] as const),
        [t('settlement.cycle'), t(`settlement.cycles.${terms.cycle}`)],
        [t('settlement.payoutLagDays'), `${terms.payoutLagDays}${t('form:days')}`],
      ]}>
      {(form, isReadOnly) => {
        const terms = form.draft.settlementTerms;
        const change = (patch: Partial<Draft['settlementTerms']>) => form.change({ settlementTerms: { ...terms, ...patch } });
        return (
          <>
            <Box sx={FIELD_GRID}>
              <NumberInput isDecimal label={t('settlement.royaltyPercent')} unit="%" value={terms.royaltyPercent} isReadOnly={isReadOnly}
                error={form.errorAt('settlementTerms.royaltyPercent')} hint={t('settlement.royaltyPercentHint')} onChange={(royaltyPercent) => change({ royaltyPercent })} />
              <SelectInput label={t('settlement.cycle')} value={terms.cycle} isReadOnly={isReadOnly} error={form.errorAt('settlementTerms.cycle')}
                options={CYCLES.map((cycle) => ({ value: cycle, label: t(`settlement.cycles.${cycle}`) }))}
                onChange={(value) => change({ cycle: CYCLES.find((cycle) => cycle === value) ?? 'MONTHLY' })} />
              <NumberInput label={t('settlement.payoutLagDays')} unit={t('form:days')} value={terms.payoutLagDays} isReadOnly={isReadOnly}
                error={form.errorAt('settlementTerms.payoutLagDays')} hint={t('settlement.payoutLagDaysHint')} onChange={(payoutLagDays) => change({ payoutLagDays })} />
            </Box>
            <Box role="group" aria-labelledby="settlement-fees" sx={{ display: 'grid', gap: 1.5 }}>
              <Box component="h2" id="settlement-fees" sx={{ typography: 'subtitle2', m: 0 }}>{t('settlement.fees')}</Box>
              <Box sx={FIELD_GRID}>
                {METHODS.map((method) => (
                  <NumberInput key={method} isDecimal label={t(`settlement.method.${method}`)} unit="%" value={terms.feePercents[method]} isReadOnly={isReadOnly}
                    error={form.errorAt(`settlementTerms.feePercents.${method}`)} onChange={(value) => change({ feePercents: { ...terms.feePercents, [method]: value } })} />
                ))}
              </Box>
            </Box>
          </>
        );
      }}
    </SettingsSection>
  );
}

function draftOf({ settlementTerms: terms }: Store): Draft {
  return {
    settlementTerms: {
      royaltyPercent: String(terms.royaltyPercent),
      feePercents: Object.fromEntries(METHODS.map((method) => [method, String(terms.feePercents[method] ?? '')])) as Record<PaymentMethod, string>,
      cycle: terms.cycle,
      payoutLagDays: String(terms.payoutLagDays),
    },
  };
}
