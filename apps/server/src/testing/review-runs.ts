import { SYSTEM } from '../db/index.ts';
import type { BookingDesk } from './desks/booking-desk.ts';
import type { FakeClock } from './fake-clock.ts';
import type { TestServer } from './server.ts';
import { until } from './until.ts';

/**
 * Runs the pending reviews of rooms at these processes. A process that finds a review claimed by another one retries a
 * second later, so the clock advances by seconds until no room of the desk's store has a pending review. Resolves with
 * the number of seconds.
 */
export async function runRoomReviews(
  desk: BookingDesk,
  clock: FakeClock,
  servers: readonly TestServer[],
): Promise<number> {
  return runReviews(desk, clock, servers, 'stage_reviews');
}

/** The same for the reviews of guests: checks before their start, offers before their end. */
export async function runGuestReviews(
  desk: BookingDesk,
  clock: FakeClock,
  servers: readonly TestServer[],
): Promise<void> {
  await runReviews(desk, clock, servers, 'guest_reviews');
}

async function runReviews(
  { admin, server, storeId }: BookingDesk,
  clock: FakeClock,
  servers: readonly TestServer[],
  table: 'stage_reviews' | 'guest_reviews',
): Promise<number> {
  for (let seconds = 0; ; seconds += 1) {
    await Promise.all(servers.map((server) => server.app.jobs.runDue()));
    await until('no process is in the middle of it', () => isEveryReviewOver(server, clock));
    const [row] = await server.withActor(admin.actor, (tx) =>
      tx
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('left'))
        .where('store_id', '=', storeId)
        .where('due_at', '<=', clock.now())
        .execute(),
    );
    if (!row?.left) return seconds;
    clock.advance(1000);
  }
}

/** A process that began at its own tick needs time, and the clock must not advance while it runs. */
async function isEveryReviewOver(server: TestServer, clock: FakeClock): Promise<boolean> {
  const found = await server.withActor(SYSTEM, (tx) =>
    tx
      .selectFrom('jobs')
      .select('id')
      .where('kind', 'like', 'automation.%')
      .where('locked_until', '>', clock.now())
      .limit(1)
      .execute(),
  );
  return found.length === 0;
}
