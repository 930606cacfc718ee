/** Rooms of a store. */
export { roomRoutes } from './rooms.routes.ts';
export { listRoomsOf } from './rooms.sql.ts';
