import {
  actOnSettlements,
  adjustSettlement,
  checkTaxInvoices,
  closeSettlement,
  commentOnSettlement,
  exportSettlement,
  exportTaxInvoices,
  getSettlement,
  getTaxSupplier,
  listSettlementEntries,
  listSettlementPayees,
  listSettlements,
  listSettlementTerms,
  paySettlement,
  readAppliedTerms,
  readMonthlyPayouts,
  setSettlementPayee,
  setSettlementTerms,
  setTaxSupplier,
  shareSettlement,
} from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { route, routeFile, routeInSteps, type Route } from '../../http/index.ts';
import { addAdjustment } from './adjust.ts';
import { readTermsInForce } from './applied-terms.ts';
import { actOnSeveral } from './bulk.ts';
import { closeStatement } from './close.ts';
import { addComment } from './comment.ts';
import { entriesOf } from './entries.ts';
import { listMatchingSettlements } from './list.ts';
import { sumPayoutsByMonth } from './monthly-payouts.ts';
import { recordPayout } from './pay.ts';
import { listPayees, savePayee } from './period/payees.ts';
import { statementFile } from './statement-file.ts';
import { statementOf } from './statement.ts';
import { checkInvoices } from './tax/tax-check.ts';
import { taxInvoiceFile } from './tax/tax-invoice-file.ts';
import { readSupplier, setSupplier } from './tax/tax-supplier.ts';
import { listTerms, saveSettlementTerms } from './period/terms.ts';
import { shareVersion } from './versions.ts';

export function settlementRoutes({ db, clock }: { readonly db: Database; readonly clock: Clock }): Route[] {
  return [
    route(listSettlements, ({ tx, work, query }) => listMatchingSettlements(tx, work.clock, query)),
    route(listSettlementTerms, ({ tx, query }) => listTerms(tx, query)),
    route(setSettlementTerms, ({ work, body }) => saveSettlementTerms(work, body)),
    route(getTaxSupplier, ({ tx }) => readSupplier(tx)),
    route(setTaxSupplier, ({ work, body }) => setSupplier(work, body)),
    routeFile(exportTaxInvoices, ({ actor, query }) => taxInvoiceFile(db, clock, actor, query)),
    route(checkTaxInvoices, ({ tx, query }) => checkInvoices(tx, query)),
    route(listSettlementPayees, ({ tx, query }) => listPayees(tx, query)),
    route(setSettlementPayee, ({ work, body }) => savePayee(work, body)),
    route(readAppliedTerms, ({ tx, work, query }) => readTermsInForce(tx, work.clock, query.storeId)),
    route(readMonthlyPayouts, ({ tx, work, query }) => sumPayoutsByMonth(tx, work.clock, query)),
    routeInSteps(actOnSettlements, ({ actor, body, log }) => actOnSeveral({ db, clock }, { actor, body, log })),
    route(getSettlement, ({ tx, work, params }) => statementOf(tx, work.clock, params.settlementId)),
    route(listSettlementEntries, ({ tx, params, query }) => entriesOf(tx, params.settlementId, query)),
    route(shareSettlement, ({ work, params }) => shareVersion(work, params.settlementId)),
    route(commentOnSettlement, ({ work, params, body }) => addComment(work, params.settlementId, body)),
    route(adjustSettlement, ({ work, params, body }) => addAdjustment(work, params.settlementId, body)),
    route(closeSettlement, ({ work, params, body }) => closeStatement(work, params.settlementId, body)),
    route(paySettlement, ({ work, params, body }) => recordPayout(work, params.settlementId, body)),
    routeFile(exportSettlement, ({ actor, params, query }) =>
      statementFile({ db, clock }, actor, params.settlementId, query),
    ),
  ];
}
