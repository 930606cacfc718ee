import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  openBookingDesk,
  startTestServer,
  type BookingDesk,
  type TestServer,
} from '../../../testing/index.ts';
import { storeActor } from '../../../db/index.ts';
import { addNotification } from '../index.ts';

describe('confirmation of routine notifications (NT-1)', () => {
  let server: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock: fakeClock(new Date('2026-11-21T03:00:00Z')) });
  });
  beforeEach(async () => {
    desk = await openBookingDesk(server);
  });
  afterAll(() => server.close());

  const base = () => `/${desk.shop.slug}/payment`;
  const pay = async (fromHours: number) => {
    const reservation = await desk.createReservation({ ...desk.time(fromHours), state: 'PENDING' });
    const { status, body } = await desk.admin.call('POST', base(), {
      reservationId: reservation['id'],
      method: 'CASH',
      amount: reservation['priceAmount'],
    });
    expect(status, JSON.stringify(body)).toBe(200);
  };
  const poll = async () => (await desk.admin.call('GET', `${base()}/notification?page=0&limit=1`)).body;
  const set = (confirmsRoutine: boolean, version: number, by = desk.admin) =>
    by.call('PATCH', `${base()}/notification-rules`, { confirmsRoutine, version });

  it('confirms a payment that needs no person, and lets a failed refund ring', async () => {
    await pay(5);
    expect(await poll()).toMatchObject({
      total: 1,
      unconfirmedCount: 0,
      items: [{ kind: 'PAID', confirmedBy: null, confirmedAt: expect.any(String) }],
    });
    await server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
      addNotification(tx, {
        productId: desk.shop.productId,
        storeId: desk.storeId,
        kind: 'REFUND_FAILED',
        reservationId: null,
        amount: 1000,
        text: 'failed',
        at: server.clock.now(),
      }),
    );
    expect(await poll()).toMatchObject({ total: 2, unconfirmedCount: 1, items: [{ kind: 'REFUND_FAILED' }] });
  });

  it('lets payments ring after head office switched the confirmation off, and records that', async () => {
    expect((await desk.admin.call('GET', `${base()}/notification-rules`)).body).toEqual({
      confirmsRoutine: true,
      version: 0,
    });
    expect((await set(false, 0)).body).toEqual({ confirmsRoutine: false, version: 1 });
    await pay(5);
    expect(await poll()).toMatchObject({ total: 1, unconfirmedCount: 1 });
    // Another person who saw the former state.
    expect(await set(true, 0)).toMatchObject({ status: 409, body: { code: 'STALE' } });
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/audit?action=notification-rules.changed`);
    expect(body['items']).toHaveLength(1);
  });

  it('refuses the switch to a franchisee and to head office without the right', async () => {
    for (const role of ['FRANCHISEE', 'SUB_ADMIN'] as const) {
      const by = await server.signIn(desk.shop, [role], role === 'FRANCHISEE' ? desk.shop.stores : []);
      expect((await set(false, 0, by)).status).toBe(403);
    }
  });
});
