/** What was sold (SL-1, SL-2), read from the sums that the ledger keeps of itself. */
export { salesRoutes } from './sales.routes.ts';
