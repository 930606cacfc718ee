// @sweep 1/8 (decision 086)
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../../db/index.ts';
import {
  fakeClock,
  listenToEvents,
  startTestServer,
  until,
  type Answer,
  type Caller,
  type Shop,
  type TestServer,
} from '../../../testing/index.ts';
import { makeReservation } from '../../../testing/reservations.ts';

const HOUR = 3600_000;

describe('the waitlist', () => {
  // 15:00 in Seoul.
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  const at = (hours: number) => new Date(clock.now().getTime() + hours * HOUR).toISOString();
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());

  interface WaitlistWish {
    readonly room?: number | null;
    readonly from?: number;
    readonly to?: number;
    readonly headCount?: number;
    readonly body?: Readonly<Record<string, unknown>>;
  }
  const add = (
    shop: Shop,
    { call }: Caller,
    { room = 0, from = 4, to = 6, headCount = 2, body = {} }: WaitlistWish = {},
  ): Promise<Answer> =>
    call('POST', `/${shop.slug}/waitlist`, {
      storeId: shop.stores[0]?.id,
      roomId: room === null ? null : shop.stores[0]?.rooms[room]?.id,
      startsAt: at(from),
      endsAt: at(to),
      headCount,
      guestName: '홍길동',
      guestPhone: '010-1234-5678',
      memo: '창가',
      ...body,
    });
  const occupy = (shop: Shop, { room = 0, from = 4, to = 6 }: WaitlistWish = {}) =>
    makeReservation(server, shop, shop.stores[0]?.id ?? '', {
      roomId: shop.stores[0]?.rooms[room ?? 0]?.id ?? '',
      startsAt: new Date(at(from)),
      endsAt: new Date(at(to)),
    });
  const states = async (shop: Shop, { call }: Caller) =>
    ((await call('GET', `/${shop.slug}/waitlist`)).body['items'] ?? []).map((item) => String(item['state']));
  const priceTime = (shop: Shop, { call }: Caller) =>
    call('POST', `/${shop.slug}/price-policy`, {
      storeId: shop.stores[0]?.id,
      name: '기본',
      roomIds: [],
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      holidays: true,
      startsOn: null,
      endsOn: null,
      fromTime: '00:00',
      toTime: '00:00',
      unit: 'SLOT',
      amount: 5000,
      packageMinutes: null,
      includedHeadCount: 4,
      extraPersonAmount: 1000,
      priority: 1,
    });
  const setStore = (shop: Shop, by: Caller, to: { buffer_minutes: number }) =>
    server.withActor(by.actor, (tx) =>
      tx
        .updateTable('stores')
        .set(to)
        .where('id', '=', shop.stores[0]?.id ?? '')
        .execute(),
    );

  it('becomes FREE with its room when the time is freed, and WAITING when it is taken again, and publishes both', async () => {
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    const roomId = shop.stores[0]?.rooms[0]?.id;
    await priceTime(shop, admin);
    const reservationId = await occupy(shop);
    const { body: entry } = await add(shop, admin);
    expect(entry).toMatchObject({ state: 'WAITING', freeSince: null, freeRoomId: null, version: 1 });
    const stream = await listenToEvents(server.url, shop.slug, admin.token);

    const cancelled = await admin.call('POST', `/${shop.slug}/reservation/${reservationId}/cancel`, { version: 1 });
    expect(cancelled.status).toBe(200);
    const event = (state: string) =>
      until(`the entry to be ${state}`, () =>
        stream.events.find((it) => it.event === 'waitlist.changed' && (it.data as { state: string }).state === state),
      );
    expect((await event('FREE')).data).toMatchObject({
      id: entry['id'],
      freeRoomId: roomId,
      freeSince: clock.now().toISOString(),
      guestName: '홍*동',
      guestPhone: '010-****-5678',
      version: 2,
    });
    expect(await states(shop, admin)).toEqual(['FREE']);

    const occupying = await admin.call('POST', `/${shop.slug}/reservation`, {
      roomId,
      startsAt: at(5),
      endsAt: at(7),
      headCount: 2,
      guestName: '임꺽정',
      guestPhone: '010-9999-8888',
    });
    expect(occupying.status).toBe(200);
    await until('the entry to wait again', () =>
      stream.events.find((it) => it.event === 'waitlist.changed' && (it.data as { version: number }).version === 3),
    );
    expect((await admin.call('GET', `/${shop.slug}/waitlist`)).body['items']?.[0]).toMatchObject({
      state: 'WAITING',
      freeSince: null,
      freeRoomId: null,
      version: 3,
    });
    stream.close();
  });

  it('needs the buffer free: a time that only touches a reservation is not free', async () => {
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    await setStore(shop, admin, { buffer_minutes: 30 });
    await occupy(shop, { from: 6.25, to: 8 });
    expect((await add(shop, admin)).body['state']).toBe('WAITING');
    await setStore(shop, admin, { buffer_minutes: 15 });
    expect((await add(shop, admin, { body: { guestPhone: '010-1234-0000' } })).body['state']).toBe('FREE');
  });

  it('finds any room that is large enough, a composite room only if its parts are free, and no closed room', async () => {
    const shop = await server.makeShop({ rooms: 4 });
    const admin = await server.signIn(shop, ['ADMIN']);
    const store = shop.stores[0] ?? expect.fail();
    const [small, whole, part, closed] = store.rooms.map((room) => room.id);
    await server.withActor(storeActor(shop.productId, store.id), async (tx) => {
      const own = { product_id: shop.productId, store_id: store.id };
      await tx
        .insertInto('room_parts')
        .values({ ...own, room_id: whole ?? '', part_room_id: part ?? '' })
        .execute();
      for (const [id, capacity] of [
        [whole, 8],
        [closed, 12],
      ] as const)
        await tx
          .updateTable('rooms')
          .set({ capacity })
          .where('id', '=', id ?? '')
          .execute();
      await tx
        .insertInto('closures')
        .values({
          ...own,
          id: uuidv7(),
          room_ids: [closed ?? ''],
          starts_at: new Date(at(5)),
          ends_at: new Date(at(5.5)),
          reason: '수리',
          created_at: clock.now(),
        })
        .execute();
    });
    let phones = 0;
    const addAnother = (expected: WaitlistWish) =>
      add(shop, admin, { ...expected, body: { guestPhone: `010-1234-000${(phones += 1)}` } });
    expect((await addAnother({ room: null, headCount: 3 })).body['freeRoomId']).toBe(small);
    expect((await addAnother({ room: null, headCount: 6 })).body['freeRoomId']).toBe(whole);
    expect((await addAnother({ room: null, headCount: 10 })).body['freeRoomId']).toBeNull();
    await occupy(shop, { room: 2 });
    expect((await addAnother({ room: null, headCount: 6 })).body['freeRoomId']).toBeNull();
    expect((await addAnother({ room: 1, headCount: 6 })).body['state']).toBe('WAITING');
    // The FREE entry of the composite room is WAITING again, because its part is taken.
    expect(await states(shop, admin)).toEqual(['FREE', 'WAITING', 'WAITING', 'WAITING', 'WAITING']);
  });

  it('closes an entry once as DONE, and rejects a stale version (AP-4)', async () => {
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    await occupy(shop);
    const { body: entry } = await add(shop, admin);
    const path = `/${shop.slug}/waitlist/${entry['id']}/done`;
    const late = await admin.call('POST', path, { version: 7 });
    expect([late.status, late.body['code'], late.body['current']?.['version']]).toEqual([409, 'STALE', 1]);
    expect((await admin.call('POST', path, { version: 1 })).body).toMatchObject({ state: 'DONE', version: 2 });
    const second = await admin.call('POST', path, { version: 2 });
    expect([second.status, second.body['code'], second.body['current']?.['state']]).toEqual([
      409,
      'STATE_NOT_ALLOWED',
      'DONE',
    ]);
  });

  it('expires an entry when its time begins, and publishes it', async () => {
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    await occupy(shop, { from: 0.5, to: 2 });
    const { body: waiting } = await add(shop, admin, { from: 0.5, to: 2 });
    const { body: free } = await add(shop, admin, { from: 0.5, to: 2, room: 1 });
    const stream = await listenToEvents(server.url, shop.slug, admin.token);
    const before = clock.now();
    clock.advance(HOUR / 2 - 1);
    await server.app.jobs.runDue();
    expect(await states(shop, admin)).toEqual(['FREE', 'WAITING']);
    clock.advance(1);
    await until('both to be over', async () => {
      await server.app.jobs.runDue();
      return (await states(shop, admin)).every((state) => state === 'EXPIRED');
    });
    const events = await until('both to be told', () => {
      const over = stream.events.filter(
        (it) => it.event === 'waitlist.changed' && (it.data as { state: string }).state === 'EXPIRED',
      );
      return over.length === 2 && over;
    });
    expect(events.map((it) => (it.data as { id: string }).id).sort()).toEqual(
      [waiting['id'], free['id']].map(String).sort(),
    );
    stream.close();
    clock.set(before);
  });

  it('re-checks a FREE entry after five seconds, when a concurrent booking has committed', async () => {
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    expect((await add(shop, admin)).body['state']).toBe('FREE');
    await occupy(shop);
    const before = clock.now();
    clock.advance(5000);
    await until('it to wait', async () => {
      await server.app.jobs.runDue();
      return (await states(shop, admin))[0] === 'WAITING';
    });
    clock.set(before);
  });

  it('follows closures and archived rooms', async () => {
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    const store = shop.stores[0] ?? expect.fail();
    const [first, second] = store.rooms;
    expect((await add(shop, admin)).body['state']).toBe('FREE');
    const closed = await admin.call('POST', `/${shop.slug}/store/${store.id}/closure`, {
      roomIds: [first?.id],
      startsAt: at(4.5),
      endsAt: at(5),
      reason: '수리',
    });
    expect(closed.status).toBe(200);
    await until('it to wait', async () => (await states(shop, admin))[0] === 'WAITING');
    expect((await admin.call('DELETE', `/${shop.slug}/store/${store.id}/closure/${closed.body['id']}`)).status).toBe(
      200,
    );
    await until('it to be free', async () => (await states(shop, admin))[0] === 'FREE');
    expect((await add(shop, admin, { room: 1 })).body['state']).toBe('FREE');
    expect(
      (await admin.call('POST', `/${shop.slug}/room/${second?.id}/archive`, { version: 1, isArchived: true })).status,
    ).toBe(200);
    await until('the other to wait', async () => (await states(shop, admin)).join() === 'FREE,WAITING');
  });

  it('masks the guest in every answer and records who reveals it (PD-1)', async () => {
    const shop = await server.makeShop();
    const helper = await server.signIn(shop, ['CUSTOMER_MANAGER']);
    const { body: entry } = await add(shop, helper);
    expect(entry).toMatchObject({ guestName: '홍*동', guestPhone: '010-****-5678', memo: '창가' });
    expect(JSON.stringify((await helper.call('GET', `/${shop.slug}/waitlist`)).body)).not.toMatch(
      /홍길동|010-1234-5678|01012345678/,
    );
    const path = `/${shop.slug}/waitlist/${entry['id']}/reveal`;
    expect((await helper.call('POST', path, {})).status).toBe(400);
    expect((await helper.call('POST', path, { reason: '빈 자리 안내' })).body).toEqual({
      guestName: '홍길동',
      guestPhone: '010-1234-5678',
      guestEmail: '',
    });
    const audited = await server.withActor(helper.actor, (tx) =>
      tx.selectFrom('audit_log').selectAll().where('subject_id', '=', String(entry['id'])).orderBy('seq').execute(),
    );
    expect(audited.map((row) => [row.action, row.actor_id])).toEqual([
      ['waitlist.added', helper.userId],
      ['waitlist.revealed', helper.userId],
    ]);
    expect(audited[1]?.detail).toMatchObject({ reason: '빈 자리 안내' });
    expect(JSON.stringify(audited)).not.toMatch(/홍길동|010-1234-5678|01012345678|\*\*\*\*-5678/);
  });

  it('shows a franchisee no entry of another store (AC-1)', async () => {
    const shop = await server.makeShop({ stores: 2 });
    const [admin, stranger] = [
      await server.signIn(shop, ['ADMIN']),
      await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1)),
    ];
    const { body: entry } = await add(shop, admin);
    expect((await stranger.call('GET', `/${shop.slug}/waitlist`)).body).toEqual({
      total: 0,
      isTotalExact: true,
      items: [],
    });
    expect((await add(shop, stranger)).status).toBe(404);
    for (const [verb, body] of [
      ['done', { version: 1 }],
      ['reveal', { reason: '전화' }],
    ] as const) {
      expect((await stranger.call('POST', `/${shop.slug}/waitlist/${entry['id']}/${verb}`, body)).status, verb).toBe(
        404,
      );
    }
  });

  it('keeps one entry of a phone for one time, in any spelling and from two people at once', async () => {
    const shop = await server.makeShop();
    const admin = await server.signIn(shop, ['ADMIN']);
    const spelt = ['010-1234-5678', '010.1234.5678', '+82 10 1234 5678', '\u202a010–1234–5678\u202c'];
    const answers = await Promise.all(spelt.map((guestPhone) => add(shop, admin, { body: { guestPhone } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await add(shop, admin, { from: 5, to: 7 })).status).toBe(200);
    expect(await states(shop, admin)).toHaveLength(2);
  });

  it('rejects an entry that could never be booked, with its field', async () => {
    const shop = await server.makeShop({ stores: 2 });
    const admin = await server.signIn(shop, ['ADMIN']);
    const refused: readonly (readonly [WaitlistWish, number, string, string])[] = [
      [{ from: 6, to: 4 }, 422, 'PERIOD_INVALID', 'endsAt'],
      [{ from: 4, to: 4 }, 422, 'PERIOD_INVALID', 'endsAt'],
      [{ from: -2, to: 1 }, 422, 'IN_THE_PAST', 'startsAt'],
      [{ from: 4.1, to: 6 }, 422, 'OFF_SLOT_GRID', 'startsAt'],
      [{ from: 24 * 61, to: 24 * 61 + 2 }, 422, 'BEYOND_HORIZON', 'startsAt'],
      [{ from: 4, to: 4 + 24 }, 422, 'TOO_LONG', 'endsAt'],
      [{ headCount: 0 }, 400, 'INVALID_INPUT', 'headCount'],
      [{ headCount: 10_000 }, 400, 'INVALID_INPUT', 'headCount'],
      [{ headCount: 5 }, 422, 'OVER_CAPACITY', 'headCount'],
      [{ room: null, headCount: 5 }, 422, 'OVER_CAPACITY', 'headCount'],
      [{ body: { roomId: shop.stores[1]?.rooms[0]?.id } }, 400, 'INVALID_INPUT', 'roomId'],
      [{ body: { startsAt: '2026-02-30T10:00:00Z' } }, 400, 'INVALID_INPUT', 'startsAt'],
      [{ body: { guestPhone: 'call me' } }, 400, 'INVALID_INPUT', 'guestPhone'],
      [{ body: { guestName: 'a\u0000b' } }, 400, 'INVALID_INPUT', 'guestName'],
      [{ body: { colour: 'red' } }, 400, 'INVALID_INPUT', 'colour'],
    ];
    for (const [expected, status, code, path] of refused) {
      const answer = await add(shop, admin, expected);
      expect(
        [answer.status, answer.body['code'], answer.body['errors']?.[0]?.['path']],
        JSON.stringify(expected),
      ).toEqual([status, code, path]);
    }
    await server.withActor(admin.actor, (tx) =>
      tx
        .updateTable('rooms')
        .set({ archived_at: clock.now() })
        .where('id', '=', shop.stores[0]?.rooms[1]?.id ?? '')
        .execute(),
    );
    expect((await add(shop, admin, { room: 1 })).body['code']).toBe('ROOM_ARCHIVED');
    await server.withActor(admin.actor, (tx) =>
      tx
        .updateTable('stores')
        .set({ hours: '[]' })
        .where('id', '=', shop.stores[0]?.id ?? '')
        .execute(),
    );
    expect((await add(shop, admin)).body['code']).toBe('STORE_CLOSED');
  });
});
