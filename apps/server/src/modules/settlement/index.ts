/** Payouts of head office to stores (SL-4, NX-7): terms, periods and their statements, computed from the ledger. */
export { addAdjustment } from './adjust.ts';
export { closeStatement } from './close.ts';
export { recordPayout } from './pay.ts';
export { readPayee, savePayee } from './payees.ts';
export { settlementRoutes } from './settlement.routes.ts';
export { statementOf } from './statement.ts';
export { readOpenSettlement } from './settlements.sql.ts';
export { readSupplier, setSupplier } from './tax-supplier.ts';
export { saveSettlementTerms } from './terms.ts';
