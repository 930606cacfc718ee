import type { CalendarFeed } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../app/auth.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useRevokeFeed } from './calendar-feeds.api.ts';

interface RevokeFeedDialogProps {
  readonly feed: CalendarFeed;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks for confirmation before a feed is revoked. */
export function RevokeFeedDialog({ feed, name, onClose }: RevokeFeedDialogProps) {
  const { t } = useTranslation('calendar-feeds');
  const revoke = useRevokeFeed(useProduct());
  const confirm = () =>
    revoke.mutate(feed.id, {
      onSuccess: () => {
        toast.success(t('revoked'));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={t('revokeTitle', { name })}
      confirmLabel={t('revoke')}
      isDangerous
      isBusy={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onConfirm={confirm}
    >
      {t('revokeText')}
    </ConfirmDialog>
  );
}
