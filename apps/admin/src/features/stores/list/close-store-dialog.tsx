import type { StoreSummary } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { problemText } from '../../../api/problem-text.ts';
import { useProduct } from '../../../session/auth.tsx';
import { ReasonDialog } from '../../../ui/form/dialog/reason-dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { StrandedDialog } from '../stranded-dialog.tsx';
import { useCloseStore } from './store-list.api.ts';

/** Closes a store for good, with a reason; lists the future reservations that prevent it (ST-2). */
export function CloseStoreDialog({ store, onDone }: { readonly store: StoreSummary; readonly onDone: () => void }) {
  const { t } = useTranslation('store-list');
  const close = useCloseStore(useProduct(), store);
  const problem = isProblem(close.error) ? close.error : null;
  if (problem?.code === 'WOULD_STRAND') {
    return (
      <StrandedDialog
        items={problem.stranded ?? []}
        count={problem.strandedCount ?? 0}
        storeId={store.id}
        text={t('close.stranded', { store: store.name })}
        onClose={onDone}
      />
    );
  }
  const now = (reason: string) =>
    close.mutate(
      { verb: 'close', reason },
      {
        onSuccess: () => {
          toast.success(t('close.done', { store: store.name }));
          onDone();
        },
      },
    );
  return (
    <ReasonDialog
      title={t('close.title', { store: store.name })}
      label={t('close.reason')}
      hint={t('close.hint')}
      confirmLabel={t('close.action')}
      maxLength={200}
      isBusy={close.isPending}
      failure={close.error === null ? null : problemText(t, close.error)}
      onReason={now}
      onClose={onDone}
    >
      {t('close.text')}
    </ReasonDialog>
  );
}
