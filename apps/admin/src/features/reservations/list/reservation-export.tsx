import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/problem-text.ts';
import { useProduct } from '../../../app/auth.tsx';
import { ExportMenu } from '../../../ui/form/export-menu.tsx';
import { toast } from '../../../ui/toast.ts';
import type { ListFilter } from './list-filter.ts';
import { useReservationExport } from './list.api.ts';

/** Exports all rows of the filter as a file, guests masked (RV-4). */
export function ReservationExport({ filter }: { readonly filter: ListFilter }) {
  const { t, i18n } = useTranslation('reservations');
  const file = useReservationExport(useProduct(), filter, i18n.resolvedLanguage === 'en' ? 'en' : 'kr');
  return (
    <ExportMenu
      title={file.isPending ? t('list.exporting') : t('list.export')}
      formats={{ xlsx: t('list.format.xlsx'), csv: t('list.format.csv') }}
      isPending={file.isPending}
      onSave={(format) => file.mutate(format, { onError: (error) => toast.error(problemText(t, error)) })}
    />
  );
}
