/** @module-tag engines */
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  makeReservation,
  openBookingDesk,
  startTestServer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';

const NOW = new Date('2026-11-21T06:00:00Z');

describe('GET reservation3 (RV-4)', () => {
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

  const get = async (path: string, query: Readonly<Record<string, string | number>>, by: Caller = desk.admin) => {
    const { status, body } = await by.call(
      'GET',
      `/${desk.shop.slug}/${path}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()}`,
    );
    expect([status, body['code'] ?? null]).toEqual([200, null]);
    return body;
  };
  const found = async (query: Readonly<Record<string, string | number>>, by?: Caller) =>
    (await get('reservation3', query, by))['items']?.map((it) => it['id']) ?? [];

  it('finds by code in any spelling, the last four digits, a whole phone, or the beginning of a name', async () => {
    const kim = await desk.createReservation({ guestName: '김영희', guestPhone: '+82 10-7777-4321' });
    const john = await desk.createReservation({ ...desk.time(4), guestName: 'John Smith', guestPhone: '02-555-4321' });
    const code = String(kim['code']);
    for (const q of [
      code,
      code.toLowerCase(),
      code.replace('-', ''),
      '김',
      '김영희',
      '김영희'.normalize('NFD'),
      '010-7777-4321',
      '01077774321',
      '+821077774321',
    ]) {
      expect(await found({ q }), q).toEqual([kim['id']]);
    }
    expect(await found({ q: '4321' })).toEqual([john['id'], kim['id']]);
    expect(await found({ q: 'John' })).toEqual([john['id']]);
    for (const q of ['영희', '1234', '김영희%', "' or 1=1 --", '0107777432', '%', '_'])
      expect(await found({ q }), q).toEqual([]);
  });

  it('filters by room, state, kind, channel, payment and time', async () => {
    const [first = '', second = ''] = desk.roomIds;
    const a = await desk.createReservation({ roomId: first, ...desk.time(1) });
    const b = await desk.createReservation({ roomId: second, ...desk.time(1), state: 'PENDING' });
    const block = await desk.createReservation({ kind: 'BLOCK', roomId: first, ...desk.time(24) });
    const walkIn = await desk.createReservation({ roomId: second, channel: 'WALK_IN', ...desk.time(30) });
    await server.withActor(desk.admin.actor, (tx) =>
      tx.updateTable('reservations').set({ paid_amount: 20_000 }).where('id', '=', String(a['id'])).execute(),
    );
    const ids = (...of: { id?: unknown }[]) => of.map((it) => it['id']);
    // Those that start together are in the order of their rooms.
    expect(await found({})).toEqual(ids(walkIn, block, a, b));
    expect(await found({ sort: 'startsAt' })).toEqual(ids(a, b, block, walkIn));
    expect(await found({ roomId: first })).toEqual(ids(block, a));
    expect(await found({ state: 'PENDING,COMPLETED' })).toEqual(ids(b));
    expect(await found({ kind: 'BLOCK' })).toEqual(ids(block));
    expect(await found({ channel: 'WALK_IN' })).toEqual(ids(walkIn));
    expect(await found({ paid: 'yes' })).toEqual(ids(a));
    expect(await found({ paid: 'no', kind: 'GUEST', state: 'CONFIRMED' })).toEqual(ids(walkIn));
    // The period is half-open: a reservation that only touches it does not match.
    expect(await found({ from: String(a['endsAt']), to: String(walkIn['startsAt']) })).toEqual(ids(block));
    const listed = await get('reservation', { storeId: desk.storeId, state: 'CONFIRMED', from: desk.time(2).startsAt });
    expect([listed['total'], listed['items']?.map((it) => it['id'])]).toEqual([3, ids(a, block, walkIn)]);
    for (const query of [
      'state=',
      'state=OPEN',
      'cursor=nonsense',
      'cursor=W10',
      'limit=0',
      'limit=201',
      'from=2026-02-30T00:00:00Z',
      'unknown=1',
    ]) {
      expect((await desk.admin.call('GET', `/${desk.shop.slug}/reservation3?${query}`)).body['code'], query).toBe(
        'INVALID_INPUT',
      );
    }
  });

  it('filters by what was paid, returned or is to be returned (RV-70)', async () => {
    const stays = await Promise.all(
      [1, 4, 7, 10, 13, 16].map((hour) => desk.createReservation({ ...desk.time(hour), state: 'CONFIRMED' })),
    );
    const [unpaid, partly, paid, returned, owed, gone] = stays.map((stay) => String(stay['id']));
    await desk.createReservation({ kind: 'BLOCK', ...desk.time(19) });
    await server.withActor(desk.admin.actor, async (tx) => {
      const set = (id: string | undefined, row: Readonly<Record<string, unknown>>) =>
        tx.updateTable('reservations').set(row).where('id', '=', String(id)).execute();
      await set(partly, { paid_amount: 5_000 });
      await set(paid, { paid_amount: 20_000 });
      await set(returned, { state: 'CANCELLED', cancelled_at: NOW });
      await set(owed, { state: 'CANCELLED', cancelled_at: NOW, paid_amount: 20_000, refund_due_amount: 20_000 });
      await set(gone, { state: 'CANCELLED', cancelled_at: NOW });
      await tx
        .insertInto('reservation_events')
        .values({
          id: uuidv7(),
          product_id: desk.shop.productId,
          store_id: desk.storeId,
          reservation_id: String(returned),
          at: NOW,
          kind: 'REFUNDED',
          actor_kind: 'SYSTEM',
          actor_id: null,
          actor_label: 'Tester',
          reason: null,
          amount: 20_000,
          before: null,
        })
        .execute();
    });
    for (const [payment, id] of Object.entries({
      UNPAID: unpaid,
      PARTLY: partly,
      PAID: paid,
      REFUNDED: returned,
      REFUND_OWED: owed,
    }))
      expect(await found({ payment, storeId: desk.storeId }), payment).toEqual([id]);
    expect((await desk.admin.call('GET', `/${desk.shop.slug}/reservation3?payment=SOME`)).body['code']).toBe(
      'INVALID_INPUT',
    );
    const file = await fetch(
      `${server.url}/api/v2/${desk.shop.slug}/reservation3/export?format=csv&payment=PARTLY&sort=startsAt`,
      { headers: { authorization: `Bearer ${desk.admin.token}` } },
    );
    const lines = (await file.text()).trimEnd().split('\r\n');
    expect([lines.length, lines[1]?.split(',')[0]]).toEqual([2, stays[1]?.['code']]);
  });

  it('pages by latest start without skipping or repeating rows during concurrent inserts', async () => {
    const [room = ''] = desk.roomIds;
    const make = (hour: number) =>
      makeReservation(server, desk.shop, desk.storeId, {
        roomId: room,
        startsAt: new Date(NOW.getTime() + hour * 3600_000),
        endsAt: new Date(NOW.getTime() + (hour + 1) * 3600_000),
      });
    const before: string[] = [];
    for (let hour = 0; hour < 23; hour += 1) before.unshift(await make(2 * hour));
    const seen: unknown[] = [];
    for (let cursor = '', pages = 0; pages < 20; pages += 1) {
      const page = await get('reservation3', { limit: 5, storeId: desk.storeId, ...(cursor ? { cursor } : {}) });
      seen.push(...(page['items']?.map((it) => it['id']) ?? []));
      await make(2 * pages + 1);
      if (page['nextCursor'] === null) break;
      cursor = String(page['nextCursor']);
    }
    expect(seen.filter((id) => before.includes(String(id)))).toEqual(before);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('shows a franchisee no reservation of another store, by filter or code (AC-2)', async () => {
    const shop = await server.makeShop({ stores: 2 });
    desk = await openBookingDesk(server, { shop });
    const mine = await desk.createReservation();
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1));
    for (const query of [{}, { q: String(mine['code']) }, { q: '5678' }, { q: '홍' }, { storeId: desk.storeId }])
      expect(await found(query, owner)).toEqual([]);
    expect(await found({ q: '5678' })).toEqual([mine['id']]);
  });

  it('masks guests in every list (PD-1)', async () => {
    await desk.createReservation();
    for (const path of ['reservation3', 'reservation'])
      expect(JSON.stringify(await get(path, {}))).not.toMatch(/홍길동|010-1234-5678|01012345678/);
  });
});
