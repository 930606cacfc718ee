/**
 * The name of a door or device with its room, which distinguishes equal names; the name alone if it already contains
 * the room.
 */
export function placedName(name: string, roomName: string | null | undefined): string {
  return roomName === null || roomName === undefined || roomName === '' || name.includes(roomName)
    ? name
    : `${roomName} ${name}`;
}

/** The name of a door or device where its room is the subject: without the room's name. */
export function nameInRoom(name: string, roomName: string): string {
  return name.replace(roomName, '').trim() || name;
}
