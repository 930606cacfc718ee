import { SYSTEM } from '../db/index.ts';
import type { BookingDesk } from './booking-desk.ts';
import type { FakeClock } from './fake-clock.ts';
import type { TestServer } from './server.ts';
import { until } from './until.ts';

/**
 * Does what is due at these processes. A look that finds its review taken by somebody else comes a second later: seconds pass until no
 * room of the desk's store is left that should have been looked at. Resolves with how many passed.
 */
export async function lookAtRooms(desk: BookingDesk, clock: FakeClock, servers: readonly TestServer[]): Promise<number> {
  return look(desk, clock, servers, 'stage_reviews');
}

/** The same for what is due of guests by the clock: checks before their start, offers before their end. */
export async function lookAtGuests(desk: BookingDesk, clock: FakeClock, servers: readonly TestServer[]): Promise<void> {
  await look(desk, clock, servers, 'guest_reviews');
}

async function look({ admin, server, storeId }: BookingDesk, clock: FakeClock, servers: readonly TestServer[], table: 'stage_reviews' | 'guest_reviews'): Promise<number> {
  for (let seconds = 0; ; seconds += 1) {
    await Promise.all(servers.map((it) => it.app.jobs.runDue()));
    await until('no process is in the middle of it', () => isNobodyAtIt(server, clock));
    const [row] = await server.withActor(admin.actor, (tx) =>
      tx.selectFrom(table).select((it) => it.fn.countAll<number>().as('left')).where('store_id', '=', storeId).where('due_at', '<=', clock.now()).execute());
    if (!row?.left) return seconds;
    clock.advance(1000);
  }
}

/** A process that began by itself, at its own tick, takes its time; the clock must not run on while it does. */
async function isNobodyAtIt(server: TestServer, clock: FakeClock): Promise<boolean> {
  const found = await server.withActor(SYSTEM, (tx) =>
    tx.selectFrom('jobs').select('id').where('kind', 'like', 'automation.%').where('locked_until', '>', clock.now()).limit(1).execute());
  return found.length === 0;
}
