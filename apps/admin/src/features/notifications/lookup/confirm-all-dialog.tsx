import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { ConfirmDialog } from '../../../ui/form/dialog/confirm-dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import type { LookupFilter } from './lookup-filter.ts';
import { useConfirmableCount, useConfirmAll } from './lookup.api.ts';

interface ConfirmAllDialogProps {
  readonly filter: LookupFilter;
  /** The newest notification when the screen was read. */
  readonly upToId: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Confirms all shown notifications (NT-2). First says how many there are, and that newer ones stay. */
export function ConfirmAllDialog({ filter, upToId, onDone, onClose }: ConfirmAllDialogProps) {
  const { t } = useTranslation('notification-lookup');
  const product = useProduct();
  const count = useConfirmableCount(product, filter, upToId);
  const confirmAll = useConfirmAll(product);
  const error = confirmAll.error ?? count.error;
  const isNothing = count.data === 0;
  const run = () =>
    confirmAll.mutate(
      { filter, upToId },
      {
        onSuccess: ({ confirmed }) => {
          toast.success(t('confirm.done', { count: confirmed }));
          onDone();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('confirmAll.title')}
      confirmLabel={isNothing ? t('confirmAll.close') : t('confirmAll.confirm', { count: count.data ?? 0 })}
      isBusy={count.data === undefined || confirmAll.isPending}
      error={error}
      onConfirm={isNothing ? onClose : run}
      onClose={onClose}
    >
      <Box data-testid="confirm-all-count">
        {count.data === undefined && count.error === null && t('confirmAll.counting')}
        {count.data !== undefined && (isNothing ? t('confirmAll.none') : t('confirmAll.text', { count: count.data }))}
      </Box>
      {!isNothing && <Box sx={{ mt: 1, color: 'text.secondary' }}>{t('confirmAll.later')}</Box>}
    </ConfirmDialog>
  );
}
