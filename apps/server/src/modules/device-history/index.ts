/** The history of commands and reports of doors and devices (DH-1), read by filter. `devices` writes the rows. */
export { deviceHistoryRoutes } from './device-history.routes.ts';
