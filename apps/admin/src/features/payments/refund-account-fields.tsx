import { BANK_CODES, type BankCode } from '@munjigi/contract/bank-values';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { findAccountFaults, type AccountDraft } from './refund-account.ts';

const isBank = (value: string): value is BankCode => BANK_CODES.some((bank) => bank === value);

interface RefundAccountFieldsProps {
  readonly draft: AccountDraft;
  readonly onChange: (draft: AccountDraft) => void;
  /** Whether the form was submitted: missing fields are shown then. */
  readonly wasSent: boolean;
}

/** The guest's bank account for the refund. The browser must not keep it for the next guest. */
export function RefundAccountFields({ draft, onChange, wasSent }: RefundAccountFieldsProps) {
  const { t } = useTranslation('payments');
  const faults = findAccountFaults(draft);
  const errorOf = (name: keyof AccountDraft) =>
    wasSent && faults.has(name) ? t(`refund.account.bad.${name}`) : undefined;
  const numberError = errorOf('accountNumber');
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0, display: 'grid', gap: 2 }}>
      <Box component="legend" sx={{ p: 0, mb: 1.5, typography: 'subtitle2' }}>
        {t('refund.account.title')}
      </Box>
      <SelectInput
        label={t('refund.account.bank')}
        value={draft.bank}
        onChange={(bank) => onChange({ ...draft, bank: isBank(bank) ? bank : '' })}
        error={errorOf('bank')}
        options={[
          { value: '', label: t('refund.account.choose') },
          ...BANK_CODES.map((bank) => ({ value: bank, label: t(`bank.${bank}`) })),
        ]}
      />
      <TextField
        fullWidth
        size="small"
        autoComplete="off"
        label={t('refund.account.number')}
        value={draft.accountNumber}
        error={numberError !== undefined}
        helperText={numberError}
        onChange={(event) => onChange({ ...draft, accountNumber: event.target.value.replace(/[^\d -]/g, '') })}
        slotProps={{
          htmlInput: { inputMode: 'numeric', maxLength: 30, style: { fontVariantNumeric: 'tabular-nums' } },
        }}
      />
      <TextInput
        label={t('refund.account.holder')}
        value={draft.holderName}
        onChange={(holderName) => onChange({ ...draft, holderName })}
        error={errorOf('holderName')}
        maxLength={60}
        hint={t('refund.account.kept')}
      />
    </Box>
  );
}
