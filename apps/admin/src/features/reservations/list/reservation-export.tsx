import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { FileExport } from '../../../ui/form/file-export.tsx';
import type { ListFilter } from './list-filter.ts';
import { useReservationExport } from './list.api.ts';

/** Exports all rows of the filter as a file, guests masked (RV-4). */
export function ReservationExport({ filter }: { readonly filter: ListFilter }) {
  const { i18n } = useTranslation();
  const file = useReservationExport(useProduct(), filter, i18n.resolvedLanguage === 'en' ? 'en' : 'kr');
  return <FileExport file={file} />;
}
