// @sweep 1/8 (decision 086)
import type { PushKind } from '@munjigi/contract';
import { startVirtualRoom } from '@munjigi/virtual-devices';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  addRoomDevice,
  fakeClock,
  HOUR_MS,
  runGuestReviews,
  MINUTE_MS,
  openBookingDesk,
  startPushService,
  startTestServer,
  until,
  type BookingDesk,
  type Caller,
  type FakeBrowser,
  type FakePushService,
  type TestServer,
} from '../../testing/index.ts';

describe('push about guests (NT-4)', () => {
  // Far enough back that timestamps of the database are not in the past of the test's clock.
  const clock = fakeClock(new Date(Math.floor(Date.now() / HOUR_MS - 90 * 24) * HOUR_MS));
  let server: TestServer;
  let service: FakePushService;
  let desk: BookingDesk;
  let owner: FakeBrowser;
  let neighbour: FakeBrowser;
  let otherKind: FakeBrowser;

  beforeAll(async () => {
    service = await startPushService(clock.now);
    server = await startTestServer({ clock });
  });
  beforeEach(async () => {
    clock.advance(HOUR_MS - (clock.now().getTime() % HOUR_MS));
    desk = await openBookingDesk(server, { shop: await server.makeShop({ stores: 2, rooms: 2 }) });
    const [own, other] = [desk.shop.stores.slice(0, 1), desk.shop.stores.slice(1)];
    const kinds = ['READINESS', 'OVERRUN', 'WAITLIST'] as const;
    owner = await subscribe(await server.signIn(desk.shop, ['FRANCHISEE'], own, 90 * 24), kinds);
    neighbour = await subscribe(await server.signIn(desk.shop, ['FRANCHISEE'], other, 90 * 24), kinds);
    otherKind = await subscribe(desk.admin, ['MONEY', 'ON_CALL']);
  });
  afterAll(async () => {
    await server.close();
    await service.close();
  });

  async function subscribe(by: Caller, kinds: readonly PushKind[]): Promise<FakeBrowser> {
    const key = String((await by.call('GET', '/auth/push')).body['publicKey']);
    const browser = service.subscribe(key);
    expect((await by.call('POST', '/auth/push', { ...browser.subscription, kinds })).status).toBe(200);
    return browser;
  }
  /** Waits until the owner has this many messages, and checks that the others have none. */
  async function readMessages(count: number): Promise<{ title: string; body: string; kind: string; open: string }[]> {
    await until(`${count} messages`, async () => {
      clock.advance(1000);
      await server.app.jobs.runDue();
      return owner.pushed.length >= count;
    });
    expect([owner.pushed.length, neighbour.requestCount(), otherKind.requestCount()]).toEqual([count, 0, 0]);
    return owner.pushed.map(({ said: { title, body, kind, open } }) => ({ title, body, kind, open }));
  }

  it('READINESS: a check found a blocking obstacle', async () => {
    const reservation = await desk.createReservation({ ...desk.time(0.5, 1) });
    clock.advance(15 * MINUTE_MS);
    await runGuestReviews(desk, clock, [server]);
    expect(await readMessages(1)).toEqual([
      {
        title: 'Store 1 · 손님이 들어가지 못할 수 있어요',
        body: `Room 1 · ${reservation['code']} · 확인할 예약 1건`,
        kind: 'READINESS',
        open: '/dashboard/reservation',
      },
    ]);
  }, 60_000);

  it('OVERRUN: once, when the time to leave is over', async () => {
    const twin = await startVirtualRoom({
      url: server.mqttUrl,
      prefix: desk.shop.stores[0]?.mqttPrefix ?? '',
      name: 'room',
      parts: ['occupancy'],
      labels: { occupancy: 'occupancy' },
    });
    const sensor = await addRoomDevice(desk.shop, desk.admin, { announced: 'occupancy' });
    await until('the sensor is online', async () => (await sensor.read())['online'] === 'ONLINE');
    const stay = await desk.createReservation({ ...desk.time(0.5, 1) });
    const reportedFrom = new Date(clock.now().getTime() + 5 * MINUTE_MS);
    await server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
      tx
        .insertInto('overruns')
        .values({
          product_id: desk.shop.productId,
          store_id: desk.storeId,
          id: String(stay['id']),
          room_id: desk.roomIds[0] ?? '',
          device_id: sensor.id,
          since: clock.now(),
          told_from: reportedFrom,
        })
        .execute(),
    );
    clock.advance(4 * MINUTE_MS);
    await server.app.jobs.runDue();
    expect(owner.requestCount()).toBe(0);
    clock.set(reportedFrom);
    const [first] = await readMessages(1);
    expect(first).toMatchObject({ kind: 'OVERRUN', title: 'Store 1 · 이용 시간이 지나도 나가지 않았어요' });
    for (let minute = 0; minute < 3; minute += 1) {
      clock.advance(MINUTE_MS);
      await server.app.jobs.runDue();
    }
    expect(owner.pushed).toHaveLength(1);
    await twin.stop();
  }, 60_000);

  it('WAITLIST: a slot became free for a waiting guest, whom it does not name', async () => {
    const period = desk.time(3, 1);
    const reservation = await desk.createReservation(period);
    const added = await desk.admin.call('POST', `/${desk.shop.slug}/waitlist`, {
      storeId: desk.storeId,
      roomId: desk.roomIds[0],
      ...period,
      headCount: 2,
      guestName: '홍길동',
      guestPhone: '010-1234-5678',
      memo: '',
    });
    expect(added.status).toBe(200);
    expect((await desk.verb(reservation, 'cancel')).status).toBe(200);
    expect(await readMessages(1)).toEqual([
      {
        title: 'Store 1 · 대기 손님의 자리가 났어요',
        body: 'Room 1 · 자리가 난 대기 1건',
        kind: 'WAITLIST',
        open: '/dashboard/reservation',
      },
    ]);
  }, 60_000);
});
