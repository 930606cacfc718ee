/**
 * Each store today beside the same weekday of last week, and its open work (OV-1, OV-2), read from other modules'
 * tables. It writes nothing.
 */
export { overviewRoutes } from './overview.routes.ts';
