import {
  getPayment,
  listOwedRefunds,
  listPayments,
  markRefundSent,
  readWaterfall,
  recordPayment,
  refundPayment,
  revealRefundAccount,
  reversePayment,
} from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { refundByOne, reverseByOne } from './by-one.ts';
import { listMatchingPayments } from './list.ts';
import { markSent, revealAccount } from './owed-refund.ts';
import { findOwedRefunds } from './owed-refunds.sql.ts';
import { shapedPayment } from './payment-row.ts';
import { readPayment } from './payments.sql.ts';
import { storePayment } from './record.ts';
import type { RefundDeps } from './take-back.ts';
import { computeWaterfall } from './waterfall.ts';

export function paymentRoutes(deps: RefundDeps): Route[] {
  const { clock } = deps;
  return [
    route(listPayments, ({ tx, query }) => listMatchingPayments(tx, query)),
    route(readWaterfall, ({ tx, query }) => computeWaterfall(tx, query)),
    route(listOwedRefunds, ({ tx, query }) => findOwedRefunds(tx, query, clock.now())),
    route(getPayment, async ({ tx, params }) => shapedPayment(await readPayment(tx, params.paymentId))),
    route(recordPayment, ({ work, body }) => storePayment(work, body)),
    route(refundPayment, ({ work, params, body }) => refundByOne(deps, work, params.paymentId, body)),
    route(markRefundSent, ({ work, params, body }) => markSent(work, params.refundId, body)),
    route(revealRefundAccount, ({ tx, actor, params }) => revealAccount(tx, deps, actor, params.refundId)),
    route(reversePayment, ({ work, params, body }) => reverseByOne(work, params.paymentId, body)),
  ];
}
