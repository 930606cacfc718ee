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
import { adjust } from './adjust.ts';
import { close } from './close.ts';
import { comment } from './comment.ts';
import { entriesOf } from './entries.ts';
import { list } from './list.ts';
import { pay } from './pay.ts';
import { statementFile } from './statement-file.ts';
import { statementOf } from './statement.ts';
import { taxInvoiceFile } from './tax-invoice-file.ts';
import { readSupplier, setSupplier } from './tax-supplier.ts';
import { listTerms, setTerms } from './terms.ts';
import { share } from './versions.ts';

export function settlementRoutes({ db, clock }: { readonly db: Database; readonly clock: Clock }): Route[] {
  return [
    route(listSettlements, ({ tx, query }) => list(tx, clock, query)),
    route(listSettlementTerms, ({ tx, query }) => listTerms(tx, query)),
    route(setSettlementTerms, ({ work, body }) => setTerms(work, body)),
    route(getTaxSupplier, ({ tx }) => readSupplier(tx)),
    route(setTaxSupplier, ({ work, body }) => setSupplier(work, body)),
    routeFile(exportTaxInvoices, ({ actor, query }) => taxInvoiceFile(db, clock, actor, query)),
    route(getSettlement, ({ tx, params }) => statementOf(tx, clock, params.settlementId)),
    route(listSettlementEntries, ({ tx, params, query }) => entriesOf(tx, params.settlementId, query)),
    route(shareSettlement, ({ work, params }) => share(work, params.settlementId)),
    route(commentOnSettlement, ({ work, params, body }) => comment(work, params.settlementId, body)),
    route(adjustSettlement, ({ work, params, body }) => adjust(work, params.settlementId, body)),
    route(closeSettlement, ({ work, params, body }) => close(work, params.settlementId, body)),
    route(paySettlement, ({ work, params, body }) => pay(work, params.settlementId, body)),
    routeFile(exportSettlement, ({ actor, params, query }) =>
      statementFile({ db, clock }, actor, params.settlementId, query),
    ),
  ];
}
