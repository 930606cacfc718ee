import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useRef, useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { FileDialog } from './file-dialog.tsx';

/** Brings a bank's file: a preview first, then the import with the numbers of the lines that could not be used. */
export function FileSection({ storeId }: { readonly storeId: string }) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  const [file, setFile] = useState<File | null>(null);
  const [done, setDone] = useState<Parameters<Parameters<typeof FileDialog>[0]['onDone']>[0] | null>(null);
  const input = useRef<HTMLInputElement>(null);

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const [picked] = event.target.files ?? [];
    setFile(picked ?? null);
    setDone(null);
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
        accept=".csv,.txt,.tsv,.xlsx,.xls,.htm,.html,text/csv,text/plain"
        hidden
        onChange={choose}
        data-testid="deposit-file"
      />
      <Box>
        <Button variant="outlined" color="inherit" onClick={() => input.current?.click()}>
          {t('file.choose')}
        </Button>
      </Box>
      <Box role="status" sx={{ typography: 'body2' }}>
        {done !== null &&
          t('file.done', { deposits: format.number(done.deposits), withdrawals: format.number(done.withdrawals) })}
        {done !== null &&
          done.unreadable.length > 0 &&
          ` ${t('file.unreadable', { lines: done.unreadable.slice(0, 20).join(', ') })}`}
      </Box>
      {file !== null && (
        <FileDialog
          storeId={storeId}
          file={file}
          onDone={(result) => {
            setDone(result);
            setFile(null);
          }}
          onClose={() => setFile(null)}
        />
      )}
    </Card>
  );
}
