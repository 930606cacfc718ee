import type { Door, Room } from '@munjigi/contract';

/**
 * The doors of a room, and the doors without a room on the way to it, each sorted by name; a joined room has the doors
 * of its parts.
 */
export function findRoomDoors(
  doors: readonly Door[],
  { id, partRoomIds }: Pick<Room, 'id' | 'partRoomIds'>,
): { readonly own: readonly Door[]; readonly street: readonly Door[] } {
  const sorted = [...doors].sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  return {
    own: sorted.filter((door) => door.roomId !== null && (door.roomId === id || partRoomIds.includes(door.roomId))),
    street: sorted.filter((door) => door.roomId === null),
  };
}
