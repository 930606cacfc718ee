import type { Clock } from '../../clock.ts';
import { storeActor, SYSTEM, type Database } from '../../db/index.ts';
import type { RecurringJobs } from '../../jobs/index.ts';
import { findStoresWithMeters, reviewMeters } from './meters.ts';
import { publishOverruns } from './overruns.ts';

/** Reviews the due meters. Any running process can do it. */
export function meterTimers({ db, clock }: { readonly db: Database; readonly clock: Clock }): RecurringJobs {
  return {
    'automation.meters': {
      lane: 'timers',
      everyMs: 5000,
      hasWork: 'exists (select from overruns where due_at <= $1)',
      run: async () => {
        const failed: unknown[] = [];
        for (const store of await db.withActor(SYSTEM, (tx) => findStoresWithMeters(tx, clock.now()))) {
          const review = db.withActor(storeActor(store.product_id, store.store_id), async (tx) => {
            if (await reviewMeters(tx, store.store_id, clock.now())) await publishOverruns(tx, store);
          });
          // A failure does not block the other stores. It is thrown at the end, and the next run retries.
          await review.catch((error: unknown) => failed.push(error));
        }
        if (failed.length > 0)
          throw new AggregateError(failed, `the meters of ${failed.length} stores could not be looked at`);
      },
    },
  };
}
