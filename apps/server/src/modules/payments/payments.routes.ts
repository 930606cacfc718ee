import {
  getPayment,
  listOwedRefunds,
  listPayments,
  listUnpaidStays,
  markRefundSent,
  readWaterfall,
  recordPayment,
  refundPayment,
  revealRefundAccount,
  reversePayment,
} from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { refundAlone, reverseAlone } from './refunds/refund-approval.ts';
import { listMatchingPayments } from './payment/list.ts';
import { markOwedRefundSent, revealAccount } from './refunds/owed-refund.ts';
import { findOwedRefunds } from './refunds/owed-refunds.sql.ts';
import { toPayment } from './payment/payment-row.ts';
import { readPayment } from './payment/payments.sql.ts';
import { recordManualPayment } from './ledger/record.ts';
import type { ProviderDeps } from './provider/payment-lookup.ts';
import type { RefundDeps } from './refunds/refund.ts';
import { findUnpaidStays } from './payment/unpaid-stays.sql.ts';
import { computeWaterfall } from './ledger/waterfall.ts';
import { payoutRoutes } from './payouts/payouts.routes.ts';

export function paymentRoutes(deps: RefundDeps & Pick<ProviderDeps, 'db' | 'clock'>): Route[] {
  return [
    route(listPayments, ({ tx, query }) => listMatchingPayments(tx, query)),
    route(readWaterfall, ({ tx, query }) => computeWaterfall(tx, query)),
    route(listOwedRefunds, ({ tx, work, query }) => findOwedRefunds(tx, query, work.clock.now())),
    route(listUnpaidStays, async ({ tx, work, query }) => ({
      items: await findUnpaidStays(tx, work.clock.now(), query.storeId),
    })),
    route(getPayment, async ({ tx, params }) => toPayment(await readPayment(tx, params.paymentId))),
    route(recordPayment, ({ work, body }) => recordManualPayment(work, body)),
    route(refundPayment, ({ work, params, body }) => refundAlone(deps, work, params.paymentId, body)),
    route(markRefundSent, ({ work, params, body }) => markOwedRefundSent(work, params.refundId, body)),
    route(revealRefundAccount, ({ work, params }) => revealAccount(deps, work, params.refundId)),
    route(reversePayment, ({ work, params, body }) => reverseAlone(work, params.paymentId, body)),
    ...payoutRoutes(deps),
  ];
}
