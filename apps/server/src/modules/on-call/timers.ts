import { sql } from 'kysely';
import { deleteInPages, storeActor } from '../../db/index.ts';
import type { RecurringJobs } from '../../jobs/index.ts';
import { listStoreKeys } from '../stores/index.ts';
import { reviewIncidents, type ReviewDeps } from './review.ts';

const HOUR_MS = 3600_000;
/** Resolved incidents are kept for a year. */
const KEPT_DAYS = 365;

/** The review is SQL only, so it shares a lane; push and the outbox send what it adds (decision 070). */
export function onCallTimers(deps: ReviewDeps): RecurringJobs {
  return {
    'on-call.review': {
      lane: 'timers',
      everyMs: 5000,
      hasWork: 'exists (select from on_call_rules)',
      run: () => reviewIncidents(deps),
    },
    'on-call.sweep': { lane: 'upkeep', everyMs: HOUR_MS, run: () => sweepIncidents(deps) },
  };
}

/** Deletes old incidents with their notices. */
async function sweepIncidents({ db, clock }: ReviewDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * 24 * HOUR_MS);
  for (const { productId, storeId } of await listStoreKeys(db))
    await deleteInPages(db, {
      actor: storeActor(productId, storeId),
      table: 'incidents',
      where: sql`store_id = ${storeId} and resolved_at < ${before}`,
    });
}
