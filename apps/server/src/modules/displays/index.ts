/** The tablet at the door of a room: its token, and what it shows (DP-1 to DP-5). */
export { displayRoutes } from './displays.routes.ts';
