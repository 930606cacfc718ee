/** Transfers to a store's own account: the relayed messages of the bank, and the reservations that they pay. */
export { depositRoutes } from './deposits.routes.ts';
export { sealedDeposits } from './sealed-tables.ts';
export { depositJobs } from './deposit-jobs.ts';
