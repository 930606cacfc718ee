import type { StoreSummary } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { ActDialog } from '../../../ui/form/dialog/act-dialog.tsx';
import { useCloseStore } from './store-list.api.ts';

/** Asks for confirmation before a closed store is opened again. */
export function ReopenStoreDialog({ store, onDone }: { readonly store: StoreSummary; readonly onDone: () => void }) {
  const { t } = useTranslation('store-list');
  const reopen = useCloseStore(useProduct(), store);
  return (
    <ActDialog
      title={t('reopen.title', { store: store.name })}
      confirmLabel={t('reopen.action')}
      isDangerous={false}
      mutation={reopen}
      input={{ verb: 'reopen' }}
      doneText={t('reopen.done', { store: store.name })}
      onClose={onDone}
    >
      {t('reopen.text')}
    </ActDialog>
  );
}
