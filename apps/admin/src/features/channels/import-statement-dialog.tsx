import type { ChannelStatement } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { DateField } from '../../ui/form/time/date-field.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { useBusinessToday } from '../../ui/time/use-business-today.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useApiKeys } from './api-keys.api.ts';
import { useImportStatement } from './statements.api.ts';

interface ImportStatementDialogProps {
  readonly onClose: () => void;
  readonly onImported: (statement: ChannelStatement) => void;
}

/** Imports the statement of a channel for a period; the last month is suggested. */
export function ImportStatementDialog({ onClose, onImported }: ImportStatementDialogProps) {
  const { t } = useTranslation('channels');
  const product = useProduct();
  const read = useApiKeys(product, true).data?.items;
  const keys = read ?? [];
  const upload = useImportStatement(product);
  const [period, setPeriod] = useState(lastMonthBefore(useBusinessToday()));
  const [keyId, setKeyId] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const apiKeyId = keyId === '' ? (keys[0]?.id ?? '') : keyId;
  const isReady = apiKeyId !== '' && period.from !== '' && period.to !== '' && file !== null;

  function submit(): void {
    if (!isReady || file === null) return;
    upload.mutate(
      { apiKeyId, ...period, file },
      {
        onSuccess: ({ statement, unreadableLines }) => {
          if (unreadableLines.length > 0)
            toast.error(t('statement.unreadable', { lines: unreadableLines.slice(0, 20).join(', ') }));
          else toast.success(t('statement.done'));
          onImported(statement);
        },
      },
    );
  }

  return (
    <FormDialog
      title={t('statement.import')}
      submitLabel={t(upload.isPending ? 'statement.sending' : 'statement.import')}
      isBusy={upload.isPending}
      isDisabled={!isReady}
      error={upload.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectInput
        label={t('statement.channel')}
        value={apiKeyId}
        onChange={setKeyId}
        hint={read?.length === 0 ? t('statement.noChannel') : undefined}
        options={keys.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <DateField
        label={t('statement.from')}
        value={period.from}
        onChange={(from) => setPeriod({ ...period, from })}
        max={period.to === '' ? undefined : period.to}
      />
      <DateField
        label={t('statement.to')}
        value={period.to}
        onChange={(to) => setPeriod({ ...period, to })}
        min={period.from === '' ? undefined : period.from}
      />
      <FileChoice file={file} onChoose={setFile} />
    </FormDialog>
  );
}

function FileChoice({ file, onChoose }: { readonly file: File | null; readonly onChoose: (file: File) => void }) {
  const { t } = useTranslation('channels');
  const input = useRef<HTMLInputElement>(null);
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', typography: 'body2' }}>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.xlsx,.xls,text/csv,text/plain"
        hidden
        data-testid="statement-file"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen !== undefined) onChoose(chosen);
        }}
      />
      <Button variant="outlined" color="inherit" onClick={() => input.current?.click()}>
        {t('statement.choose')}
      </Button>
      <Box sx={{ overflowWrap: 'anywhere' }}>{file === null ? t('statement.noFile') : file.name}</Box>
      <Box sx={{ color: 'text.secondary' }}>{t('statement.columns')}</Box>
    </Box>
  );
}

/** The first and the last day of the month before a date. */
function lastMonthBefore(date: string): { from: string; to: string } {
  const first = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  const last = new Date(first.getTime() - 24 * 3600_000).toISOString().slice(0, 10);
  return { from: `${last.slice(0, 7)}-01`, to: last };
}
