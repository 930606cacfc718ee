import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { ExportMenu } from '../../ui/form/export-menu.tsx';
import { toast } from '../../ui/toast.ts';
import type { SalesFilter } from './sales-filter.ts';
import { useSalesExport } from './sales.api.ts';

/** Exports every payment and refund of the filter as a file (SL-1). */
export function SalesExport({ filter }: { readonly filter: SalesFilter }) {
  const { t, i18n } = useTranslation('sales');
  const file = useSalesExport(useProduct(), filter, i18n.resolvedLanguage === 'en' ? 'en' : 'kr');
  return (
    <ExportMenu
      title={file.isPending ? t('export.underWay') : t('export.title')}
      formats={{ xlsx: t('export.xlsx'), csv: t('export.csv') }}
      isPending={file.isPending}
      onSave={(format) => file.mutate(format, { onError: (error) => toast.error(problemText(t, error)) })}
    />
  );
}
