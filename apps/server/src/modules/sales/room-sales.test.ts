import { readRoomSales, type RoomSales } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  openBookingDesk,
  startTestServer,
  type BookingDesk,
  type Caller,
  type FakeClock,
  type TestServer,
} from '../../testing/index.ts';

/** A Saturday, 16:30 in Seoul; the stores never close and their business date begins at 06:00. */
const NOW = new Date('2026-11-21T07:30:00Z');
/** 29 whole business dates and 10.5 hours of today. */
const OPEN_MINUTES = 29 * 24 * 60 + 10.5 * 60;

describe('GET /room/{roomId}/sales', () => {
  let clock: FakeClock;
  let server: TestServer;
  beforeAll(async () => {
    clock = fakeClock(NOW);
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());

  const ask = (desk: BookingDesk, roomId = desk.roomIds[0], by: Caller = desk.admin) =>
    by.call('GET', `/${desk.shop.slug}/room/${roomId}/sales`);
  const read = async (desk: BookingDesk, roomId = desk.roomIds[0]): Promise<RoomSales> => {
    const { status, body } = await ask(desk, roomId);
    expect(status).toBe(200);
    return readRoomSales.reply.parse(body);
  };
  const inPast = async <T>(hours: number, act: () => Promise<T>): Promise<T> => {
    clock.advance(-hours * HOUR_MS);
    try {
      return await act();
    } finally {
      clock.advance(hours * HOUR_MS);
    }
  };
  const pay = (desk: BookingDesk, reservationId: unknown, amount: number) =>
    desk.admin.call('POST', `/${desk.shop.slug}/payment`, {
      reservationId,
      method: 'CASH',
      amount,
      mayExceedDue: true,
    });

  it('answers zeros and the open minutes until now for a room without reservations (RM-2)', async () => {
    const desk = await openBookingDesk(server);
    expect(await read(desk)).toMatchObject({
      from: '2026-10-23',
      to: '2026-11-21',
      totals: { grossAmount: 0, netAmount: 0, paymentCount: 0 },
      reservationCount: 0,
      openMinutes: OPEN_MINUTES,
      bookedMinutes: 0,
    });
  });

  it('counts the payments and the booked minutes of this room only, without cancelled reservations, blocks and later ones', async () => {
    const desk = await openBookingDesk(server);
    const [one, two] = desk.roomIds;
    await inPast(48, async () => {
      const reservation = await desk.createReservation(desk.time(1, 2));
      await pay(desk, reservation['id'], 20_000);
      await pay(desk, (await desk.createReservation({ ...desk.time(1, 2), roomId: two }))['id'], 7000);
      await desk.verb(await desk.createReservation(desk.time(5, 1)), 'cancel');
      await desk.createReservation({ ...desk.time(8, 1), kind: 'BLOCK' });
    });
    await inPast(31 * 24, () => desk.createReservation(desk.time(1, 2)));
    await desk.createReservation(desk.time(2, 2));
    expect(await read(desk, one)).toMatchObject({
      totals: { netAmount: 20_000, paymentCount: 1 },
      reservationCount: 1,
      openMinutes: OPEN_MINUTES,
      bookedMinutes: 120,
    });
  });

  it('subtracts closures of the room from the open minutes', async () => {
    const desk = await openBookingDesk(server);
    const closure = await inPast(48, () =>
      desk.admin.call('POST', `/${desk.shop.slug}/store/${desk.storeId}/closure`, {
        roomIds: [desk.roomIds[0]],
        reason: 'test',
        ...desk.time(2, 4),
      }),
    );
    expect(closure.status).toBe(200);
    expect(await read(desk)).toMatchObject({ openMinutes: OPEN_MINUTES - 240 });
    expect(await read(desk, desk.roomIds[1])).toMatchObject({ openMinutes: OPEN_MINUTES });
  });

  it('answers 404 for a room of another store and 403 without sales:read (AC-1)', async () => {
    const shop = await server.makeShop({ stores: 2, rooms: 1 });
    const desk = await openBookingDesk(server, { shop });
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1));
    const support = await server.signIn(shop, ['CUSTOMER_MANAGER']);
    expect((await ask(desk, desk.roomIds[0], owner)).status).toBe(404);
    expect((await ask(desk, desk.roomIds[0], support)).status).toBe(403);
  });
});
