import type { Room, RoomState, StoreOverview, UnpaidStay } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../ui/format.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { RoomOpener } from '../doors/index.ts';
import { RoomUnpaidLines } from '../messages/index.ts';
import { countRoomStates, ROOM_TONES, useDoubtCounts, useRoomStateWords } from '../rooms/index.ts';
import { sumFigures } from './figures.ts';
import { formatShare, useLocaleCode, useDayWord } from './store-figures.tsx';

/** A state's icon: no state is shown by its colour alone. */
const ICONS: Readonly<Record<RoomState, IconName>> = {
  FREE: 'check',
  RESERVED: 'reservation',
  IN_USE: 'person',
  SEEN_EMPTY: 'person',
  LEAVING: 'person',
  OVERRUN: 'warning',
  OCCUPIED: 'warning',
  CLEANING: 'history',
  BLOCKED: 'close',
  LOCKED_DOWN: 'error',
  FIRE_RELEASED: 'error',
  UNKNOWN: 'warning',
  ARCHIVED: 'close',
};

interface StoreNowProps {
  readonly store: { id: string; name: string };
  readonly rooms: readonly Room[];
  /** The store's figures of today, if it is one of several. */
  readonly overview: StoreOverview | undefined;
  /** Guests who have not paid, of these rooms and of others. */
  readonly unpaid: readonly UnpaidStay[];
}

/** A store's rooms with their current state, and the link to its board. */
export function StoreNow({ store, rooms, overview, unpaid }: StoreNowProps) {
  const { t } = useTranslation('overview');
  const countDoubts = useDoubtCounts();
  return (
    <section className="overview-store" aria-labelledby={`now-${store.id}`} data-testid="overview-store">
      <h2 id={`now-${store.id}`}>
        <Link to={`/dashboard/reservation?store=${store.id}`}>
          {store.name}
          <Icon name="chevron" size={16} />
        </Link>
      </h2>
      <p>
        {t('counts', countRoomStates(rooms))}
        {countDoubts(rooms)}
        {overview !== undefined && <Today overview={overview} />}
      </p>
      <ul className="overview-rooms">
        {rooms.map((room) => (
          <li key={room.id} className="overview-card" data-tone={ROOM_TONES[room.state]}>
            <RoomNow room={room} />
            <Unpaid stays={unpaid.filter(({ roomId }) => roomId === room.id)} />
            <RoomOpener room={room} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Today({ overview }: { readonly overview: StoreOverview }) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const code = useLocaleCode();
  const dayWord = useDayWord();
  const { netAmount, reservations, occupancy } = sumFigures([overview]);
  const share = occupancy === null ? t('figures.noTime') : formatShare(code, occupancy);
  return (
    <span data-testid="overview-today">
      {t('figures.ofStore', {
        day: dayWord(overview.today.date),
        sales: format.money(netAmount),
        count: reservations,
        occupancy: share,
      })}
    </span>
  );
}

/** The guests of a room who have not paid, with the link to pay (RM-21). */
function Unpaid({ stays }: { readonly stays: readonly UnpaidStay[] }) {
  return (
    <ErrorBoundary place="control">
      <RoomUnpaidLines stays={stays} />
    </ErrorBoundary>
  );
}

function RoomNow({ room }: { readonly room: Room }) {
  const { t } = useTranslation('overview');
  const words = useRoomStateWords();
  const format = useFormat();
  return (
    <Link
      className="overview-room"
      to={`/dashboard/room/${room.id}`}
      data-state={room.state}
      data-tone={ROOM_TONES[room.state]}
      data-testid="overview-room"
    >
      <span className="overview-name">{room.name}</span>
      <span className="overview-state">
        <Icon name={ICONS[room.state]} size={16} />
        {words(room)}
        {room.stateUntil !== null && ` ${t('until', { time: format.time(room.stateUntil) })}`}
      </span>
      <span className="overview-next">
        {room.nextGuestStartsAt === null ? t('noNext') : t('next', { time: whenNext(room.nextGuestStartsAt) })}
      </span>
    </Link>
  );

  /** A time of today is shown without its day. */
  function whenNext(at: string): string {
    return format.date(at) === format.date(new Date().toISOString()) ? format.time(at) : format.dateTime(at);
  }
}
