import { readWon } from '@munjigi/typed-text';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';

/** The contract's largest payment. */
export const MAX_PAYMENT_AMOUNT = 2_000_000_000;

interface AmountFieldProps {
  readonly label: string;
  /** Digits only; empty while the text is no amount. */
  readonly value: string;
  readonly onType: (digits: string) => void;
  readonly isBad: boolean;
  readonly hint?: string;
}

/**
 * Won as people type and paste them: `14,000`, `14,000.00`, `1만4천원`. What is no amount, such as -5000 or 14.5, is refused with
 * its reason and never read as another amount.
 */
export function AmountField({ label, value, onType, isBad, hint }: AmountFieldProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const [typed, setTyped] = useState(value);
  const digits = toDigits(typed);
  // A value from outside, such as the amount due, replaces the text.
  const shown = digits === value ? typed : value;
  const read = readWon(shown);
  const refusal = shown === '' || 'won' in read || isUnderWay(shown) ? undefined : t(`amountRefused.${read.refused}`);
  const reading = digits !== '' && shown !== digits ? format.money(Number(digits)) : undefined;

  function type(text: string): void {
    setTyped(text);
    onType(toDigits(text));
  }

  return (
    <TextField
      size="small"
      label={label}
      value={shown}
      onChange={(event) => type(event.target.value)}
      onBlur={() => digits !== '' && setTyped(digits)}
      error={isBad || refusal !== undefined}
      helperText={refusal ?? (isBad ? t('amountBad') : (reading ?? hint))}
      slotProps={{
        htmlInput: { inputMode: 'numeric', maxLength: 24, style: { textAlign: 'right' } },
        input: { endAdornment: <InputAdornment position="end">{t('won')}</InputAdornment> },
      }}
    />
  );
}

function toDigits(text: string): string {
  const read = readWon(text);
  return 'won' in read && read.won > 0 ? String(read.won) : '';
}

/** Whether more digits may follow: `14,`, `14,0`. */
function isUnderWay(text: string): boolean {
  return /^\d{1,3}(?:,\d{3})*,\d{0,2}$/.test(text);
}
