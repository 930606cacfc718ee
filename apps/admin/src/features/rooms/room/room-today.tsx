import type { DailyReservations, Reservation, Room, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { businessDateOf } from '@munjigi/rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProduct } from '../../../session/auth.tsx';
import { TWO_COLUMNS } from '../../../ui/form/layouts.ts';
import { Unread } from '../../../ui/form/unread.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useStore } from '../../stores/index.ts';
import { SectionCard } from '../../../ui/section-head.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { findClosure, findNextGuest } from './room-day.ts';
import { closureWords, RoomDayBar, RoomDayList, describeReservation } from './room-day-bar.tsx';
import { formatNear } from '../room-state.tsx';
import { useRoomStateWords } from '../room-words.ts';
import { useStoreDay } from '../rooms.api.ts';

/** A room's business day: the current and the next guest, and the whole day as a bar and as a list. */
export function RoomToday({ room }: { readonly room: Room }) {
  const store = useStore(useProduct(), room.storeId);
  if (store.data === undefined) return <Unread query={store} height={220} />;
  return <Today room={room} store={store.data} />;
}

function Today({ room, store }: { readonly room: Room; readonly store: Store }) {
  const { t } = useTranslation('rooms');
  const format = useFormat();
  const now = useNow();
  const day = useStoreDay(useProduct(), room.storeId, businessDateOf(store, new Date(now)));
  if (day.data === undefined) return <Unread query={day} height={220} />;
  const ofRoom = day.data.rooms.find((item) => item.room.id === room.id) ?? { reservations: [], closures: [] };
  const next = findNextGuest(ofRoom.reservations, now);
  return (
    <SectionCard id="room-today" title={t('today.title')} gap={2}>
      <Box sx={TWO_COLUMNS}>
        <Fact label={t('today.present')}>
          <Present room={room} day={ofRoom} now={now} />
          {room.overrun !== null && Date.parse(room.overrun.reportedFrom) <= now && (
            <Box role="alert" sx={{ color: 'warning.main' }}>
              {t('today.overrun', { time: format.time(room.overrun.since) })}
            </Box>
          )}
        </Fact>
        <Fact label={t('today.next')}>
          {/* A guest of a later business day is not in the list below. */}
          {next === null ? (
            room.nextGuestStartsAt === null ? (
              t('noNext')
            ) : (
              formatNear(room.nextGuestStartsAt, format)
            )
          ) : (
            <Stay reservation={next} storeId={store.id} />
          )}
        </Fact>
      </Box>
      <RoomDayBar day={day.data} roomId={room.id} now={now} />
      <RoomDayList day={day.data} roomId={room.id} />
    </SectionCard>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Box sx={{ p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1, typography: 'body2' }}>
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{label}</Box>
      {children}
    </Box>
  );
}

interface PresentProps {
  readonly room: Room;
  readonly day: Pick<DailyReservations['rooms'][number], 'reservations' | 'closures'>;
  readonly now: number;
}

/** The state of the room, what it comes from, and what its sensor says. */
function Present({ room, day, now }: PresentProps) {
  const { t } = useTranslation('rooms');
  const format = useFormat();
  const words = useRoomStateWords();
  const stay = day.reservations.find(({ id }) => id === room.presentReservationId);
  const closure = stay === undefined && room.state === 'BLOCKED' ? findClosure(day, now) : null;
  return (
    <>
      <Box sx={{ typography: 'body1', fontWeight: 600 }}>{words(room)}</Box>
      {stay !== undefined && <Stay reservation={stay} storeId={room.storeId} />}
      {closure !== null && (
        <Box>
          {closureWords(closure, t)} · {t('until', { time: formatNear(closure.endsAt, format) })}
        </Box>
      )}
      {stay === undefined && closure === null && room.stateUntil !== null && (
        <Box>{t('until', { time: formatNear(room.stateUntil, format) })}</Box>
      )}
      {room.presence !== null && (
        <Box sx={{ color: 'text.secondary' }} data-testid="room-presence">
          {t(`today.presence.${room.presence}`)}
        </Box>
      )}
    </>
  );
}

function Stay({ reservation, storeId }: { readonly reservation: Reservation; readonly storeId: string }) {
  const { t } = useTranslation('rooms');
  const format = useFormat();
  return (
    <>
      {reservation.kind === 'GUEST' && <Box>{describeReservation(reservation, t)}</Box>}
      <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {format.time(reservation.startsAt)}–{format.time(reservation.endsAt)}
        {' · '}
        <Link to={`/dashboard/reservation?store=${storeId}&reservation=${reservation.id}`}>{reservation.code}</Link>
      </Box>
    </>
  );
}
