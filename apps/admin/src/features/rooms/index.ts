/** Rooms of a store. */
export { useRooms } from './rooms.api.ts';
