/** Rooms of a store. */
export { useRooms } from './rooms.api.ts';
export { countRoomStates, ROOM_TONES, useDoubtCounts, useRoomStateWords } from './room-words.ts';
export { createStateChanges } from './state-changes.ts';
