import type { Reservation, Room, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { businessDateOf } from '@munjigi/rules';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProduct } from '../../app/auth.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { useStore } from '../stores/index.ts';
import { useNow } from './now.ts';
import { presentAndNext } from './room-day.ts';
import { RoomDayBar, RoomDayList, wordsOf } from './room-day-bar.tsx';
import { useStoreDay } from './rooms.api.ts';

/** A room's business day: who is in, who is next, and all of it as a bar and as a list. */
export function RoomToday({ room }: { readonly room: Room }) {
  const store = useStore(useProduct(), room.storeId);
  if (store.data === undefined) return store.isError ? <ErrorState error={store.error} onRetry={() => void store.refetch()} /> : <Skeleton variant="rounded" height={220} aria-busy="true" />;
  return <Today room={room} store={store.data} />;
}

function Today({ room, store }: { readonly room: Room; readonly store: Store }) {
  const { t } = useTranslation('rooms');
  const now = useNow();
  const day = useStoreDay(useProduct(), room.storeId, businessDateOf(store, new Date(now)));
  if (day.data === undefined) return day.isError ? <ErrorState error={day.error} onRetry={() => void day.refetch()} /> : <Skeleton variant="rounded" height={220} aria-busy="true" />;
  const { present, next } = presentAndNext(day.data.rooms.find((it) => it.room.id === room.id)?.reservations ?? [], now);
  return (
    <Card variant="outlined" component="section" aria-labelledby="room-today" sx={{ p: 2, display: 'grid', gap: 2 }}>
      <Box component="h2" id="room-today" sx={{ typography: 'h6', m: 0 }}>{t('today.title')}</Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Who label={t('today.present')} none={t('today.nobody')} reservation={present} storeId={store.id} />
        <Who label={t('today.next')} none={t('noNext')} reservation={next} storeId={store.id} />
      </Box>
      <RoomDayBar day={day.data} roomId={room.id} now={now} />
      <RoomDayList day={day.data} roomId={room.id} />
    </Card>
  );
}

interface WhoProps {
  readonly label: string;
  readonly none: string;
  readonly reservation: Reservation | null;
  readonly storeId: string;
}

function Who({ label, none, reservation, storeId }: WhoProps) {
  const { t } = useTranslation('rooms');
  const format = useFormat();
  return (
    <Box sx={{ p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{label}</Box>
      {reservation === null
        ? <Box sx={{ typography: 'body2' }}>{none}</Box>
        : (
          <>
            <Box sx={{ fontWeight: 600 }}>{wordsOf(reservation, t)}</Box>
            <Box sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {format.time(reservation.startsAt)}–{format.time(reservation.endsAt)}{' · '}
              <Link to={`/dashboard/reservation?store=${storeId}&reservation=${reservation.id}`}>{reservation.code}</Link>
            </Box>
          </>
        )}
    </Box>
  );
}
