/** Transfers to a store's own account: what the bank says of them, relayed, and which reservations they pay. */
export { depositRoutes } from './deposits.routes.ts';
export { sealedDeposits } from './sealed-tables.ts';
export { depositJobs } from './work.ts';
