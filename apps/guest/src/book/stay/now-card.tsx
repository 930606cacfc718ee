import { useCallback, useEffect, useState } from 'react';
import type { BookingNow } from '@munjigi/contract';
import { useBooking } from '../booking-context.ts';
import { isPosterRoomGone } from '../booking-selection.ts';
import { listRoomTimes, type BookingRoom } from './free-times.ts';
import { useChooseStay } from './use-choose-stay.ts';
import { useRequest } from '../use-request.ts';

const REFETCH_MS = 60_000;
const FIRST_ROOMS = 2;
const FIRST_STARTS = 2;

interface PresentState {
  /** `null`: not known yet, or not for this number of people and this length. */
  readonly now: BookingNow | null;
  readonly isFailed: boolean;
}

interface NowCardProps extends PresentState {
  /** Nothing is shown below it. */
  readonly isAlone: boolean;
}

/**
 * What can begin now, as the first choice of the page (BK-14): the room of the QR code that the guest scanned, the other rooms
 * that are free at this minute, and the next starts, also those after midnight.
 */
export function NowCard({ now, isFailed, isAlone }: NowCardProps) {
  const { store, text, format, selection } = useBooking();
  const scanned = store.rooms.find(({ id }) => id === selection.posterRoomId);
  if (isFailed) return null;
  if (now === null) return <div className={`skeleton now-skeleton ${isAlone ? 'alone' : ''}`} />;
  return (
    <section className="card now-card" aria-labelledby="now-title" data-testid="now">
      <h3 id="now-title">{scanned === undefined ? text('now.title') : scanned.name}</h3>
      <p className="quiet">
        {scanned !== undefined && `${text('room.scanned')} · `}
        <span className="nowrap">{text('people.line', { count: now.headCount })}</span> ·{' '}
        <span className="nowrap">{format.length(now.minutes)}</span>
      </p>
      {isPosterRoomGone(store) && (
        <p className="waiting" data-testid="now-gone">
          {text('now.gone')}
        </p>
      )}
      {scanned !== undefined && <ScannedRoom room={scanned} now={now} />}
      <FreeRooms now={now} scannedId={scanned?.id ?? null} />
      <NextStarts now={now} />
    </section>
  );
}

/** The present state, read again every minute. After midnight of the store the whole page is read again. */
export function useFreeNow(): PresentState {
  const { api, format, selection, refreshStore } = useBooking();
  const { headCount, minutes } = selection;
  const send = useCallback(
    (abort: AbortController) => api.readNow({ headCount, minutes }, abort),
    [api, headCount, minutes],
  );
  const { value, problem, retry } = useRequest(send);
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && retry(), REFETCH_MS);
    return () => clearInterval(timer);
  }, [retry]);
  const now = value !== null && value.headCount === headCount && value.minutes === minutes ? value : null;
  const isNewDay = now !== null && format.dateOf(now.now) > format.today;
  useEffect(() => {
    if (isNewDay) refreshStore();
  }, [isNewDay, refreshStore]);
  return { now, isFailed: now === null && problem !== null };
}

interface NowProps {
  readonly now: BookingNow;
}

interface ScannedRoomProps extends NowProps {
  readonly room: BookingRoom;
}

/** Whether the room of the QR code is free now and until when, or when it can be booked next. */
function ScannedRoom({ room, now }: ScannedRoomProps) {
  const { text, format } = useBooking();
  const state = now.rooms.find(({ roomId }) => roomId === room.id);
  const index = now.rooms.findIndex(({ roomId }) => roomId === room.id);
  if (state === undefined) return <p className="waiting">{text('room.tooSmall', { count: now.headCount })}</p>;
  if (state.stay !== null)
    return (
      <>
        <p className="good" data-testid="now-free">
          {state.freeUntil === null
            ? text('now.free')
            : text('now.free.until', { time: format.moment(state.freeUntil, Date.parse(now.now)) })}
        </p>
        <StartNow room={room} stay={state.stay} today={now.today} isBig />
      </>
    );
  const next = now.next.find(({ amounts }) => (amounts[index] ?? null) !== null);
  return (
    <p className="waiting" data-testid="now-busy">
      {now.isOpen ? text('now.busy') : <ClosedWords now={now} />}
      {now.isOpen && next !== undefined && ` ${text('now.next', { time: format.near(next.startsAt) })}`}
    </p>
  );
}

interface StartNowProps {
  readonly room: BookingRoom;
  readonly stay: NonNullable<BookingNow['rooms'][number]['stay']>;
  readonly today: string;
  readonly isBig: boolean;
}

/** The button that starts a stay in a room at this minute. */
function StartNow({ room, stay, today, isBig }: StartNowProps) {
  const { text, format, change, goTo } = useBooking();
  const { startsAt, endsAt, amount } = stay;
  const choose = () => {
    change({ date: today, stay: { startsAt, endsAt, roomId: room.id, isAnyRoom: false, startsNow: true } });
    goTo('details');
  };
  if (isBig)
    return (
      <button type="button" className="button big" onClick={choose} data-testid="start-now">
        {text('now.start')} <span className="nowrap">{format.price(amount)}</span>
        <span className="now-period">{format.period(startsAt, endsAt)}</span>
      </button>
    );
  return (
    <button type="button" className="button room-row" onClick={choose}>
      <span className="room-words">
        <strong>{room.name}</strong>
        <span className="quiet">
          {text('now.start')} <span className="nowrap">{format.period(startsAt, endsAt)}</span>
        </span>
      </span>
      <span className="nowrap">{format.price(amount)}</span>
    </button>
  );
}

interface FreeRoomsProps extends NowProps {
  readonly scannedId: string | null;
}

/** The other rooms that are free at this minute: two, and the rest on a tap. With a free scanned room, on a tap. */
function FreeRooms({ now, scannedId }: FreeRoomsProps) {
  const { store, text } = useBooking();
  const [isOpen, setOpen] = useState(false);
  const free = store.rooms.flatMap((room) => {
    const stay = now.rooms.find(({ roomId }) => roomId === room.id)?.stay ?? null;
    return stay === null || room.id === scannedId ? [] : [{ room, stay }];
  });
  const isScannedFree = now.rooms.some(({ roomId, stay }) => roomId === scannedId && stay !== null);
  const first = isScannedFree ? 0 : FIRST_ROOMS;
  const shown = isOpen ? free : free.slice(0, first);
  return (
    <>
      {free.length === 0 && scannedId === null && (
        <p className="waiting">{now.isOpen ? text('now.none') : <ClosedWords now={now} />}</p>
      )}
      {shown.length > 0 && (
        <ul className="plain" aria-label={text('now.rooms')}>
          {shown.map(({ room, stay }) => (
            <li key={room.id} data-testid="now-room">
              <StartNow room={room} stay={stay} today={now.today} isBig={false} />
            </li>
          ))}
        </ul>
      )}
      {!isOpen && free.length > first && (
        <button type="button" className="button" onClick={() => setOpen(true)}>
          {text('now.more', { count: free.length - first })}
        </button>
      )}
    </>
  );
}

function ClosedWords({ now }: NowProps) {
  const { text, format } = useBooking();
  return now.opensAt === null ? text('now.closed') : text('now.closed.until', { time: format.near(now.opensAt) });
}

/** The next starts on the slot grid, so that tonight is offered after midnight as well. */
function NextStarts({ now }: NowProps) {
  const { store, text, format, selection } = useBooking();
  const choose = useChooseStay();
  const { posterRoomId } = selection;
  const dateOf = new Map(now.next.map(({ startsAt, date }) => [startsAt, date]));
  const items = now.next.map(({ startsAt, endsAt, amounts }) => ({ startsAt, endsAt, amounts }));
  const rows = listRoomTimes({ roomIds: now.rooms.map(({ roomId }) => roomId), items }, store.rooms);
  if (rows.length === 0) return null;
  return (
    <>
      <ul className="plain starts" aria-label={text('now.starts')}>
        {rows.slice(0, FIRST_STARTS).map((row) => {
          const scanned = row.rooms.find(({ room }) => room.id === posterRoomId);
          const onlyRoom = row.rooms.length === 1 ? row.rooms[0].room.id : null;
          return (
            <li key={row.startsAt}>
              <button
                type="button"
                className="button start"
                onClick={() => choose(row, scanned?.room.id ?? onlyRoom, dateOf.get(row.startsAt))}
                data-testid="next-start"
              >
                <span>{format.near(row.startsAt)}</span>{' '}
                <span className="quiet nowrap">{format.price((scanned ?? row.rooms[0]).amount)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {now.fromAmount !== null && now.fromAmount > 0 && (
        <p className="quiet now-from">{text('now.from', { amount: format.won(now.fromAmount) })}</p>
      )}
    </>
  );
}
