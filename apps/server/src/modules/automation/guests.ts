import type { Clock } from '../../clock.ts';
import { storeActor, writeBehind, type Database } from '../../db/index.ts';
import type { RecurringJobs } from '../../jobs/index.ts';
import { eachDue, type DueIn } from './each-due.ts';
import { lookAtOffer, nextOfferAt } from './extension-offers.ts';
import { findDueGuests, findGuest, setGuestReview, takeGuest } from './guests.sql.ts';
import { checkReadiness, nextCheckAt } from './readiness-checks.ts';

/**
 * What is due of a guest by the clock: the checks before his start (NX-1), the longer stay he is offered before his end (NX-4). The database marks a reservation whenever it changes,
 * and each look says when the next one is due.
 */

interface GuestDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export function guestTimers(deps: GuestDeps): RecurringJobs {
  return { 'automation.guests': { lane: 'timers', everyMs: 1000, run: () => lookAtGuests(deps) } };
}

/** At each that is due, in one transaction: whoever is cut off in the middle has done nothing, and another one does it. */
export async function lookAtGuests(deps: GuestDeps): Promise<void> {
  await eachDue(deps, { what: 'looks at guests', find: findDueGuests, act: (it) => look(deps, it) });
}

async function look({ db, clock }: GuestDeps, due: DueIn): Promise<void> {
  await db.withActor(storeActor(due.product_id, due.store_id), async (tx) => {
    const now = clock.now();
    if (!(await takeGuest(tx, due, now))) return;
    const guest = await findGuest(tx, due);
    await checkReadiness(tx, guest, now);
    await lookAtOffer(tx, guest, now);
    writeBehind(tx, setGuestReview(tx, due, nextCheckAt(guest, now) ?? nextOfferAt(guest, now)));
  });
}
