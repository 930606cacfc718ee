import type { CalendarFeed } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
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
      {revoke.error !== null && (
        <Box role="alert" sx={{ color: 'error.main', mt: 1 }}>
          {problemText(t, revoke.error)}
        </Box>
      )}
    </ConfirmDialog>
  );
}
