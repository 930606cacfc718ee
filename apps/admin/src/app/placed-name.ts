/** A door or device with its room, so that equal names can be told apart; the name alone where it says the room already. */
export function placedName(name: string, roomName: string | null | undefined): string {
  return roomName === null || roomName === undefined || roomName === '' || name.includes(roomName) ? name : `${roomName} ${name}`;
}
