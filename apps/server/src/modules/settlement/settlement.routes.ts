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
    route(setSettlementTerms, ({ tx, actor, body }) => setTerms(tx, clock, actor, body)),
    route(getTaxSupplier, ({ tx }) => readSupplier(tx)),
    route(setTaxSupplier, ({ tx, actor, body }) => setSupplier(tx, clock, actor, body)),
    routeFile(exportTaxInvoices, ({ actor, query }) => taxInvoiceFile(db, clock, actor, query)),
    route(getSettlement, ({ tx, params }) => statementOf(tx, clock, params.settlementId)),
    route(listSettlementEntries, ({ tx, params, query }) => entriesOf(tx, params.settlementId, query)),
    route(shareSettlement, ({ tx, actor, params }) => share(tx, clock, actor, params.settlementId)),
    route(commentOnSettlement, ({ tx, actor, params, body }) => comment(tx, clock, actor, params.settlementId, body)),
    route(adjustSettlement, ({ tx, actor, params, body }) => adjust(tx, clock, actor, params.settlementId, body)),
    route(closeSettlement, ({ tx, actor, params, body }) => close(tx, clock, actor, params.settlementId, body)),
    route(paySettlement, ({ tx, actor, params, body }) => pay(tx, clock, actor, params.settlementId, body)),
    routeFile(exportSettlement, ({ actor, params, query }) =>
      statementFile(db, clock, actor, params.settlementId, query),
    ),
  ];
}
