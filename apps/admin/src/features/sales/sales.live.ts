import type { LiveHandlers } from '../../session/live-handlers.ts';
import { createPacedRefetch } from '../../session/paced-refetch.ts';

const QUERIES = ['sales', 'weekly-sales', 'room-sales', 'sales-payments'];
/** The sums of a year are an expensive query, so it runs at most this often, regardless of how many payments arrive. */
const refetchSales = createPacedRefetch(QUERIES, { gatherMs: 1_000, restMs: 5_000 });

export const salesLive: LiveHandlers = {
  queries: QUERIES,
  'payment.changed': (_payment, target) => refetchSales(target),
};
