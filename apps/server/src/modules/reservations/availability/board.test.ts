import { dailyReservations, type DailyReservations } from '@munjigi/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  makeReservation,
  openBookingDesk,
  startTestServer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../../testing/index.ts';

const NOW = new Date('2026-11-21T06:00:00Z');

describe('GET reservations/daily (RV-3)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  beforeEach(async () => {
    desk = await openBookingDesk(server);
  });
  afterAll(() => server.close());

  const read = async (query = '', by: Caller = desk.admin): Promise<DailyReservations> => {
    const { status, body } = await by.call(
      'GET',
      `/${desk.shop.slug}/reservations/daily?storeId=${desk.storeId}&date=2026-11-21${query}`,
    );
    expect([status, body['code'] ?? null]).toEqual([200, null]);
    // The reply is sent as it is written, so it must have every member of the contract and no other.
    const reply = dailyReservations.reply.parse(body);
    expect(body).toEqual(reply);
    return reply;
  };

  it('shows a business date from cut-off to cut-off, with opening hours and rooms in their order', async () => {
    await desk.set({ hours: JSON.stringify([{ weekday: 6, opensAt: '10:00', closesAt: '02:00' }]) });
    const board = await read();
    expect([board.startsAt, board.endsAt]).toEqual(['2026-11-20T21:00:00.000Z', '2026-11-21T21:00:00.000Z']);
    expect(board.open).toEqual([{ startsAt: '2026-11-21T01:00:00.000Z', endsAt: '2026-11-21T17:00:00.000Z' }]);
    expect(board.rooms.map((it) => [it.room.id, it.room.name, it.room.order])).toEqual(
      desk.roomIds.map((id, index) => [id, `Room ${index + 1}`, index + 1]),
    );
    expect((await read('&days=7')).endsAt).toBe('2026-11-27T21:00:00.000Z');
  });

  it('shows live, block, completed and no-show reservations that touch the date, without cancelled and expired ones', async () => {
    const [room = ''] = desk.roomIds;
    const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);
    const make = (from: number, to: number, more = {}) =>
      makeReservation(server, desk.shop, desk.storeId, { roomId: room, startsAt: at(from), endsAt: at(to), ...more });
    const shown = [
      await make(-11, -8.5), // Begins the evening before and ends after the cut-off.
      await make(-8, -7, { state: 'COMPLETED' }),
      await make(-6, -5, { state: 'NO_SHOW' }),
      await make(0, 1, { state: 'IN_USE' }),
      await make(2, 3, { kind: 'BLOCK' }),
      await make(4, 5, { state: 'PENDING' }),
      await make(14, 17), // Lasts past midnight and past the cut-off.
    ];
    await make(6, 7, { state: 'CANCELLED' });
    await make(6, 7, { state: 'EXPIRED' });
    await make(-14, -12); // Ends before the date.
    await make(15, 16, { state: 'CANCELLED' });
    const [first, second] = (await read()).rooms;
    expect(first?.reservations.map((it) => it.id)).toEqual(shown);
    expect(second?.reservations).toEqual([]);
    expect((await read('&days=2')).rooms[0]?.reservations).toHaveLength(7);
    const { body: next } = await desk.admin.call(
      'GET',
      `/${desk.shop.slug}/reservations/daily?storeId=${desk.storeId}&date=2026-11-22`,
    );
    expect(dailyReservations.reply.parse(next).rooms[0]?.reservations.map((it) => it.id)).toEqual([shown[6]]);
  });

  it('shows closures of the store and of the room, and an archived room only while it has a reservation', async () => {
    const [first = '', second = ''] = desk.roomIds;
    const close = (roomIds: string[], from: number) =>
      desk.admin.call('POST', `/${desk.shop.slug}/store/${desk.storeId}/closure`, {
        roomIds,
        ...desk.time(from),
        reason: '공사',
      });
    await close([], 2);
    await close([second], 5);
    await close([first], 24);
    const board = await read();
    expect(board.rooms.map((it) => it.closures.map((closure) => closure.startsAt))).toEqual([
      [desk.time(2).startsAt],
      [desk.time(2).startsAt, desk.time(5).startsAt],
    ]);
    await desk.createReservation({ roomId: second, ...desk.time(8) });
    await server.withActor(desk.admin.actor, (tx) =>
      tx.updateTable('rooms').set({ archived_at: NOW }).where('store_id', '=', desk.storeId).execute(),
    );
    expect((await read()).rooms.map((it) => it.room.id)).toEqual([second]);
  });

  it('masks guests, returns 404 for a store out of reach and 400 for an invalid date', async () => {
    await desk.createReservation();
    expect(JSON.stringify(await read())).not.toMatch(/홍길동|010-1234-5678|01012345678/);
    const shop = await server.makeShop({ stores: 2 });
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    const ask = (storeId: string | undefined, date = '2026-11-21') =>
      owner.call('GET', `/${shop.slug}/reservations/daily?storeId=${storeId}&date=${date}`);
    expect((await ask(shop.stores[0]?.id)).status).toBe(200);
    for (const storeId of [shop.stores[1]?.id, desk.storeId]) expect((await ask(storeId)).status).toBe(404);
    for (const query of ['2026-02-30', '2026-11-21&days=15', '2026-11-21&days=0'])
      expect((await ask(shop.stores[0]?.id, query)).status).toBe(400);
  });

  it('answers concurrent requests by the rights of each person, with no result older than the request', async () => {
    const shop = await server.makeShop({ stores: 2 });
    desk = await openBookingDesk(server, { shop });
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1));
    for (let round = 0; round < 10; round += 1) {
      const { body } = await desk.book(desk.time(1 + 2 * round));
      const path = `/${shop.slug}/reservations/daily?storeId=${desk.storeId}&date=2026-11-21&days=2`;
      const [foreign, ...own] = await Promise.all([
        owner.call('GET', path),
        ...Array.from({ length: 12 }, () => desk.admin.call('GET', path)),
      ]);
      expect(foreign.status).toBe(404);
      for (const answer of own)
        expect(answer.body['rooms']?.[0]?.['reservations']?.map((it) => it['id'])).toContain(body['id']);
    }
  });

  it('shows each reservation as the list does, after every kind of change', async () => {
    const reservation = await desk.createReservation(desk.time(1, 1));
    const shows = async (what: string) => {
      const listed = await desk.admin.call('GET', `/${desk.shop.slug}/reservation?storeId=${desk.storeId}`);
      const board = (await read()).rooms.flatMap(({ reservations }) => reservations);
      const expected = listed.body['items']?.filter((item) => item['state'] !== 'CANCELLED');
      expect(board, what).toEqual(expected);
    };
    await shows('a new one');
    const [, second] = desk.roomIds;
    const changes: [string, Record<string, unknown>][] = [
      ['memo', { memo: '두 번째 방문' }],
      ['guest', { guestName: '남궁민수', guestPhone: '010-9876-5432' }],
      ['people', { headCount: 3 }],
      ['room', { roomId: second }],
      ['time', desk.time(2, 1)],
    ];
    for (const [what, change] of changes) {
      expect((await desk.edit(await desk.read(reservation), change)).status, what).toBe(200);
      await shows(what);
    }
    const paid = await desk.admin.call('POST', `/${desk.shop.slug}/payment`, {
      reservationId: reservation['id'],
      method: 'CASH',
      amount: 1000,
    });
    expect(paid.status).toBe(200);
    await shows('a payment');
    expect((await desk.verb(await desk.read(reservation), 'cancel', { reason: '손님 요청' })).status).toBe(200);
    await shows('its end');
  });

  it('shows a reservation that moves to and fro in one room each time', async () => {
    const reservation = await desk.createReservation(desk.time(1, 1));
    let isMoving = true;
    const move = async () => {
      for (let round = 0; round < 20; round += 1) {
        const edited = await desk.edit(await desk.read(reservation), { roomId: desk.roomIds[round % 2 === 0 ? 1 : 0] });
        expect(edited.status).toBe(200);
      }
      isMoving = false;
    };
    const readWhileMoving = async () => {
      let reads = 0;
      for (; isMoving; reads += 1) {
        const shown = (await read()).rooms.flatMap(({ room, reservations }) =>
          reservations.map(({ id, roomId }) => [id, room.id === roomId]),
        );
        expect(shown).toEqual([[reservation['id'], true]]);
      }
      return reads;
    };
    const [, ...reads] = await Promise.all([move(), readWhileMoving(), readWhileMoving(), readWhileMoving()]);
    for (const count of reads) expect(count).toBeGreaterThan(5);
  });
});
