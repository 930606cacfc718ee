import type { StoreSummary } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useCloseStore } from './store-list.api.ts';

/** Asks for confirmation before a closed store is opened again. */
export function ReopenStoreDialog({ store, onDone }: { readonly store: StoreSummary; readonly onDone: () => void }) {
  const { t } = useTranslation('store-list');
  const reopen = useCloseStore(useProduct(), store);
  const now = () =>
    reopen.mutate(
      { verb: 'reopen' },
      {
        onSuccess: () => {
          toast.success(t('reopen.done', { store: store.name }));
          onDone();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('reopen.title', { store: store.name })}
      confirmLabel={t('reopen.action')}
      isBusy={reopen.isPending}
      error={reopen.error}
      onConfirm={now}
      onClose={onDone}
    >
      {t('reopen.text')}
    </ConfirmDialog>
  );
}
