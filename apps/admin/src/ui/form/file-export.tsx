import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { toast } from '../toast/toast.ts';
import { ExportMenu, type ExportFormat } from './export-menu.tsx';

interface FileExportProps {
  /** The mutation that reads and saves the file. */
  readonly file: {
    readonly isPending: boolean;
    readonly mutate: (
      format: ExportFormat,
      options: { readonly onError: (error: Error) => void; readonly onSuccess: () => void },
    ) => void;
  };
  readonly onSaved?: () => void;
}

/** Exports all rows of a filter as a file. */
export function FileExport({ file, onSaved }: FileExportProps) {
  const { t } = useTranslation();
  return (
    <ExportMenu
      isPending={file.isPending}
      onSave={(format) =>
        file.mutate(format, {
          onError: (error) => toast.error(problemText(t, error)),
          onSuccess: () => onSaved?.(),
        })
      }
    />
  );
}
