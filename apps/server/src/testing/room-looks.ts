import type { BookingDesk } from './booking-desk.ts';
import type { FakeClock } from './fake-clock.ts';
import type { TestServer } from './server.ts';

/**
 * Does what is due at these processes. A look that finds its review taken by somebody else comes a second later: seconds pass until no
 * room of the desk's store is left that should have been looked at. Resolves with how many passed.
 */
export async function lookAtRooms({ admin, server, storeId }: BookingDesk, clock: FakeClock, servers: readonly TestServer[]): Promise<number> {
  for (let seconds = 0; ; seconds += 1) {
    await Promise.all(servers.map((it) => it.app.jobs.runDue()));
    const [row] = await server.withActor(admin.actor, (tx) =>
      tx.selectFrom('stage_reviews').select((it) => it.fn.countAll<number>().as('left')).where('store_id', '=', storeId).where('due_at', '<=', clock.now()).execute());
    if (!row?.left) return seconds;
    clock.advance(1000);
  }
}

/** The same for what is due of guests by the clock: checks before their start, offers before their end. */
export async function lookAtGuests({ admin, server, storeId }: BookingDesk, clock: FakeClock, servers: readonly TestServer[]): Promise<void> {
  for (;;) {
    await Promise.all(servers.map((it) => it.app.jobs.runDue()));
    const [row] = await server.withActor(admin.actor, (tx) =>
      tx.selectFrom('guest_reviews').select((it) => it.fn.countAll<number>().as('left')).where('store_id', '=', storeId).where('due_at', '<=', clock.now()).execute());
    if (!row?.left) return;
    clock.advance(1000);
  }
}
