/**
 * Reading the sums that the ledger maintains (decision 027) by period, day, hour, room, store, method and channel; the
 * export. It writes nothing.
 */
export { salesRoutes } from './sales.routes.ts';
