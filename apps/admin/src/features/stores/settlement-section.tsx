import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { NumberInput, SelectInput } from '../../ui/form/fields.tsx';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { percentNumber, wholeNumber } from '../../ui/form/numbers.ts';
import { FIELD_GRID, SettingsSection, type SettingsFieldsProps } from './settings-section.tsx';

const CYCLES = ['WEEKLY', 'MONTHLY'] as const;
const MOST_LAG_DAYS = 60;

interface Draft {
  readonly settlementTerms: {
    readonly royaltyPercent: string;
    readonly cycle: (typeof CYCLES)[number];
    readonly payoutLagDays: string;
  };
}

/** The settlement terms that a store proposes: what is withheld from its sales, and when the rest is paid out. */
export function SettlementSection({ store }: { readonly store: Store }) {
  const { t } = useTranslation(['stores', 'form']);
  return (
    <SettingsSection<Draft>
      store={store}
      text={t('settlement.text')}
      draftOf={draftOf}
      bodyOf={({ settlementTerms: terms }) => ({
        settlementTerms: {
          royaltyPercent: Number(terms.royaltyPercent),
          cycle: terms.cycle,
          payoutLagDays: Number(terms.payoutLagDays),
        },
      })}
      check={({ settlementTerms: terms }): FieldErrors => ({
        ...(percentNumber(terms.royaltyPercent) === null && { 'settlementTerms.royaltyPercent': t('form:percent') }),
        ...(wholeNumber(terms.payoutLagDays, 0, MOST_LAG_DAYS) === null && {
          'settlementTerms.payoutLagDays': t('form:whole', { min: 0, max: MOST_LAG_DAYS }),
        }),
      })}
      describe={({ settlementTerms: terms }) => [
        [t('settlement.royaltyPercent'), `${terms.royaltyPercent}%`],
        [t('settlement.cycle'), t(`settlement.cycles.${terms.cycle}`)],
        [t('settlement.payoutLagDays'), `${terms.payoutLagDays}${t('form:days')}`],
      ]}
    >
      {(form, isReadOnly) => <SettlementFields form={form} isReadOnly={isReadOnly} />}
    </SettingsSection>
  );
}

function SettlementFields({ form, isReadOnly }: SettingsFieldsProps<Draft>) {
  const { t } = useTranslation(['stores', 'form']);
  const terms = form.draft.settlementTerms;
  const change = (patch: Partial<Draft['settlementTerms']>) => form.change({ settlementTerms: { ...terms, ...patch } });
  return (
    <Box sx={FIELD_GRID}>
      <NumberInput
        isDecimal
        label={t('settlement.royaltyPercent')}
        unit="%"
        value={terms.royaltyPercent}
        isReadOnly={isReadOnly}
        error={form.errorAt('settlementTerms.royaltyPercent')}
        hint={t('settlement.royaltyPercentHint')}
        onChange={(royaltyPercent) => change({ royaltyPercent })}
      />
      <SelectInput
        label={t('settlement.cycle')}
        value={terms.cycle}
        isReadOnly={isReadOnly}
        error={form.errorAt('settlementTerms.cycle')}
        options={CYCLES.map((cycle) => ({ value: cycle, label: t(`settlement.cycles.${cycle}`) }))}
        onChange={(value) => change({ cycle: CYCLES.find((cycle) => cycle === value) ?? 'MONTHLY' })}
      />
      <NumberInput
        label={t('settlement.payoutLagDays')}
        unit={t('form:days')}
        value={terms.payoutLagDays}
        isReadOnly={isReadOnly}
        error={form.errorAt('settlementTerms.payoutLagDays')}
        hint={t('settlement.payoutLagDaysHint')}
        onChange={(payoutLagDays) => change({ payoutLagDays })}
      />
    </Box>
  );
}

function draftOf({ settlementTerms: terms }: Store): Draft {
  return {
    settlementTerms: {
      royaltyPercent: String(terms.royaltyPercent),
      cycle: terms.cycle,
      payoutLagDays: String(terms.payoutLagDays),
    },
  };
}
