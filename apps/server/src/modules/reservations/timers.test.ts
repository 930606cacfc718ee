/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  listenToEvents,
  openBookingDesk,
  startTestServer,
  until,
  type Answer,
  type BookingDesk,
  type TestServer,
} from '../../testing/index.ts';
import { settleDue, sweepHolds } from './timers.ts';

const NOW = new Date('2026-11-21T06:00:00Z');

describe('timed transitions of reservations (RV-10)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let beside: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    beside = await startTestServer({ beside: server });
  });
  beforeEach(async () => {
    clock.set(NOW);
    desk = await openBookingDesk(server, { rooms: 3 });
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
  });

  /** Both processes settle due reservations at the same time; in production a job runs in one of them. */
  const settle = () => Promise.all([server, beside].map((it) => settleDue({ db: it.app.db, clock })));
  async function settled(it: Answer['body'], state: string): Promise<Answer['body']> {
    await settle();
    const now = await desk.read(it);
    expect(now['state']).toBe(state);
    return now;
  }

  it('run by a recurring job', async () => {
    const it = await desk.createReservation();
    clock.advance(3 * HOUR_MS);
    await until('it is a no-show', async () => {
      await server.app.jobs.runDue();
      return (await desk.read(it))['state'] === 'NO_SHOW';
    });
  });

  it('marks a reservation as a no-show at its end, once, and publishes it', async () => {
    const it = await desk.createReservation();
    const stream = await listenToEvents(server.url, desk.shop.slug, desk.admin.token);
    clock.advance(3 * HOUR_MS - 1000);
    await settle();
    expect((await desk.read(it))['state']).toBe('CONFIRMED');
    clock.advance(1000);
    const after = await settled(it, 'NO_SHOW');
    expect(after['history']?.map((event) => [event['kind'], event['actorKind']])).toEqual([
      ['CREATED', 'PERSON'],
      ['NO_SHOW', 'SYSTEM'],
    ]);
    // The event of the creation may arrive first.
    await until('it is told', () =>
      stream.events.some(
        ({ event, data }) =>
          event === 'reservation.changed' && (data as Answer['body'])['state'] === ('NO_SHOW' as unknown),
      ),
    );
    expect(stream.events.filter(({ event }) => event === 'reservation.changed').at(-1)).toMatchObject({
      data: { id: it['id'], state: 'NO_SHOW', version: 2 },
    });
    stream.close();
  });

  it('completes a stay in use at its end, also after the end was moved', async () => {
    const it = await desk.createReservation(desk.time(0));
    const { body: inUse } = await desk.verb(it, 'check-in');
    const { body: longer } = await desk.verb(inUse, 'extend', { minutes: 60 });
    clock.advance(2 * HOUR_MS);
    await settle();
    expect((await desk.read(it))['state']).toBe('IN_USE');
    await desk.edit(longer, { endsAt: new Date(NOW.getTime() + 2.5 * HOUR_MS).toISOString() });
    clock.advance(HOUR_MS / 2);
    expect((await settled(it, 'COMPLETED'))['endsAt']).toBe('2026-11-21T08:30:00.000Z');
  });

  it('starts and ends a block', async () => {
    const block = await desk.createReservation({ kind: 'BLOCK' });
    clock.advance(HOUR_MS);
    await settled(block, 'IN_USE');
    clock.advance(2 * HOUR_MS);
    expect((await settled(block, 'COMPLETED'))['history']?.map((event) => event['kind'])).toEqual([
      'CREATED',
      'CHECKED_IN',
      'COMPLETED',
    ]);
  });

  it('catch up after a downtime, each transition once and in order', async () => {
    const reservation = {
      hold: await desk.createReservation({ state: 'PENDING' }),
      guest: await desk.createReservation({ roomId: desk.roomIds[1] }),
      block: await desk.createReservation({ kind: 'BLOCK', roomId: desk.roomIds[2] }),
      cancelled: await desk.createReservation({ ...desk.time(4) }),
    };
    await desk.verb(reservation.cancelled, 'cancel');
    clock.advance(10 * HOUR_MS);
    expect((await settled(reservation.hold, 'EXPIRED'))['history']).toHaveLength(2);
    expect((await settled(reservation.guest, 'NO_SHOW'))['history']).toHaveLength(2);
    expect((await settled(reservation.block, 'COMPLETED'))['history']).toHaveLength(3);
    expect((await desk.read(reservation.cancelled))['history']).toHaveLength(2);
  });

  it('settle 40 reservations in two processes, each once', { timeout: 60_000 }, async () => {
    const many = await openBookingDesk(server, { rooms: 40 });
    const reservations = await Promise.all(many.roomIds.map((roomId) => many.createReservation({ roomId })));
    clock.advance(3 * HOUR_MS);
    await settle();
    for (const it of reservations) {
      const after = await many.read(it);
      expect(after['state']).toBe('NO_SHOW');
      expect([after['version'], after['history']?.length]).toEqual([2, 2]);
    }
  });

  it('deletes holds older than a week and keeps the rest', async () => {
    const [old, present] = [
      await desk.createReservation(desk.time(0)),
      await desk.createReservation({ roomId: desk.roomIds[1], ...desk.time(8 * 24) }),
    ];
    const kept = () =>
      server.withActor(desk.admin.actor, (tx) =>
        tx.selectFrom('reservation_holds').select('reservation_id').where('store_id', '=', desk.storeId).execute(),
      );
    const { body: inUse } = await desk.verb(old, 'check-in');
    await desk.verb(inUse, 'complete');
    clock.advance(8 * 24 * HOUR_MS - 1);
    expect(await kept()).toHaveLength(2);
    await sweepHolds({ db: server.app.db, clock });
    expect(await kept()).toEqual([{ reservation_id: present['id'] }]);
  });
});
