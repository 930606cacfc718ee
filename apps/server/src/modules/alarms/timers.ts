import type { Clock } from '../../clock.ts';
import { storeActor, SYSTEM, type Database } from '../../db/index.ts';
import type { RecurringJobs } from '../../jobs/index.ts';
import { selectLinkOfDoorForUpdate } from './alarms.sql.ts';
import { reviewAlarms } from './review.ts';

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Alarms that open after a time. `due_at` in the row of each door says when, so that none is lost while no server runs.
 */
export function alarmTimers(deps: Deps): RecurringJobs {
  return {
    'alarms.due': {
      lane: 'timers',
      everyMs: 1000,
      hasWork: 'exists (select from alarm_watches where due_at <= $1)',
      run: () => reviewDue(deps),
    },
  };
}

const MOST = 200;

async function reviewDue({ db, clock }: Deps): Promise<void> {
  const failed: unknown[] = [];
  const reviewed = new Set<string>();
  for (;;) {
    const found = await db.withActor(SYSTEM, (tx) =>
      tx
        .selectFrom('alarm_watches')
        .select(['product_id', 'store_id', 'door_id'])
        .where('due_at', '<=', clock.now())
        .orderBy('due_at')
        .limit(MOST)
        .execute(),
    );
    const dueItems = found.filter((item) => !reviewed.has(item.door_id));
    for (const item of dueItems) {
      reviewed.add(item.door_id);
      const review = db.withActor(storeActor(item.product_id, item.store_id), async (tx) => {
        const link = await selectLinkOfDoorForUpdate(tx, { storeId: item.store_id, doorId: item.door_id });
        if (link) await reviewAlarms(tx, clock.now(), link);
      });
      // A failed review does not stop the others. Its error is thrown at the end, and the next run retries it.
      await review.catch((error: unknown) => failed.push(error));
    }
    if (dueItems.length === 0) break;
  }
  if (failed.length > 0)
    throw new AggregateError(failed, `the alarms of ${failed.length} doors could not be looked at`);
}
