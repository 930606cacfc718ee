import type { FastifyBaseLogger } from 'fastify';
import { DueWork, type RecurringJobs } from '../../jobs/index.ts';
import { findDueReceipts, MAY_BE_DUE, type DueReceipt } from './receipts.sql.ts';
import { settleReceipt, type ReceiptDeps } from './settle-receipt.ts';

/** Settles receipts outside the job lanes. */
export interface CashReceipts {
  /** Starts the work that is due. */
  nudge(): void;
  /** Resolves when no work is under way. Close the providers before, which aborts open requests. */
  close(): Promise<void>;
}

export function startCashReceipts(deps: ReceiptDeps & { readonly log: FastifyBaseLogger }): CashReceipts {
  const { db, clock, log } = deps;
  return new DueWork<DueReceipt>({
    find: (busy, most) => findDueReceipts(db, clock.now(), busy, most),
    work: (receipt) => settleReceipt(deps, receipt),
    reportFailedSearch: (error) => log.error({ err: error }, 'cash receipts that are due could not be found'),
    reportFailure: ({ id }, error) =>
      log.error({ err: error, paymentId: id }, 'a cash receipt could not be settled; it will be tried again'),
  });
}

export function receiptTimers({ receipts }: { readonly receipts: CashReceipts }): RecurringJobs {
  return {
    'cash-receipts.settle': {
      lane: 'timers',
      everyMs: 1000,
      hasWork: MAY_BE_DUE,
      run: async () => receipts.nudge(),
    },
  };
}
