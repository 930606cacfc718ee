import type { Clock } from '../../clock.ts';
import { storeActor, pipelineStatement, type Database } from '../../db/index.ts';
import type { RecurringJobs } from '../../jobs/index.ts';
import { checkReadiness, nextCheckAt } from '../readiness/index.ts';
import { processDueRows, type DueRow } from './due-rows.ts';
import { reviewOffer, nextOfferAt } from './extension-offers.ts';
import { findDueGuests, findGuest, scheduleGuestReview, claimGuestReview } from './guests.sql.ts';

/**
 * Scheduled work for a guest: readiness checks before the start (NX-1) and extension offers before the end (NX-4). The
 * database schedules a review whenever a reservation changes, and each review schedules the next one.
 */

interface GuestDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export function guestTimers(deps: GuestDeps): RecurringJobs {
  return {
    'automation.guests': {
      lane: 'timers',
      everyMs: 1000,
      hasWork: 'exists (select from guest_reviews where due_at <= $1)',
      run: () => reviewGuests(deps),
    },
  };
}

/** Reviews each due guest in one transaction. An interrupted review rolls back, and another process repeats it. */
export async function reviewGuests(deps: GuestDeps): Promise<void> {
  await processDueRows(deps, {
    what: 'looks at guests',
    find: findDueGuests,
    act: (dueIn) => reviewGuest(deps, dueIn),
  });
}

async function reviewGuest({ db, clock }: GuestDeps, row: DueRow): Promise<void> {
  await db.withActor(storeActor(row.product_id, row.store_id), async (tx) => {
    const now = clock.now();
    if (!(await claimGuestReview(tx, row, now))) return;
    const guest = await findGuest(tx, row);
    await checkReadiness(tx, guest, now);
    await reviewOffer(tx, guest, now);
    pipelineStatement(tx, scheduleGuestReview(tx, row, nextCheckAt(guest, now) ?? nextOfferAt(guest, now)));
  });
}
