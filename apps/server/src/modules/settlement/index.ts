/** Payouts of head office to stores (SL-4, NX-7): terms, periods and their statements, computed from the ledger. */
export { adjust } from './adjust.ts';
export { close } from './close.ts';
export { pay } from './pay.ts';
export { settlementRoutes } from './settlement.routes.ts';
export { readOpenSettlement } from './settlements.sql.ts';
export { setTerms } from './terms.ts';
