/** The tablet at the door of a room: its link, and the times that it shows (DP-1 to DP-5, decision 081). */
export { displayRoutes } from './displays.routes.ts';
