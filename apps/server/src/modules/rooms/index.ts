/** Rooms of a store. */
export { roomRoutes } from './rooms.routes.ts';
