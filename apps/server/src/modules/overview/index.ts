/** How stores stand today (OV-1, OV-2), read from what other modules keep. */
export { overviewRoutes } from './overview.routes.ts';
