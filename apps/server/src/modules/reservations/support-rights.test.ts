import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';

/**
 * Support (CUSTOMER_MANAGER) creates, moves, extends and cancels without refund, and nothing else of a reservation
 * (AC-7).
 */
describe('reservations by support', () => {
  let server: TestServer;
  let desk: BookingDesk;
  let support: Caller;
  beforeAll(async () => {
    server = await startTestServer({ clock: fakeClock(new Date('2026-11-21T06:00:00Z')) });
    desk = await openBookingDesk(server, { rooms: 3 });
    support = await server.signIn(desk.shop, ['CUSTOMER_MANAGER'], [], 90 * 24);
  });
  afterAll(() => server.close());

  let hours = 24;
  const nextTime = () => desk.time((hours += 3));
  const isRefused = ({ status, body }: Answer, capability = 'reservations:write') =>
    expect([status, body['code'], body['capability']]).toEqual([403, 'CAPABILITY_MISSING', capability]);

  it('rejects support that confirms an unpaid hold, checks a guest in, completes a stay or marks a no-show', async () => {
    const held = await desk.createReservation({ ...nextTime(), state: 'PENDING' });
    const confirmed = await desk.createReservation(nextTime());
    isRefused(await desk.verb(held, 'confirm', {}, support));
    for (const verb of ['check-in', 'complete', 'no-show']) isRefused(await desk.verb(confirmed, verb, {}, support));
    expect([(await desk.read(held))['state'], (await desk.read(confirmed))['state']]).toEqual(['PENDING', 'CONFIRMED']);
  });

  it('rejects support that creates, moves, edits, extends or cancels a block, alone or with a series', async () => {
    isRefused(await desk.book({ kind: 'BLOCK', ...nextTime() }, support));
    const block = await desk.createReservation({ kind: 'BLOCK', ...nextTime() });
    for (const scope of ['ONE', 'FOLLOWING', 'ALL']) {
      isRefused(await desk.edit(block, { scope, ...nextTime() }, support));
      isRefused(await desk.verb(block, 'cancel', { scope }, support));
    }
    isRefused(await desk.verb(block, 'extend', { minutes: 30 }, support));
    expect(await desk.read(block)).toMatchObject({ state: 'CONFIRMED', version: block['version'] });
  });

  it('rejects support that edits the guest, the head count or the memo along with a move', async () => {
    const reservation = await desk.createReservation(nextTime());
    for (const field of [
      { guestName: '김철수' },
      { guestPhone: '010-0000-0000' },
      { headCount: 3 },
      { memo: '메모' },
    ]) {
      isRefused(await desk.edit(reservation, { ...nextTime(), ...field }, support));
    }
    expect(await desk.read(reservation)).toMatchObject({
      startsAt: reservation['startsAt'],
      headCount: 2,
      memo: '',
      version: reservation['version'],
    });
  });

  it('lets support create, move, extend and cancel without refund', async () => {
    const reservation = await desk.createReservation(nextTime(), support);
    const moved = await desk.edit(reservation, { roomId: desk.roomIds[1], ...nextTime() }, support);
    expect([moved.status, moved.body['roomId']]).toEqual([200, desk.roomIds[1]]);
    const extended = await desk.verb(moved.body, 'extend', { minutes: 30 }, support);
    expect(Date.parse(String(extended.body['endsAt'])) - Date.parse(String(moved.body['endsAt']))).toBe(HOUR_MS / 2);
    isRefused(await desk.verb(extended.body, 'cancel', { refundPercent: 100 }, support), 'payments:refund');
    expect((await desk.verb(extended.body, 'cancel', {}, support)).body).toMatchObject({
      state: 'CANCELLED',
      refundPercent: 0,
    });
  });

  it('does not extend the rights of a franchisee to another store through a second role in support', async () => {
    const shop = await server.makeShop({ stores: 2 });
    const other = await openBookingDesk(server, { shop });
    const both = await server.signIn(shop, ['FRANCHISEE', 'CUSTOMER_MANAGER'], shop.stores.slice(1), 90 * 24);
    isRefused(await other.book({ kind: 'BLOCK', ...nextTime() }, both));
    const reservation = await other.createReservation(nextTime());
    isRefused(await other.edit(reservation, { memo: '메모' }, both));
    isRefused(await other.verb(reservation, 'cancel', { refundPercent: 100 }, both), 'payments:refund');
    const own = await both.call(
      'POST',
      `/${shop.slug}/reservation`,
      other.wish({ kind: 'BLOCK', roomId: shop.stores[1]?.rooms[0]?.id, ...nextTime() }),
    );
    expect([own.status, own.body['kind']]).toEqual([200, 'BLOCK']);
  });
});
