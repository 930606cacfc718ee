import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Alert from '@mui/material/Alert';
import { zonedDate } from '@munjigi/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { problemText } from '../../../api/problem-text.ts';
import { useProduct } from '../../../session/auth.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { ExportMenu } from '../../../ui/form/export-menu.tsx';
import { SelectInput } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useZone } from '../../../ui/time/zone.ts';
import { latestMonths } from '../../../ui/time/latest-months.ts';
import { datesOfMonth } from '../settlement-filter.ts';
import { useTaxCheck, useTaxInvoiceFile, useTaxSupplier, type TaxCheck } from '../settlement.api.ts';
import { useSettlementWords } from '../settlement-words.ts';
import { SUPPLIER_FORM_ID, TaxSupplierForm } from './tax-supplier-form.tsx';

interface TaxPapersProps {
  readonly canChange: boolean;
  /** Opens the representative and account of a store. */
  readonly onPayee: (storeId: string) => void;
}

/** Head office's data on tax invoices, and the invoices to be issued for a month. */
export function TaxPapers({ canChange, onPayee }: TaxPapersProps) {
  const { t } = useTranslation('settlement');
  const { data, error, refetch } = useTaxSupplier(useProduct());
  return (
    <>
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
                {[data.supplier.name, data.supplier.representative, data.supplier.businessNumber, data.supplier.address]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </Box>
            )
          )}
          <InvoicesOfMonth onPayee={onPayee} />
        </>
      )}
    </>
  );
}

const MONTHS = 12;

function InvoicesOfMonth({ onPayee }: Pick<TaxPapersProps, 'onPayee'>) {
  const { t, i18n } = useTranslation('settlement');
  const words = useSettlementWords();
  const product = useProduct();
  const zone = useZone();
  const [months] = useState(() => latestMonths(zonedDate(zone, new Date()), MONTHS));
  // Invoices to be issued by the 10th are those of the month before.
  const [month, setMonth] = useState(months[1] ?? '');
  const dates = datesOfMonth(month);
  const check = useTaxCheck(product, dates);
  const file = useTaxInvoiceFile(product, i18n.resolvedLanguage === 'en' ? 'en' : 'kr');
  return (
    <Box sx={{ display: 'grid', gap: 1.5, pt: 2, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('tax.file')}</Box>
      <Box sx={{ display: 'grid', gap: 2, alignItems: 'center', gridTemplateColumns: { xs: '1fr', sm: '1fr auto' } }}>
        <SelectInput
          label={t('tax.month')}
          value={month}
          options={months.map((value) => ({ value, label: words.month(value) }))}
          onChange={setMonth}
        />
        {check.data !== undefined && check.data.count > 0 && check.data.missing.length === 0 && (
          <ExportMenu
            title={t('tax.export')}
            isPending={file.isPending}
            onSave={(format) =>
              file.mutate({ ...dates, format }, { onError: (error) => toast.error(problemText(t, error)) })
            }
          />
        )}
      </Box>
      {check.error !== null && <ErrorState error={check.error} onRetry={() => void check.refetch()} />}
      {check.data !== undefined && <TaxCheckResult check={check.data} onPayee={onPayee} />}
    </Box>
  );
}

interface TaxCheckResultProps extends Pick<TaxPapersProps, 'onPayee'> {
  readonly check: TaxCheck;
}

/** How many invoices the file has, or what each party lacks and where it is entered (SL-33). */
function TaxCheckResult({ check: { count, missing }, onPayee }: TaxCheckResultProps) {
  const { t } = useTranslation('settlement');
  if (count === 0) return <Box sx={{ typography: 'body2' }}>{t('tax.nothing')}</Box>;
  if (missing.length === 0)
    return (
      <Box sx={{ typography: 'body2' }}>
        {t('tax.count', { n: count })} · {t('tax.ready')}
      </Box>
    );
  return (
    <Alert severity="warning" data-testid="tax-missing">
      <strong>{t('tax.missingTitle')}</strong>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {missing.map(({ party, storeId, storeName, fields }) => {
          const names = fields.map((field) => t(`tax.field.${field}`)).join(', ');
          return (
            <li key={storeId ?? party}>
              {storeId === null
                ? t('tax.missingSupplier', { fields: names })
                : t('tax.missingStore', { store: storeName, fields: names })}{' '}
              <WhereToFill storeId={storeId} fields={fields} onPayee={onPayee} />
            </li>
          );
        })}
      </Box>
    </Alert>
  );
}

type WhereToFillProps = Pick<TaxCheck['missing'][number], 'storeId' | 'fields'> & Pick<TaxPapersProps, 'onPayee'>;

function WhereToFill({ storeId, fields, onPayee }: WhereToFillProps) {
  const { t } = useTranslation('settlement');
  if (storeId === null) return <a href={`#${SUPPLIER_FORM_ID}`}>{t('tax.fillSupplier')}</a>;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1.5 }}>
      {fields.includes('representative') && (
        <button type="button" className="link" onClick={() => onPayee(storeId)}>
          {t('tax.fillPayee')}
        </button>
      )}
      {fields.some((field) => field !== 'representative') && (
        <Link to={`/dashboard/store?store=${storeId}&tab=basics`}>{t('tax.fillStore')}</Link>
      )}
    </Box>
  );
}
