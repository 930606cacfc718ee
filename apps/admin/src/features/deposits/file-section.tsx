import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useRef, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { useImportBankFile } from './deposits.api.ts';

/** Uploads a bank's file. Lists the numbers of the lines that could not be used. */
export function FileSection({ storeId }: { readonly storeId: string }) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  const bring = useImportBankFile(useProduct(), storeId);
  const input = useRef<HTMLInputElement>(null);

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const [file] = event.target.files ?? [];
    if (file !== undefined && !bring.isPending) bring.mutate(file);
    // Cleared, so that choosing the same file again fires a change as well.
    event.target.value = '';
  }

  return (
    <Card component="section" variant="outlined" aria-label={t('file.title')} sx={{ p: 1.5, display: 'grid', gap: 1 }}>
      <Box component="h2" sx={{ m: 0, typography: 'subtitle1' }}>
        {t('file.title')}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '70ch' }}>{t('file.text')}</Box>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        hidden
        onChange={choose}
        data-testid="deposit-file"
      />
      <Box>
        <Button
          variant="outlined"
          color="inherit"
          aria-disabled={bring.isPending}
          onClick={() => input.current?.click()}
        >
          {t(bring.isPending ? 'file.sending' : 'file.choose')}
        </Button>
      </Box>
      <Box role="status" sx={{ typography: 'body2' }}>
        {bring.data !== undefined &&
          t('file.done', {
            deposits: format.number(bring.data.deposits),
            withdrawals: format.number(bring.data.withdrawals),
          })}
        {bring.data !== undefined &&
          bring.data.unreadableLines.length > 0 &&
          ` ${t('file.unreadable', { lines: bring.data.unreadableLines.slice(0, 20).join(', ') })}`}
      </Box>
      {bring.error !== null && (
        <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
          {problemText(t, bring.error)} {t('file.failed')}
        </Box>
      )}
    </Card>
  );
}
