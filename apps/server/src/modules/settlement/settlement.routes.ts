import {
  adjustSettlement,
  closeSettlement,
  commentOnSettlement,
  exportSettlement,
  exportTaxInvoices,
  getSettlement,
  getTaxSupplier,
  listSettlementEntries,
  listSettlements,
  listSettlementTerms,
  paySettlement,
  setSettlementTerms,
  setTaxSupplier,
  shareSettlement,
} from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { route, routeFile, type Route } from '../../http/index.ts';
import { addAdjustment } from './adjust.ts';
import { closeStatement } from './close.ts';
import { addComment } from './comment.ts';
import { entriesOf } from './entries.ts';
import { listMatchingSettlements } from './list.ts';
import { recordPayout } from './pay.ts';
import { statementFile } from './statement-file.ts';
import { statementOf } from './statement.ts';
import { taxInvoiceFile } from './tax-invoice-file.ts';
import { readSupplier, setSupplier } from './tax-supplier.ts';
import { listTerms, saveSettlementTerms } from './terms.ts';
import { shareVersion } from './versions.ts';

export function settlementRoutes({ db, clock }: { readonly db: Database; readonly clock: Clock }): Route[] {
  return [
    route(listSettlements, ({ tx, work, query }) => listMatchingSettlements(tx, work.clock, query)),
    route(listSettlementTerms, ({ tx, query }) => listTerms(tx, query)),
    route(setSettlementTerms, ({ work, body }) => saveSettlementTerms(work, body)),
    route(getTaxSupplier, ({ tx }) => readSupplier(tx)),
    route(setTaxSupplier, ({ work, body }) => setSupplier(work, body)),
    routeFile(exportTaxInvoices, ({ actor, query }) => taxInvoiceFile(db, clock, actor, query)),
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
