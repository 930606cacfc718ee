/** What was ever asked of doors and devices and what they told (DH-1), read by filter. Rows are written by `devices`. */
export { deviceHistoryRoutes } from './device-history.routes.ts';
