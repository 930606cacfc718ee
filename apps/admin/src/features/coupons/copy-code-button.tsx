import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Copies a coupon's code, and says whether that worked. */
export function CopyCodeButton({ code }: { readonly code: string }) {
  const { t } = useTranslation(['coupons', 'form']);
  const [outcome, setOutcome] = useState<'done' | 'failed' | null>(null);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(code);
      setOutcome('done');
    } catch (error) {
      console.warn('The code cannot be copied', error);
      setOutcome('failed');
    }
  }
  return (
    <>
      <Button size="small" variant="outlined" color="inherit" onClick={() => void copy()} sx={{ minHeight: 40 }}>
        {t('copyCode')}
      </Button>
      <Box role="status" sx={{ typography: 'body2' }}>
        {outcome !== null && t(`form:copy.${outcome}`)}
      </Box>
    </>
  );
}
