import type { Clock } from '../../clock.ts';
import { storeActor, SYSTEM, type Database } from '../../db/index.ts';
import type { RecurringJobs } from '../../jobs/index.ts';
import { findStoresWithMeters, lookAtMeters } from './meters.ts';
import { tellOverruns } from './overruns.ts';

/** Looks at the meters that are due, whichever process is alive. */
export function meterTimers({ db, clock }: { readonly db: Database; readonly clock: Clock }): RecurringJobs {
  return {
    'automation.meters': {
      lane: 'timers',
      everyMs: 5000,
      run: async () => {
        const failed: unknown[] = [];
        for (const store of await db.withActor(SYSTEM, (tx) => findStoresWithMeters(tx, clock.now()))) {
          const look = db.withActor(storeActor(store.product_id, store.store_id), async (tx) => {
            if (await lookAtMeters(tx, store.store_id, clock.now())) await tellOverruns(tx, store);
          });
          // One that fails holds up no other; its error is told at the end, and it is tried again.
          await look.catch((error: unknown) => failed.push(error));
        }
        if (failed.length > 0) throw new AggregateError(failed, `the meters of ${failed.length} stores could not be looked at`);
      },
    },
  };
}
