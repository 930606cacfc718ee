import type { CalendarFeed, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { toast } from '../../ui/toast.ts';
import type { NamedRoom } from './named-room.ts';
import { StoreGlyph } from './icons.tsx';
import { NewFeedDialog } from './new-feed-dialog.tsx';
import { useFeeds, useRevokeFeed } from './stores.api.ts';

/** Calendar feeds (RV-8): who has the address reads the calendar, until it is revoked. */
export function FeedsSection({ store, rooms }: { readonly store: Store; readonly rooms: readonly NamedRoom[] }) {
  const { t } = useTranslation('stores');
  const format = useFormat();
  const feeds = useFeeds(useProduct(), store.id);
  const [isAdding, setIsAdding] = useState(false);
  const [revoking, setRevoking] = useState<CalendarFeed | null>(null);
  const nameOf = ({ roomId }: CalendarFeed) => (roomId === null ? t('feeds.wholeStore') : (rooms.find((room) => room.id === roomId)?.name ?? t('closures.archivedRoom')));
  return (
    <Box component="section" aria-label={t('tab.feeds')} sx={{ display: 'grid', gap: 1.5, maxWidth: 880 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', justifyContent: 'space-between' }}>
        <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '60ch' }}>{t('feeds.text')}</Box>
        <Button variant="contained" startIcon={<StoreGlyph name="add" />} onClick={() => setIsAdding(true)}>{t('feeds.add')}</Button>
      </Box>
      {feeds.data === undefined && feeds.isError && <ErrorState error={feeds.error} onRetry={() => void feeds.refetch()} />}
      {feeds.data === undefined && !feeds.isError && <Skeleton variant="rounded" height={64} aria-busy="true" />}
      {feeds.data?.items.length === 0 && <EmptyState icon="reservation" title={t('feeds.emptyTitle')} text={t('feeds.emptyText')} />}
      {feeds.data !== undefined && feeds.data.items.length > 0 && (
        <Card component="ul" variant="outlined" sx={{ '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
          {feeds.data.items.map((feed) => (
            <Box component="li" key={feed.id} data-testid="feed" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', p: 1.5 }}>
              <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
                <Box sx={{ fontWeight: 600 }}>{nameOf(feed)}</Box>
                <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
                  {t('feeds.made', { when: format.dateTime(feed.createdAt) })} · {feed.lastReadAt === null ? t('feeds.neverRead') : t('feeds.read', { when: format.relative(feed.lastReadAt) })}
                </Box>
              </Box>
              <Button size="small" color="error" variant="outlined" onClick={() => setRevoking(feed)} aria-label={t('feeds.revoke_named', { name: nameOf(feed) })}>{t('feeds.revoke')}</Button>
            </Box>
          ))}
        </Card>
      )}
      {isAdding && <NewFeedDialog store={store} rooms={rooms} onClose={() => setIsAdding(false)} />}
      {revoking !== null && <RevokeDialog store={store} feed={revoking} name={nameOf(revoking)} onClose={() => setRevoking(null)} />}
    </Box>
  );
}

interface RevokeDialogProps {
  readonly store: Store;
  readonly feed: CalendarFeed;
  readonly name: string;
  readonly onClose: () => void;
}

function RevokeDialog({ store, feed, name, onClose }: RevokeDialogProps) {
  const { t } = useTranslation('stores');
  const revoke = useRevokeFeed(useProduct(), store.id);
  const confirm = () => revoke.mutate(feed.id, {
    onSuccess: () => {
      toast.success(t('feeds.revoked'));
      onClose();
    },
  });
  return (
    <ConfirmDialog title={t('feeds.revokeTitle', { name })} confirmLabel={t('feeds.revoke')} isDangerous isBusy={revoke.isPending} onClose={onClose} onConfirm={confirm}>
      {t('feeds.revokeText')}
      {revoke.error !== null && <Box role="alert" sx={{ color: 'error.main', mt: 1 }}>{problemText(t, revoke.error)}</Box>}
    </ConfirmDialog>
  );
}
