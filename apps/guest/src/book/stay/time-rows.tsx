import { useState } from 'react';
import { useBooking } from '../booking-context.ts';
import { groupByDayPart, type TimeRow } from './free-times.ts';
import { RoomThumbnail } from './room-cards.tsx';
import { useChooseStay } from './use-choose-stay.ts';

interface TimeRowsProps {
  readonly rows: readonly TimeRow[];
  /** The business date. */
  readonly date: string;
}

/** The start times with the number of free rooms and the lowest price. A tap shows the rooms. */
export function TimeRows({ rows, date }: TimeRowsProps) {
  const { text, format } = useBooking();
  const [openStart, setOpenStart] = useState<string | null>(null);
  return (
    <>
      {groupByDayPart(rows, { hourOf: format.hour, isNextDay: (instant) => format.isNextDay(instant, date) }).map(
        ({ part, isNextDay, rows: ofPart }) => {
          const startDate = isNextDay ? format.date(format.dateOf(ofPart[0]?.startsAt ?? date)) : null;
          const title = startDate === null ? text(`times.${part}`) : `${startDate} · ${text(`times.${part}`)}`;
          return (
            <section key={title} aria-label={title}>
              <h3 className="part-title">{title}</h3>
              <ul className="plain">
                {ofPart.map((row) => (
                  <li key={row.startsAt} className="time-item" data-testid="time">
                    <StartButton
                      row={row}
                      startDate={startDate}
                      isOpen={openStart === row.startsAt}
                      onOpen={() => setOpenStart(openStart === row.startsAt ? null : row.startsAt)}
                    />
                    {openStart === row.startsAt && <RoomChoice row={row} />}
                  </li>
                ))}
              </ul>
            </section>
          );
        },
      )}
    </>
  );
}

interface StartButtonProps {
  readonly row: TimeRow;
  /** The date in words of a start after midnight, which the heading shows as well. */
  readonly startDate: string | null;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function StartButton({ row, startDate, isOpen, onOpen }: StartButtonProps) {
  const { text, format } = useBooking();
  const { startsAt, endsAt, rooms } = row;
  const [cheapest] = rooms;
  const choose = useChooseStay();
  const isOnly = rooms.length === 1;
  return (
    <button
      type="button"
      className="button time-row"
      aria-expanded={isOnly ? undefined : isOpen}
      onClick={() => (isOnly ? choose(row, cheapest.room.id) : onOpen())}
    >
      <span className="time-words">
        {startDate !== null && <span className="offscreen">{startDate} </span>}
        <span className="nowrap">{format.period(startsAt, endsAt)}</span>
      </span>
      <span className="time-facts">
        <span className="quiet">{isOnly ? cheapest.room.name : text('times.rooms', { count: rooms.length })}</span>{' '}
        <span className="nowrap">
          {isOnly
            ? format.price(cheapest.amount)
            : cheapest.amount === 0
              ? format.price(0)
              : text('times.from', { amount: format.won(cheapest.amount) })}
        </span>
      </span>
    </button>
  );
}

/** Any room, or one of the free ones. */
function RoomChoice({ row }: { readonly row: TimeRow }) {
  const { text, format } = useBooking();
  const choose = useChooseStay();
  const [cheapest] = row.rooms;
  return (
    <ul className="plain room-choice" data-testid="room-choice">
      <li>
        <button type="button" className="button room-row" onClick={() => choose(row, null)}>
          <span className="room-words">
            <strong>{text('room.any')}</strong>
            <span className="quiet">{text('room.any.about')}</span>
          </span>
          <span className="nowrap">{format.price(cheapest.amount)}</span>
        </button>
      </li>
      {row.rooms.map(({ room, amount }) => (
        <li key={room.id}>
          <button type="button" className="button room-row" onClick={() => choose(row, room.id)}>
            <RoomThumbnail room={room} />
            <span className="room-words">
              <strong>{room.name}</strong>
              <span className="quiet">{text('room.capacity', { count: room.capacity })}</span>
            </span>
            <span className="nowrap">{format.price(amount)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
