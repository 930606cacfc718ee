import type { CalendarFeed, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { FORM_WIDTH } from '../../ui/page-layout.ts';
import { useRooms } from '../rooms/index.ts';
import { StoreIcon } from '../stores/index.ts';
import { useFeeds } from './calendar-feeds.api.ts';
import { FeedList } from './feed-list.tsx';
import { NewFeedDialog } from './new-feed-dialog.tsx';
import { RevokeFeedDialog } from './revoke-feed-dialog.tsx';

interface StoreFeedsSectionProps {
  readonly store: Store;
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
}

/** The calendar feeds of one store (RV-8): every person with the address can read the calendar until it is revoked. */
export function StoreFeedsSection({ store, rooms }: StoreFeedsSectionProps) {
  const { t } = useTranslation('calendar-feeds');
  const [isAdding, setIsAdding] = useState(false);
  const nameOf = ({ roomId }: CalendarFeed) =>
    roomId === null ? t('wholeStore') : (rooms.find((room) => room.id === roomId)?.name ?? t('archivedRoom'));
  return (
    <Box component="section" aria-label={t('title')} sx={{ display: 'grid', gap: 1.5, maxWidth: FORM_WIDTH }}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', justifyContent: 'space-between' }}
      >
        <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '60ch' }}>{t('text')}</Box>
        <Button variant="contained" startIcon={<StoreIcon name="add" />} onClick={() => setIsAdding(true)}>
          {t('add')}
        </Button>
      </Box>
      <Feeds storeId={store.id} nameOf={nameOf} />
      {isAdding && <NewFeedDialog storeId={store.id} rooms={rooms} onClose={() => setIsAdding(false)} />}
    </Box>
  );
}

/** The calendar feeds of all stores (RV-8), or of the chosen one. */
export function CalendarFeedsSection() {
  const { t } = useTranslation('calendar-feeds');
  const can = useCan();
  const { storeId, stores } = useStoreChoice();
  const rooms = useRooms(useProduct(), storeId);
  const [isAdding, setIsAdding] = useState(false);
  const nameOf = (feed: CalendarFeed) => {
    const room = rooms.data?.items.find(({ id }) => id === feed.roomId)?.name ?? t('archivedRoom');
    return t('named', {
      store: stores.find((store) => store.id === feed.storeId)?.name ?? '',
      what: feed.roomId === null ? t('wholeStore') : room,
    });
  };
  return (
    <Box component="section" aria-label={t('title')} sx={{ display: 'grid', gap: 1.5 }}>
      <SectionHead title={t('title')} text={t('text')}>
        {can('stores:write') && (
          <Button variant="contained" onClick={() => setIsAdding(true)}>
            {t('add')}
          </Button>
        )}
      </SectionHead>
      <Feeds storeId={storeId} nameOf={nameOf} isWaiting={rooms.isPending} />
      {isAdding && <NewFeed initial={storeId} onClose={() => setIsAdding(false)} />}
    </Box>
  );
}

interface FeedsProps {
  readonly storeId: string | null;
  readonly nameOf: (feed: CalendarFeed) => string;
  /** Whether the names of the rooms are still loading. */
  readonly isWaiting?: boolean;
}

/** The list of feeds with its states, and the dialog that revokes one. */
function Feeds({ storeId, nameOf, isWaiting = false }: FeedsProps) {
  const { t } = useTranslation('calendar-feeds');
  const mayWrite = useCan()('stores:write');
  const feeds = useFeeds(useProduct(), storeId);
  const [revoking, setRevoking] = useState<CalendarFeed | null>(null);
  if (feeds.data === undefined && feeds.isError)
    return <ErrorState error={feeds.error} onRetry={() => void feeds.refetch()} />;
  if (feeds.data === undefined || isWaiting) return <Skeleton variant="rounded" height={72} aria-busy="true" />;
  return (
    <>
      {feeds.data.items.length === 0 ? (
        <EmptyState icon="reservation" title={t('emptyTitle')} text={t(mayWrite ? 'emptyText' : 'readOnly')} />
      ) : (
        <FeedList feeds={feeds.data.items} nameOf={nameOf} onRevoke={mayWrite ? setRevoking : undefined} />
      )}
      {revoking !== null && (
        <RevokeFeedDialog feed={revoking} name={nameOf(revoking)} onClose={() => setRevoking(null)} />
      )}
    </>
  );
}

/** Chooses the store first, then the room. */
function NewFeed({ initial, onClose }: { readonly initial: string | null; readonly onClose: () => void }) {
  const { t } = useTranslation('calendar-feeds');
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
          label={t('store')}
          value={storeId ?? ''}
          onChange={(id) => setStoreId(id === '' ? null : id)}
          options={[
            { value: '', label: t('choose') },
            ...stores.map((store) => ({ value: store.id, label: store.name })),
          ]}
        />
      }
    />
  );
}
