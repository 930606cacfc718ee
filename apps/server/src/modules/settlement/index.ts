/** Payouts of head office to stores (SL-4, NX-7): terms, periods and their statements, computed from the ledger. */
export { addAdjustment } from './adjust.ts';
export { closeStatement } from './close.ts';
export { recordPayout } from './pay.ts';
export { readPayee, savePayee } from './period/payees.ts';
export { settlementRoutes } from './settlement.routes.ts';
export { statementOf } from './statement.ts';
export { readOpenSettlement } from './period/settlements.sql.ts';
export { readSupplier, setSupplier } from './tax/tax-supplier.ts';
export { saveSettlementTerms } from './period/terms.ts';
