import type { CalendarFeed } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../app/auth.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { toast } from '../../ui/toast.ts';
import { useRevokeFeed } from './stores.api.ts';

interface RevokeFeedDialogProps {
  readonly feed: CalendarFeed;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks for confirmation before a feed is revoked. */
export function RevokeFeedDialog({ feed, name, onClose }: RevokeFeedDialogProps) {
  const { t } = useTranslation('stores');
  const revoke = useRevokeFeed(useProduct());
  const confirm = () =>
    revoke.mutate(feed.id, {
      onSuccess: () => {
        toast.success(t('feeds.revoked'));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={t('feeds.revokeTitle', { name })}
      confirmLabel={t('feeds.revoke')}
      isDangerous
      isBusy={revoke.isPending}
      onClose={onClose}
      onConfirm={confirm}
    >
      {t('feeds.revokeText')}
      <ProblemAlert error={revoke.error} sx={{ mt: 1 }} />
    </ConfirmDialog>
  );
}
