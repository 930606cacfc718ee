import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { useTypedSearch } from '../../ui/form/typed-search.ts';

const LONGEST = 100;

/** Searches after a pause in typing, or at once by Enter. Focused at first, because every case begins with it. */
export function DeskSearch({ value, onSearch }: { readonly value: string; readonly onSearch: (q: string) => void }) {
  const { t } = useTranslation('help-desk');
  const { text, type, searchNow } = useTypedSearch(value, onSearch);
  return (
    <div role="search" aria-label={t('search.label')}>
      <TextField
        type="search"
        fullWidth
        autoFocus
        label={t('search.label')}
        placeholder={t('search.hint')}
        helperText={t('search.help')}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && searchNow()}
        slotProps={{
          htmlInput: {
            maxLength: LONGEST,
            autoComplete: 'off',
            autoCapitalize: 'characters',
            enterKeyHint: 'search',
            style: { fontSize: 18, minHeight: 30 },
          },
          inputLabel: { shrink: true },
        }}
      />
    </div>
  );
}
