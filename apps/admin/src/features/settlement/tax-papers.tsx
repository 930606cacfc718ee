import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Skeleton from '@mui/material/Skeleton';
import { addDays, zonedDate } from '@munjigi/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ExportMenu } from '../../ui/form/export-menu.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/toast.ts';
import { useZone } from '../../ui/zone.ts';
import { useTaxInvoiceFile, useTaxSupplier } from './settlement.api.ts';
import { TaxSupplierForm } from './tax-supplier-form.tsx';

/** Head office's data on tax invoices, and the invoices to be issued for a month. */
export function TaxPapers({ canChange, onDone }: { readonly canChange: boolean; readonly onDone: () => void }) {
  const { t } = useTranslation('settlement');
  const { data, error, refetch } = useTaxSupplier(useProduct());
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton variant="rounded" height={240} aria-busy="true" />}
        {data !== undefined && (
          <>
            <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('tax.text')}</Box>
            {data.supplier === null && !canChange && <Box sx={{ typography: 'body2' }}>{t('tax.none')}</Box>}
            {canChange ? (
              <TaxSupplierForm key={data.supplier?.version ?? 0} supplier={data.supplier} />
            ) : (
              data.supplier !== null && (
                <Box sx={{ typography: 'body2' }}>
                  {[
                    data.supplier.name,
                    data.supplier.representative,
                    data.supplier.businessNumber,
                    data.supplier.address,
                  ]
                    .filter((text) => text !== '')
                    .join(' · ')}
                </Box>
              )
            )}
            <InvoicesOfMonth />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onDone}>
          {t('common:close')}
        </Button>
      </DialogActions>
    </>
  );
}

const MONTHS = 12;

/** The latest first. */
function latestMonths(today: string): { from: string; to: string }[] {
  const months: { from: string; to: string }[] = [];
  for (let from = `${today.slice(0, 7)}-01`; months.length < MONTHS; from = `${addDays(from, -1).slice(0, 7)}-01`) {
    months.push({ from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) });
  }
  return months;
}

function InvoicesOfMonth() {
  const { t, i18n } = useTranslation('settlement');
  const zone = useZone();
  const [months] = useState(() => latestMonths(zonedDate(zone, new Date())));
  // Invoices to be issued by the 10th are those of the month before.
  const [from, setFrom] = useState(months[1]?.from ?? '');
  const [lng, code] = i18n.resolvedLanguage === 'en' ? (['en', 'en-US'] as const) : (['kr', 'ko-KR'] as const);
  const file = useTaxInvoiceFile(useProduct(), lng);
  const name = new Intl.DateTimeFormat(code, { timeZone: 'UTC', year: 'numeric', month: 'long' });
  const chosen = months.find((month) => month.from === from);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, pt: 2, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('tax.file')}</Box>
      <Box sx={{ display: 'grid', gap: 2, alignItems: 'center', gridTemplateColumns: { xs: '1fr', sm: '1fr auto' } }}>
        <SelectInput
          label={t('tax.month')}
          value={from}
          options={months.map((month) => ({
            value: month.from,
            label: name.format(new Date(`${month.from}T00:00:00Z`)),
          }))}
          onChange={setFrom}
        />
        <ExportMenu
          title={file.isPending ? t('tax.underWay') : t('tax.title')}
          formats={{ xlsx: t('file.xlsx'), csv: t('file.csv') }}
          isPending={file.isPending}
          onSave={(format) =>
            chosen !== undefined &&
            file.mutate({ ...chosen, format }, { onError: (error) => toast.error(problemText(t, error)) })
          }
        />
      </Box>
    </Box>
  );
}
