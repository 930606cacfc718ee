/** What head office pays out to stores (SL-4, NX-7): terms, periods and their statements, worked out of the ledger. */
export { adjust } from './adjust.ts';
export { close } from './close.ts';
export { pay } from './pay.ts';
export { settlementRoutes } from './settlement.routes.ts';
export { readOpenSettlement } from './settlements.sql.ts';
export { setTerms } from './terms.ts';
