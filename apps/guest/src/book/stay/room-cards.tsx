import { useState } from 'react';
import { langOfName, StoreText } from '../../shared/store-text.tsx';
import { useBooking } from '../booking-context.ts';
import { isEarlierStay } from '../booking-selection.ts';
import type { BookingRoom, TimeRow } from './free-times.ts';
import { useChooseStay } from './use-choose-stay.ts';

interface RoomCardsProps {
  readonly rows: readonly TimeRow[];
  /** The business date. */
  readonly date: string;
}

/** The rooms that are large enough, with what they offer and their free start times. */
export function RoomCards({ rows, date }: RoomCardsProps) {
  const { store, text, selection } = useBooking();
  const { headCount, posterRoomId } = selection;
  const suitable = store.rooms
    .filter(({ capacity }) => capacity >= headCount)
    .sort((a, b) => Number(b.id === posterRoomId) - Number(a.id === posterRoomId));
  return (
    <>
      {suitable.length < store.rooms.length && <p className="quiet">{text('room.tooSmall', { count: headCount })}</p>}
      {suitable.map((room) => (
        <RoomCard
          key={room.id}
          room={room}
          isChosen={room.id === posterRoomId}
          date={date}
          rows={rows.filter(({ rooms }) => rooms.some((free) => free.room.id === room.id))}
        />
      ))}
    </>
  );
}

interface RoomCardProps extends RoomCardsProps {
  readonly room: BookingRoom;
  /** The guest scanned the poster of this room. */
  readonly isChosen: boolean;
}

function RoomCard({ room, isChosen, rows, date }: RoomCardProps) {
  const { language, text, format } = useBooking();
  const choose = useChooseStay();
  return (
    <section
      className={isChosen ? 'card room-card chosen' : 'card room-card'}
      aria-labelledby={`room-${room.id}`}
      aria-current={isChosen ? 'true' : undefined}
      data-testid="room-card"
    >
      <RoomPhotos room={room} />
      <h3 id={`room-${room.id}`} lang={langOfName(room.name)}>
        {room.name}
      </h3>
      <p className="quiet">{text('room.capacity', { count: room.capacity })}</p>
      {isChosen && <p className="quiet">{text(isEarlierStay() ? 'room.before' : 'room.scanned')}</p>}
      <StoreText language={language} mark={text('written.other')} ko={room.description} en={room.descriptionEn} />
      {room.amenities.length > 0 && (
        <ul className="tags">
          {room.amenities.map((amenity) => (
            <li key={amenity} lang={langOfName(amenity)}>
              {amenity}
            </li>
          ))}
        </ul>
      )}
      {rows.length === 0 ? (
        <p className="waiting">{text('room.full')}</p>
      ) : (
        <ul className="plain starts" aria-label={text('room.start', { room: room.name })}>
          {rows.map((row) => (
            <li key={row.startsAt}>
              <button type="button" className="button start" onClick={() => choose(row, room.id)}>
                <span>{format.timeOf(row.startsAt, date)}</span>{' '}
                <span className="quiet nowrap">
                  {format.price(row.rooms.find((free) => free.room.id === room.id)?.amount ?? 0)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The first photo, and the others on a tap: a slow connection loads what the guest looks at. */
function RoomPhotos({ room }: { readonly room: BookingRoom }) {
  const { text, api } = useBooking();
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? room.photos : room.photos.slice(0, 1);
  return (
    <>
      {shown.map(({ id, width, height }, index) => (
        <div key={id} className="photo">
          <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />
          <img
            src={api.photoAddress(id)}
            loading="lazy"
            alt={text('room.photo', { room: room.name, number: index + 1 })}
          />
        </div>
      ))}
      {!isOpen && room.photos.length > 1 && (
        <button type="button" className="button small" onClick={() => setOpen(true)}>
          {text('room.photos', { count: room.photos.length - 1 })}
        </button>
      )}
    </>
  );
}

/** A small photo beside the name of a room. Nothing without one. */
export function RoomThumbnail({ room }: { readonly room: BookingRoom }) {
  const { api } = useBooking();
  const [photo] = room.photos;
  return photo === undefined ? null : (
    <img className="thumbnail" src={api.photoAddress(photo.id)} loading="lazy" alt="" />
  );
}
