import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LONGEST_SEARCH } from './sales-filter.ts';

/** So long nobody types before it is asked for. */
const PAUSE_MS = 300;

/** Finds a payment by its guest, its reservation or its provider's key. What is searched for lives in the address. */
export function PaymentSearch({ q, onSearch }: { readonly q: string | null; readonly onSearch: (q: string) => void }) {
  const { t } = useTranslation('sales');
  const [typed, setTyped] = useState(q ?? '');
  const [shown, setShown] = useState(q);
  // Somebody went back, or cleared it elsewhere.
  if (shown !== q) {
    setShown(q);
    if (typed.trim() !== (q ?? '')) setTyped(q ?? '');
  }
  useEffect(() => {
    if (typed.trim() === (q ?? '')) return undefined;
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, q, onSearch]);
  return (
    <TextField type="search" size="small" label={t('payments.search')} value={typed} onChange={(event) => setTyped(event.target.value)}
      sx={{ flex: '1 1 240px', maxWidth: { md: 360 } }} slotProps={{ htmlInput: { maxLength: LONGEST_SEARCH, autoComplete: 'off' } }} />
  );
}
