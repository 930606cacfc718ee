/** Rooms, their parts and their photos. */
export { roomRoutes } from './rooms.routes.ts';
export { encodePicture } from './pictures.ts';
export { PEOPLE_CLASSES } from './room-facts.sql.ts';
export { findRoom, listRoomsOf } from './rooms.sql.ts';
