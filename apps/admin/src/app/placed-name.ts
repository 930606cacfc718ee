/**
 * The name of a door or device with its room, which distinguishes equal names; the name alone if it already contains
 * the room.
 */
export function placedName(name: string, roomName: string | null | undefined): string {
  return roomName === null || roomName === undefined || roomName === '' || name.includes(roomName)
    ? name
    : `${roomName} ${name}`;
}
