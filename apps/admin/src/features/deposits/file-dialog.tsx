import { DEPOSIT_COLUMNS, type DepositColumn } from '@munjigi/rules';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../session/auth.tsx';
import { problemsByPath } from '../../ui/form/field-errors.ts';
import { SelectInput } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { labelledCards } from '../../ui/list/labelled-cards.ts';
import { useImportBankFile, useBankFilePreview, type BankFilePreview } from './deposits.api.ts';

interface FileDialogProps {
  readonly storeId: string;
  readonly file: File;
  readonly onDone: (result: {
    readonly deposits: number;
    readonly withdrawals: number;
    readonly unreadable: readonly number[];
  }) => void;
  readonly onClose: () => void;
}

/** Shows what an import of the file would read, lets a person say what its columns hold, and imports it. */
export function FileDialog({ storeId, file, onDone, onClose }: FileDialogProps) {
  const { t } = useTranslation('deposits');
  const product = useProduct();
  const [chosen, setChosen] = useState<Readonly<Partial<Record<DepositColumn, number>>> | null>(null);
  const columns = chosen === null ? null : toQuery(chosen);
  const preview = useBankFilePreview(product, { storeId, file, columns });
  const bring = useImportBankFile(product, storeId);
  const { data } = preview;

  function choose(column: DepositColumn, picked: string): void {
    const next = { ...(chosen ?? data?.columns) };
    delete next[column];
    if (picked !== '') next[column] = Number(picked);
    setChosen(next);
  }

  return (
    <FormDialog
      title={t('file.previewTitle', { name: file.name })}
      submitLabel={t(bring.isPending ? 'file.sending' : 'file.import')}
      maxWidth="md"
      isBusy={bring.isPending || preview.isFetching}
      isDisabled={data === undefined || !data.isComplete || data.deposits + data.withdrawals === 0 || preview.isError}
      error={bring.error}
      onSubmit={() =>
        bring.mutate(
          { file, columns, headLine: data?.headLine ?? null },
          {
            onSuccess: ({ deposits, withdrawals, unreadableLines }) =>
              onDone({ deposits, withdrawals, unreadable: unreadableLines }),
          },
        )
      }
      onClose={onClose}
    >
      {preview.isError && <Alert severity="error">{fileFault(t, preview.error, chosen === null)}</Alert>}
      {data === undefined && !preview.isError && <Skeleton variant="rounded" height={200} aria-busy="true" />}
      {data !== undefined && (
        <>
          <FileSummary preview={data} />
          <ColumnChoice head={data.head} columns={chosen ?? data.columns} onChoose={choose} />
          {data.lines.length > 0 && <PreviewTable preview={data} />}
        </>
      )}
    </FormDialog>
  );
}

/** A file that no table can be read from says why; another one, which columns it needs. */
function fileFault(t: TFunction<'deposits'>, error: unknown, isFirst: boolean): string {
  const fault = isProblem(error) ? problemsByPath(t, error)['file'] : undefined;
  const isOld = isProblem(error) && error.errors?.some(({ code }) => code === 'old_excel') === true;
  if (isOld && fault !== undefined) return fault;
  return `${problemText(t, error)} ${t(isFirst ? 'file.failed' : 'file.columnsFailed')}`;
}

function toQuery(columns: Readonly<Partial<Record<DepositColumn, number>>>): string {
  return Object.entries(columns)
    .map(([column, at]) => `${column}:${at}`)
    .join(',');
}

function FileSummary({ preview }: { readonly preview: BankFilePreview }) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  if (!preview.isComplete) return <Alert severity="warning">{t('file.incomplete')}</Alert>;
  return (
    <Box role="status" sx={{ typography: 'body2' }}>
      {t('file.counts', {
        deposits: format.number(preview.deposits),
        withdrawals: format.number(preview.withdrawals),
      })}
      {preview.unreadableLines.length > 0 &&
        ` ${t('file.unreadable', { lines: preview.unreadableLines.slice(0, 20).join(', ') })}`}
      {preview.isRemembered && ` ${t('file.remembered')}`}
    </Box>
  );
}

interface ColumnChoiceProps {
  readonly head: readonly string[];
  readonly columns: Readonly<Partial<Record<DepositColumn, number>>>;
  readonly onChoose: (column: DepositColumn, picked: string) => void;
}

/** What each part of a movement is read from. */
function ColumnChoice({ head, columns, onChoose }: ColumnChoiceProps) {
  const { t } = useTranslation('deposits');
  const options = [
    { value: '', label: t('file.noColumn') },
    ...head.map((cell, at) => ({ value: String(at), label: cell === '' ? t('file.column', { n: at + 1 }) : cell })),
  ];
  return (
    <Box
      component="fieldset"
      sx={{
        border: 0,
        m: 0,
        p: 0,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      <Box component="legend" sx={{ p: 0, mb: 1.5, typography: 'subtitle2' }}>
        {t('file.columns')}
      </Box>
      {DEPOSIT_COLUMNS.map((column) => (
        <SelectInput
          key={column}
          label={t(`file.parts.${column}`)}
          value={columns[column] === undefined ? '' : String(columns[column])}
          onChange={(picked) => onChoose(column, picked)}
          options={options}
          size="small"
        />
      ))}
    </Box>
  );
}

/** The first lines as they would be imported. */
function PreviewTable({ preview: { lines } }: { readonly preview: BankFilePreview }) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  return (
    <Box sx={{ overflowX: { md: 'auto' } }} tabIndex={0} role="region" aria-label={t('file.firstLines')}>
      <Box
        component="table"
        sx={{
          width: 1,
          borderCollapse: 'collapse',
          typography: 'body2',
          fontVariantNumeric: 'tabular-nums',
          '& th, & td': { p: 0.75, textAlign: 'start', borderBottom: 1, borderColor: 'divider', whiteSpace: 'nowrap' },
          '& .amount': { textAlign: 'end' },
          ...labelledCards(true),
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('file.line')}</th>
            <th scope="col" className="amount">
              {t('file.parts.amount')}
            </th>
            <th scope="col">{t('file.parts.name')}</th>
            <th scope="col">{t('correct.kind')}</th>
            <th scope="col">{t('file.parts.date')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((row) => (
            <tr key={row.line}>
              <td data-label={t('file.line')}>{format.number(row.line)}</td>
              <td className="amount" data-label={t('file.parts.amount')}>
                {row.amount === null ? '–' : format.money(row.amount)}
              </td>
              <td data-label={t('file.parts.name')}>{row.depositorName ?? '–'}</td>
              <td data-label={t('correct.kind')}>
                {row.kind === null ? t('file.notAMovement') : t(`correct.kinds.${row.kind}`)}
              </td>
              <td data-label={t('file.parts.date')}>
                {row.at === null ? '–' : row.isDateOnly ? format.date(row.at) : format.dateTime(row.at)}
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
