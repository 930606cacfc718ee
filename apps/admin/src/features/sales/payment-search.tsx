import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { useTypedSearch } from '../../ui/form/typed-search.ts';
import { LONGEST_SEARCH } from './sales-filter.ts';

/** Finds a payment by its guest, its reservation or its provider's key. The search is in the address. */
export function PaymentSearch({ q, onSearch }: { readonly q: string | null; readonly onSearch: (q: string) => void }) {
  const { t } = useTranslation('sales');
  const { text, type, searchNow } = useTypedSearch(q ?? '', onSearch);
  return (
    <TextField
      type="search"
      size="small"
      label={t('payments.search')}
      value={text}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && searchNow()}
      sx={{ flex: '1 1 240px', maxWidth: { md: 360 } }}
      slotProps={{ htmlInput: { maxLength: LONGEST_SEARCH, autoComplete: 'off' } }}
    />
  );
}
