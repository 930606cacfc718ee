import { usePanelText } from '../panels/panel-texts.ts';
import type { GuestMoveOffer, GuestMoveTimes } from '@munjigi/contract';
import { useGuest } from '../guest-context.ts';
import type { Wish } from './use-move.ts';

interface TimeChoiceProps {
  readonly offer: GuestMoveOffer;
  readonly wish: Wish;
  readonly times: { readonly value: GuestMoveTimes | null; readonly fault: string; readonly retry: () => void };
  readonly onChoose: (part: Pick<Wish, 'roomId' | 'startsAt'>) => void;
}

interface Start {
  readonly startsAt: string;
  readonly roomId: string;
  readonly amount: number;
}

/** The free starts of a day with their prices, in the room of the stay, or in the cheapest other one. */
export function TimeChoice({ offer, wish, times: { value, fault, retry }, onChoose }: TimeChoiceProps) {
  const { page, format } = useGuest();
  const text = usePanelText();
  if (fault !== '')
    return (
      <>
        <p role="alert" className="bad">
          {fault}
        </p>
        <button type="button" className="button" onClick={retry}>
          {text('retry')}
        </button>
      </>
    );
  if (value === null) return <div className="skeleton skeleton-line" />;
  const starts = listStarts(value, wish.roomId).filter(
    ({ startsAt, roomId }) => !isSame(offer, wish, { startsAt, roomId }),
  );
  const names = new Map(offer.rooms.map(({ id, name }) => [id, name]));
  return (
    <>
      <RoomField offer={offer} value={value} wish={wish} onChoose={onChoose} />
      {starts.length === 0 && <p role="status">{text('moving.full')}</p>}
      <div role="group" aria-label={text('moving.time')} className="time-grid">
        {starts.map(({ startsAt, roomId, amount }) => (
          <button
            key={startsAt}
            type="button"
            className="button choice"
            aria-pressed={startsAt === wish.startsAt}
            onClick={() => onChoose({ startsAt, roomId })}
          >
            <span>
              {format.time(startsAt)}
              {roomId !== offer.stay.roomId && <span className="line quiet">{names.get(roomId)}</span>}
            </span>
            <span className="nowrap">{describeDifference(amount - page.reservation.priceAmount)}</span>
          </button>
        ))}
      </div>
    </>
  );

  function describeDifference(difference: number): string {
    if (difference === 0) return text('moving.same');
    return `${difference > 0 ? '+' : '−'}${format.won(Math.abs(difference))}`;
  }
}

function isSame(
  { stay }: GuestMoveOffer,
  { minutes, headCount }: Wish,
  { startsAt, roomId }: Pick<Start, 'startsAt' | 'roomId'>,
) {
  const isLength = Date.parse(stay.endsAt) - Date.parse(stay.startsAt) === minutes * 60_000;
  return (
    isLength &&
    stay.startsAt === startsAt &&
    stay.roomId === roomId &&
    stay.headCount === headCount &&
    stay.addOns.length === 0
  );
}

/** Every start once: in the room that is wished for, or in the cheapest free one. */
function listStarts({ roomIds, items }: GuestMoveTimes, roomId: string): Start[] {
  const wished = roomIds.indexOf(roomId);
  return items.flatMap(({ startsAt, amounts }) => {
    const free = amounts.flatMap((amount, index) => (amount === null ? [] : [{ amount, index }]));
    const best =
      free.find(({ index }) => index === wished) ?? [...free].sort((one, other) => one.amount - other.amount)[0];
    const bestRoomId = best && roomIds[best.index];
    return best && bestRoomId !== undefined ? [{ startsAt, roomId: bestRoomId, amount: best.amount }] : [];
  });
}

interface RoomFieldProps extends Pick<TimeChoiceProps, 'offer' | 'wish' | 'onChoose'> {
  readonly value: GuestMoveTimes;
}

function RoomField({ offer, value, wish, onChoose }: RoomFieldProps) {
  const text = usePanelText();
  const rooms = offer.rooms.filter(({ id }) => value.roomIds.includes(id));
  if (rooms.length < 2) return null;
  return (
    <label>
      {text('moving.room')}
      <select value={wish.roomId} onChange={({ target }) => onChoose({ roomId: target.value, startsAt: '' })}>
        {rooms.map(({ id, name }) => (
          <option key={id} value={id}>
            {id === offer.stay.roomId ? text('moving.presentRoom', { room: name }) : name}
          </option>
        ))}
      </select>
    </label>
  );
}
