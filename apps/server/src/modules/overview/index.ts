/** The overview of stores (OV-1, OV-2), read from the tables of other modules. */
export { overviewRoutes } from './overview.routes.ts';
