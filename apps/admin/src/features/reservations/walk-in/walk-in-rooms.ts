import type { Room } from '@munjigi/contract';
import { walkInOffers, type BookingHours } from '../create/slot-times.ts';

/** The rooms that nothing contradicts come first: in another one a person may be inside (RM-7). */
export function putFreeRoomsFirst<Item extends Pick<Room, 'state'>>(rooms: readonly Item[]): readonly Item[] {
  return rooms.toSorted((a, b) => Number(a.state !== 'FREE') - Number(b.state !== 'FREE'));
}

type RoomNow = Pick<Room, 'isBookable' | 'nextStartsAt'>;

/**
 * The possible periods of a walk-in in a room, including the cleaning after it; the shortest first. An estimate from
 * cached data; the server decides.
 */
export function findWalkInOffers(
  store: BookingHours & { readonly bufferMinutes: number },
  room: RoomNow,
  startsAt: string,
): readonly { startsAt: string; endsAt: string }[] {
  if (!room.isBookable) return [];
  const freeUntil =
    room.nextStartsAt === null
      ? null
      : new Date(Date.parse(room.nextStartsAt) - store.bufferMinutes * 60_000).toISOString();
  return walkInOffers(store, startsAt, freeUntil);
}
