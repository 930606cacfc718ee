import type { CalendarFeed, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../app/auth.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import type { NamedRoom } from './named-room.ts';
import { FeedList } from './feed-list.tsx';
import { StoreIcon } from './store-icon.tsx';
import { NewFeedDialog } from './new-feed-dialog.tsx';
import { RevokeFeedDialog } from './revoke-feed-dialog.tsx';
import { useFeeds } from './stores.api.ts';

/** Calendar feeds (RV-8): every person with the address can read the calendar until the feed is revoked. */
export function FeedsSection({ store, rooms }: { readonly store: Store; readonly rooms: readonly NamedRoom[] }) {
  const { t } = useTranslation('stores');
  const feeds = useFeeds(useProduct(), store.id);
  const [isAdding, setIsAdding] = useState(false);
  const [revoking, setRevoking] = useState<CalendarFeed | null>(null);
  const nameOf = ({ roomId }: CalendarFeed) =>
    roomId === null
      ? t('feeds.wholeStore')
      : (rooms.find((room) => room.id === roomId)?.name ?? t('closures.archivedRoom'));
  return (
    <Box component="section" aria-label={t('tab.feeds')} sx={{ display: 'grid', gap: 1.5, maxWidth: 880 }}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', justifyContent: 'space-between' }}
      >
        <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '60ch' }}>{t('feeds.text')}</Box>
        <Button variant="contained" startIcon={<StoreIcon name="add" />} onClick={() => setIsAdding(true)}>
          {t('feeds.add')}
        </Button>
      </Box>
      {feeds.data === undefined && feeds.isError && (
        <ErrorState error={feeds.error} onRetry={() => void feeds.refetch()} />
      )}
      {feeds.data === undefined && !feeds.isError && <Skeleton variant="rounded" height={64} aria-busy="true" />}
      {feeds.data?.items.length === 0 && (
        <EmptyState icon="reservation" title={t('feeds.emptyTitle')} text={t('feeds.emptyText')} />
      )}
      {feeds.data !== undefined && feeds.data.items.length > 0 && (
        <FeedList feeds={feeds.data.items} nameOf={nameOf} onRevoke={setRevoking} />
      )}
      {isAdding && <NewFeedDialog storeId={store.id} rooms={rooms} onClose={() => setIsAdding(false)} />}
      {revoking !== null && (
        <RevokeFeedDialog feed={revoking} name={nameOf(revoking)} onClose={() => setRevoking(null)} />
      )}
    </Box>
  );
}
