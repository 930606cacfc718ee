import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { ExportMenu } from '../../ui/form/export-menu.tsx';
import { toast } from '../../ui/toast.ts';
import { useHistoryExport } from './device-history.api.ts';
import type { HistoryFilter } from './history-filter.ts';

/** Exports all rows of the filter as a file (DH-1). */
export function HistoryExport({ filter }: { readonly filter: HistoryFilter }) {
  const { t, i18n } = useTranslation('devices');
  const file = useHistoryExport(useProduct(), filter, i18n.resolvedLanguage === 'en' ? 'en' : 'kr');
  return (
    <ExportMenu
      title={file.isPending ? t('export.underWay') : t('export.title')}
      formats={{ xlsx: t('export.xlsx'), csv: t('export.csv') }}
      isPending={file.isPending}
      onSave={(format) => file.mutate(format, { onError: (error) => toast.error(problemText(t, error)) })}
    />
  );
}
