// @sweep 1/8 (decision 086)
import { readOverview, type StoreOverview } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  fillStore,
  HOUR_MS,
  makeVirtualDoor,
  openBookingDesk,
  startTestServer,
  until,
  type Answer,
  type BookingDesk,
  type Caller,
  type FakeClock,
  type TestServer,
} from '../../testing/index.ts';

/** A Saturday, 16:30 in Seoul. The stores are open around the clock and their business date begins at 06:00. */
const NOW = new Date('2026-11-21T07:30:00Z');
const WEEK_HOURS = 7 * 24;

describe('GET /overview (OV-1, OV-2)', () => {
  let clock: FakeClock;
  let server: TestServer;
  beforeAll(async () => {
    clock = fakeClock(NOW);
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());

  const read = async (
    desk: BookingDesk,
    by: Caller = desk.admin,
    query = `?storeId=${desk.storeId}`,
  ): Promise<StoreOverview[]> => {
    const { status, body } = await by.call('GET', `/${desk.shop.slug}/overview${query}`);
    expect([status, body['code']]).toEqual([200, undefined]);
    return readOverview.reply.parse(body).stores;
  };
  const only = async (desk: BookingDesk): Promise<StoreOverview> => {
    const [it, ...others] = await read(desk);
    if (!it || others.length > 0) throw new Error('One store was expected');
    return it;
  };
  const pay = async (desk: BookingDesk, of: Answer['body'], amount: number) => {
    const { status, body } = await desk.admin.call('POST', `/${desk.shop.slug}/payment`, {
      reservationId: of['id'],
      method: 'CASH',
      amount,
      mayExceedDue: true,
    });
    expect(status).toBe(200);
    return body;
  };
  /** Runs `act` with the clock moved by `hours`, and moves the clock back. */
  const at = async <T>(hours: number, act: () => Promise<T>): Promise<T> => {
    clock.advance(hours * HOUR_MS);
    const done = await act();
    clock.advance(-hours * HOUR_MS);
    return done;
  };
  const DAY_MINUTES = 24 * 60;

  it('returns zeros for a store without sales and reservations, and all minutes of its rooms as open', async () => {
    const desk = await openBookingDesk(server, { rooms: 2 });
    const day = { netAmount: 0, reservationCount: 0, openMinutes: 2 * DAY_MINUTES, bookedMinutes: 0 };
    expect(await only(desk)).toMatchObject({
      storeId: desk.storeId,
      today: { date: '2026-11-21', ...day },
      lastWeek: { date: '2026-11-14', ...day },
      lastWeekByNow: 0,
      alarmCount: 0,
      offlineCount: 0,
      notificationCount: 0,
      week: ['15', '16', '17', '18', '19', '20', '21'].map((date) => ({
        date: `2026-11-${date}`,
        netAmount: 0,
        weekBeforeAmount: 0,
      })),
    });
  });

  it('marks a store that was closed for good, and gives it no open minutes', async () => {
    const desk = await openBookingDesk(server, { rooms: 1 });
    expect(await only(desk)).toMatchObject({ isClosed: false, today: { openMinutes: DAY_MINUTES } });
    const { body: store } = await desk.admin.call('GET', `/${desk.shop.slug}/store/${desk.storeId}`);
    expect(
      (
        await desk.admin.call('POST', `/${desk.shop.slug}/store/${desk.storeId}/close`, {
          version: store['version'],
          reason: '계약 종료',
        })
      ).status,
    ).toBe(200);
    expect(await only(desk)).toMatchObject({ isClosed: true, today: { openMinutes: 0 } });
  });

  it('counts open deposits and overdue payouts', async () => {
    const desk = await openBookingDesk(server, { rooms: 1 });
    expect(await only(desk)).toMatchObject({ openDepositCount: 0, overduePayoutCount: 0 });
    const [store] = desk.shop.stores;
    if (!store) throw new Error('The desk has a store');
    // An open deposit and an ignored one, and a period that was closed long ago with a payout of 1,000 won.
    await fillStore(server, desk.shop, store);
    expect(await only(desk)).toMatchObject({ openDepositCount: 1, overduePayoutCount: 1 });
  });

  it('lists the guests inside who have not paid in full, until they have or leave (OV-10)', async () => {
    const desk = await openBookingDesk(server, { rooms: 3 });
    const stay = { ...desk.time(0, 1), channel: 'WALK_IN' };
    const [late, paid, coming] = [
      await desk.createReservation({ ...stay, roomId: desk.roomIds[0] }),
      await desk.createReservation({ ...stay, roomId: desk.roomIds[1] }),
      await desk.createReservation({ ...desk.time(2, 1), roomId: desk.roomIds[2] }),
    ];
    expect((await only(desk)).unpaidInside).toEqual([]);
    for (const guest of [late, paid]) expect((await desk.verb(guest, 'check-in')).status).toBe(200);
    const price = Number(late['priceAmount']);
    await pay(desk, paid, price);
    await pay(desk, late, price - 1000);
    expect(coming['state']).not.toBe('IN_USE');
    expect((await only(desk)).unpaidInside).toEqual([
      { reservationId: late['id'], roomId: desk.roomIds[0], endsAt: late['endsAt'], dueAmount: 1000 },
    ]);
    const others = await openBookingDesk(server, { rooms: 1 });
    expect((await only(others)).unpaidInside).toEqual([]);
    await pay(desk, late, 1000);
    expect((await only(desk)).unpaidInside).toEqual([]);
  });

  it('returns today and the same weekday of last week, and the sales of that day up to the present hour', async () => {
    const desk = await openBookingDesk(server, { rooms: 2 });
    const before = await at(-WEEK_HOURS, async () => {
      const reservation = await desk.createReservation(desk.time(1, 2));
      await pay(desk, reservation, 20_000);
      await at(3, () => pay(desk, reservation, 5_000));
      return reservation;
    });
    expect(before['id']).toBeTruthy();
    const now = await desk.createReservation(desk.time(0.5, 3));
    const payment = await pay(desk, now, 30_000);
    await desk.admin.call('POST', `/${desk.shop.slug}/payment/${payment['id']}/refund`, {
      version: payment['version'],
      reason: 'test',
      amount: 4000,
    });
    const cancelled = await desk.createReservation({ ...desk.time(5, 1), roomId: desk.roomIds[1] });
    await desk.verb(cancelled, 'cancel');
    await desk.createReservation({ ...desk.time(6, 1), roomId: desk.roomIds[1], kind: 'BLOCK' });
    expect(await only(desk)).toMatchObject({
      today: { netAmount: 26_000, reservationCount: 1, openMinutes: 2 * DAY_MINUTES, bookedMinutes: 180 },
      lastWeek: { netAmount: 25_000, reservationCount: 1, bookedMinutes: 120 },
      lastWeekByNow: 20_000,
    });
    const { week } = await only(desk);
    expect(week.at(-1)).toEqual({ date: '2026-11-21', netAmount: 26_000, weekBeforeAmount: 25_000 });
  });

  it('splits the minutes of a stay over the cut-off between both dates, and counts the stay on the date of its start', async () => {
    const desk = await openBookingDesk(server, { rooms: 1 });
    // 05:00 to 07:00 of the next morning: one hour before the cut-off at 06:00 and one after it.
    await desk.createReservation(desk.time(12.5, 2));
    expect((await only(desk)).today).toMatchObject({ reservationCount: 1, bookedMinutes: 60 });
    await at(24, async () =>
      expect((await only(desk)).today).toMatchObject({ date: '2026-11-22', reservationCount: 0, bookedMinutes: 60 }),
    );
  });

  it('subtracts closures from the open minutes', async () => {
    const desk = await openBookingDesk(server, { rooms: 2 });
    const closure = await desk.admin.call('POST', `/${desk.shop.slug}/store/${desk.storeId}/closure`, {
      roomIds: [desk.roomIds[1]],
      reason: 'test',
      ...desk.time(2, 4),
    });
    expect(closure.status).toBe(200);
    expect((await only(desk)).today).toMatchObject({ openMinutes: 2 * DAY_MINUTES - 240, bookedMinutes: 0 });
  });

  it('sorts a store with an offline device first, then by sales, and shows a franchisee their own stores only', async () => {
    const shop = await server.makeShop({ stores: 3, rooms: 1 });
    const desk = await openBookingDesk(server, { shop });
    const admin = desk.admin;
    await pay(desk, await desk.createReservation(desk.time(0.5, 1)), 10_000);
    const waiting = shop.stores[2]?.id ?? '';
    const first = (await read(desk, admin, '')).map((it) => it.storeId);
    expect(first).toHaveLength(3);
    expect(first[0]).toBe(desk.storeId);
    const [, , third] = shop.stores;
    if (!third) throw new Error('There are three');
    const door = await makeVirtualDoor(server, { ...shop, stores: [third] }, admin, { name: 'front' });
    await door.lock.offline(true);
    await until('it is seen', async () => (await read(desk, admin, '')).some((it) => it.offlineCount === 1));
    expect((await read(desk, admin, '')).map((it) => it.storeId).slice(0, 2)).toEqual([waiting, desk.storeId]);
    await door.lock.stop();
    // A franchisee sees their own stores only.
    const owner = await server.signIn(shop, ['FRANCHISEE'], [third]);
    expect((await read(desk, owner, '')).map((it) => it.storeId)).toEqual([waiting]);
    expect((await owner.call('GET', `/${shop.slug}/overview?storeId=${desk.storeId}`)).status).toBe(404);
  });
});
