/** Rooms of a store. */
export { roomRoutes } from './rooms.routes.ts';
export { encodePicture } from './pictures.ts';
export { listRoomsOf } from './rooms.sql.ts';
