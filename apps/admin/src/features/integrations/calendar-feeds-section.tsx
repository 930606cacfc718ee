import type { CalendarFeed } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../app/auth.tsx';
import { useStoreChoice } from '../../app/store-choice.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { useRooms } from '../rooms/index.ts';
import { FeedList, NewFeedDialog, RevokeFeedDialog, useFeeds } from '../stores/index.ts';
import { SectionHead } from './section-head.tsx';

/** Calendar feeds of all stores (RV-8), or of the chosen one. */
export function CalendarFeedsSection() {
  const { t } = useTranslation(['integrations', 'stores']);
  const can = useCan();
  const product = useProduct();
  const { storeId, stores } = useStoreChoice();
  const feeds = useFeeds(product, storeId);
  const rooms = useRooms(product, storeId);
  const [isAdding, setIsAdding] = useState(false);
  const [revoking, setRevoking] = useState<CalendarFeed | null>(null);
  const mayWrite = can('stores:write');
  const nameOf = (feed: CalendarFeed) => {
    const room = rooms.data?.items.find(({ id }) => id === feed.roomId)?.name ?? t('feeds.unknownRoom');
    return t('feeds.named', {
      store: stores.find((store) => store.id === feed.storeId)?.name ?? '',
      what: feed.roomId === null ? t('stores:feeds.wholeStore') : room,
    });
  };
  const isReady = feeds.data !== undefined && (rooms.data !== undefined || rooms.isError);
  return (
    <Box component="section" aria-label={t('feeds.title')} sx={{ display: 'grid', gap: 1.5 }}>
      <SectionHead title={t('feeds.title')} text={t('stores:feeds.text')}>
        {mayWrite && (
          <Button variant="contained" onClick={() => setIsAdding(true)}>
            {t('stores:feeds.add')}
          </Button>
        )}
      </SectionHead>
      {feeds.data === undefined && feeds.isError && (
        <ErrorState error={feeds.error} onRetry={() => void feeds.refetch()} />
      )}
      {!isReady && !feeds.isError && <Skeleton variant="rounded" height={72} aria-busy="true" />}
      {isReady && feeds.data.items.length === 0 && (
        <EmptyState
          icon="reservation"
          title={t('stores:feeds.emptyTitle')}
          text={t(mayWrite ? 'stores:feeds.emptyText' : 'feeds.readOnly')}
        />
      )}
      {isReady && feeds.data.items.length > 0 && (
        <FeedList feeds={feeds.data.items} nameOf={nameOf} onRevoke={mayWrite ? setRevoking : undefined} />
      )}
      {isAdding && <NewFeed initial={storeId} onClose={() => setIsAdding(false)} />}
      {revoking !== null && (
        <RevokeFeedDialog feed={revoking} name={nameOf(revoking)} onClose={() => setRevoking(null)} />
      )}
    </Box>
  );
}

/** Chooses the store first, then the room. */
function NewFeed({ initial, onClose }: { readonly initial: string | null; readonly onClose: () => void }) {
  const { t } = useTranslation('integrations');
  const { stores } = useStoreChoice();
  const [storeId, setStoreId] = useState(initial);
  const rooms = useRooms(useProduct(), storeId, { isEnabled: storeId !== null });
  return (
    <NewFeedDialog
      storeId={storeId}
      rooms={storeId === null ? [] : (rooms.data?.items ?? [])}
      onClose={onClose}
      storeField={
        <SelectInput
          label={t('feeds.store')}
          value={storeId ?? ''}
          onChange={(id) => setStoreId(id === '' ? null : id)}
          options={[
            { value: '', label: t('feeds.choose') },
            ...stores.map((store) => ({ value: store.id, label: store.name })),
          ]}
        />
      }
    />
  );
}
