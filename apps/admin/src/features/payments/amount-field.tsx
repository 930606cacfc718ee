import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';

/** The contract's largest payment. */
export const MAX_PAYMENT_AMOUNT = 2_000_000_000;

interface AmountFieldProps {
  readonly label: string;
  /** Digits only. */
  readonly value: string;
  readonly onType: (digits: string) => void;
  readonly isBad: boolean;
  readonly hint?: string;
}

/** Won, by its digits. */
export function AmountField({ label, value, onType, isBad, hint }: AmountFieldProps) {
  const { t } = useTranslation('payments');
  return (
    <TextField
      size="small"
      label={label}
      value={value}
      onChange={(event) => onType(event.target.value.replace(/\D/g, '').replace(/^0+/, ''))}
      error={isBad}
      helperText={isBad ? t('amountBad') : hint}
      slotProps={{
        htmlInput: { inputMode: 'numeric', maxLength: 13, style: { textAlign: 'right' } },
        input: { endAdornment: <InputAdornment position="end">{t('won')}</InputAdornment> },
      }}
    />
  );
}
