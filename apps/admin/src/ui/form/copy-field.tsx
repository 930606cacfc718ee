import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput } from './fields.tsx';

/** A read-only text with a button that copies it and says whether that worked. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const { t } = useTranslation('form');
  const [outcome, setOutcome] = useState<'done' | 'failed' | null>(null);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('done');
    } catch (error) {
      console.warn('It cannot be copied', error);
      setOutcome('failed');
    }
  }
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <TextInput label={label} value={value} rows={2} isReadOnly onChange={() => undefined} />
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Button variant="outlined" color="inherit" onClick={() => void copy()}>
          {t('copy.do')}
        </Button>
        <Box role="status" sx={{ typography: 'body2' }}>
          {outcome !== null && t(`copy.${outcome}`)}
        </Box>
      </Box>
    </Box>
  );
}
