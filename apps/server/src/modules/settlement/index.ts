/**
 * Settlement terms of stores, periods and the statements computed from the ledger, tax invoices, and the postings of
 * closing and paying a period (decision 029).
 */
export { addAdjustment } from './adjust.ts';
export { closeStatement } from './close.ts';
export { recordPayout } from './pay.ts';
export { readPayee, savePayee } from './period/payees.ts';
export { settlementRoutes } from './settlement.routes.ts';
export { statementOf } from './statement.ts';
export { readOpenSettlement } from './period/settlements.sql.ts';
export { readSupplier, setSupplier } from './tax/tax-supplier.ts';
export { saveSettlementTerms } from './period/terms.ts';
