import type { Room } from '@munjigi/contract';
import { walkInOffers, type Hours } from '../create/slot-times.ts';

type RoomNow = Pick<Room, 'state' | 'stateUntil' | 'nextStartsAt' | 'archivedAt'>;

/** The periods in which a walk-in can have the room, the cleaning after it included; the shortest first. A guess by what is known; the server decides. */
export function offersOf(store: Hours & { readonly bufferMinutes: number }, room: RoomNow, startsAt: string): readonly { startsAt: string; endsAt: string }[] {
  if (room.archivedAt !== null || room.state !== 'FREE') return [];
  const freeUntil = room.nextStartsAt === null ? null : new Date(Date.parse(room.nextStartsAt) - store.bufferMinutes * 60_000).toISOString();
  return walkInOffers(store, startsAt, freeUntil);
}
