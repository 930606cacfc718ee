/**
 * Bank transfers to a store's own account: relays and bank files that report them, and their matching with
 * reservations, automatic only when it is certain (decision 031).
 */
export { depositRoutes } from './deposits.routes.ts';
export { sealedDeposits } from './sealed-tables.ts';
export { depositJobs } from './deposit-jobs.ts';
