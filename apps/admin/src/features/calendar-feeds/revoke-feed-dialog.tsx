import type { CalendarFeed } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ActDialog } from '../../ui/form/dialog/act-dialog.tsx';
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
  return (
    <ActDialog
      title={t('revokeTitle', { name })}
      confirmLabel={t('revoke')}
      doneText={t('revoked')}
      mutation={revoke}
      input={feed.id}
      onClose={onClose}
    >
      {t('revokeText')}
    </ActDialog>
  );
}
