import type { Room } from '@munjigi/contract';

/** Can a walk-in have the room for this time, the cleaning after it included? A guess by what is known; the server decides. */
export function isFreeFor(room: Pick<Room, 'state' | 'nextStartsAt' | 'archivedAt'>, period: { endsAt: string }, bufferMinutes: number): boolean {
  if (room.archivedAt !== null || room.state !== 'FREE') return false;
  return room.nextStartsAt === null || Date.parse(room.nextStartsAt) >= Date.parse(period.endsAt) + bufferMinutes * 60_000;
}
