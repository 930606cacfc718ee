/** Sales (SL-1, SL-2), read from the sums that are kept with the ledger. */
export { salesRoutes } from './sales.routes.ts';
