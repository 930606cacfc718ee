import type { LiveHandlers } from '../../session/live-handlers.ts';
import { createPacedRefetch } from '../../session/paced-refetch.ts';

const QUERIES = [
  'settlements',
  'settlement',
  'settlement-entries',
  'settlement-terms',
  'settlement-applied',
  'settlement-payees',
  'settlement-payouts',
];
const PACE = { gatherMs: 500, restMs: 2_000 } as const;
const refetchAll = createPacedRefetch(QUERIES, PACE);
const refetchPeriod = createPacedRefetch(['settlements', 'settlement'], PACE);

export const settlementLive: LiveHandlers = {
  queries: QUERIES,
  'settlement.changed': (_change, target) => refetchAll(target),
  // A draft is calculated from the ledger.
  'payment.changed': (_payment, target) => refetchPeriod(target),
};
