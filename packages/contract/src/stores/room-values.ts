/** The present state of a room (RM-7); it comes from plans, sensors, doors and overruns together. */
export const ROOM_STATES = [
  'FREE',
  /** A guest is due and has not checked in. */
  'RESERVED',
  'IN_USE',
  /** A guest is checked in, but the sensor sees no person. */
  'SEEN_EMPTY',
  /** The stay is over, and its guest is packing. */
  'LEAVING',
  /** The guest is still inside after the end of the stay and the time for packing (NX-4). */
  'OVERRUN',
  /** The sensor sees a person, and no guest is checked in. */
  'OCCUPIED',
  /** The buffer after a reservation. */
  'CLEANING',
  /** A block or a closure. */
  'BLOCKED',
  'LOCKED_DOWN',
  'FIRE_RELEASED',
  /** Nothing takes the room, but its sensors are offline, or its door is open and no sensor sees the room. */
  'UNKNOWN',
  'ARCHIVED',
] as const;
export type RoomState = (typeof ROOM_STATES)[number];
