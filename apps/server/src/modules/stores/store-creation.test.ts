// @sweep 1/8 (decision 086)
import { isDeepStrictEqual } from 'node:util';
import { ENDPOINTS, storeSummary, type Endpoint, type StoreSummary } from '@munjigi/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  insertSeller,
  listenToEvents,
  makeReservation,
  startTestServer,
  until,
  type Answer,
  type Caller,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';
import { verifyChain } from '../audit/index.ts';

/** Saturday, 21 November 2026, 16:30 in Seoul. */
const clock = fakeClock(new Date('2026-11-21T07:30:00Z'));
const ALL_DAY = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt: '00:00', closesAt: '00:00' }));
const at = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS);

describe('creating, closing and reopening stores (ST-1, ST-2)', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await server.makeShop({ stores: 1, rooms: 1 });
    admin = await server.signIn(shop, ['ADMIN']);
  });

  const make = (body: object = {}, by = admin, headers: Record<string, string> = {}) =>
    by.call('POST', `/${shop.slug}/store`, { name: '성수점', code: 'seongsu', hours: ALL_DAY, ...body }, headers);
  async function createStore(body: object = {}): Promise<Answer['body']> {
    const answer = await make(body);
    expect([answer.status, answer.body['code']]).toEqual([200, undefined]);
    return answer.body;
  }
  const verb = (of: { readonly [name: string]: unknown }, name: 'close' | 'reopen', body: object = {}, by = admin) =>
    by.call('POST', `/${shop.slug}/store/${String(of['id'])}/${name}`, {
      version: of['version'],
      ...(name === 'close' && { reason: '계약 종료' }),
      ...body,
    });
  async function list(query = '', by = admin): Promise<StoreSummary[]> {
    const { status, body } = await by.call('GET', `/${shop.slug}/store/summary${query}`);
    expect([status, body['code']]).toEqual([200, undefined]);
    return (body['items'] ?? []).map((it) => storeSummary.parse(it));
  }
  const one = async (id: unknown): Promise<StoreSummary | undefined> =>
    (await list('?limit=200')).find((it) => it.id === id);
  const actions = () =>
    server.withActor(
      admin.actor,
      async (tx) =>
        await tx
          .selectFrom('audit_log')
          .select(['action', 'store_id', 'actor_id', 'detail'])
          .where('action', 'like', 'store.%')
          .orderBy('seq')
          .execute(),
    );
  async function equipped(): Promise<{ store: Answer['body']; roomId: string }> {
    const store = await createStore();
    const room = await admin.call('POST', `/${shop.slug}/room`, { storeId: store['id'], name: '1번 룸', capacity: 4 });
    expect(room.status).toBe(200);
    const price = await admin.call('POST', `/${shop.slug}/price-policy`, {
      storeId: store['id'],
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
      extraPersonAmount: 0,
      priority: 1,
    });
    expect(price.status).toBe(200);
    return { store, roomId: String(room.body['id']) };
  }
  const book = (roomId: string, fromHours: number, by = admin) =>
    by.call('POST', `/${shop.slug}/reservation`, {
      kind: 'GUEST',
      roomId,
      startsAt: at(fromHours).toISOString(),
      endsAt: at(fromHours + 1).toISOString(),
      headCount: 2,
      guestName: '홍길동',
      guestPhone: '010-1234-5678',
    });

  it('creates a store that can be booked once it has a room and a price, and lists what is missing until then', async () => {
    const stream = await listenToEvents(server.url, shop.slug, admin.token);
    const bare = await createStore({
      name: '건대점',
      code: 'kondae',
      hours: [],
      address: '서울 광진구',
      phone: '02-555-0199',
      businessNumber: '120-81-47521',
    });
    expect((await stream.first('store.changed')).data).toEqual(bare);
    stream.close();
    expect(bare).toMatchObject({
      name: '건대점',
      mqttPrefix: `${shop.slug}/kondae`,
      timeZone: 'Asia/Seoul',
      address: '서울 광진구',
      phone: '02-555-0199',
      businessNumber: '120-81-47521',
      closedAt: null,
      version: 1,
    });
    expect(await one(bare['id'])).toMatchObject({
      state: 'PREPARING',
      lacks: ['HOURS', 'ROOMS', 'PRICES'],
      roomCount: 0,
      owners: [],
      terms: null,
    });

    const { store, roomId } = await equipped();
    expect(await one(store['id'])).toMatchObject({ state: 'OPEN', lacks: [], roomCount: 1, closedRoomCount: 0 });
    expect((await book(roomId, 1.5)).status).toBe(200);
    expect((await actions()).map((row) => [row.action, row.store_id, row.actor_id])).toEqual([
      ['store.created', bare['id'], admin.userId],
      ['store.created', store['id'], admin.userId],
    ]);
    expect(await verifyChain(server.app.db, shop.productId)).toMatchObject({ fault: null });
  });

  it('answers every GET endpoint for a store that has no data yet', async () => {
    const store = await createStore();
    const day = '2026-11-21';
    const params: Record<string, string> = {
      storeId: String(store['id']),
      date: day,
      year: '2026',
      month: '2026-11',
      from: `${day}T00:00:00Z`,
      to: `${day}T12:00:00Z`,
      format: 'csv',
      groupBy: 'day',
      q: '1234',
      startsAt: at(1.5).toISOString(),
      endsAt: at(2.5).toISOString(),
      minutes: '60',
    };
    const information = `/${shop.slug}/store/${store['id']}/guest-information`;
    await server.withActor(headOffice(shop.productId), (tx) =>
      insertSeller(tx, { productId: shop.productId, storeId: String(store['id']) }, server.clock.now()),
    );
    const opened = { version: store['version'], bookingIsOpen: true };
    expect((await admin.call('PATCH', information, opened)).status).toBe(200);
    let requestCount = 0;
    for (const [name, endpoint] of Object.entries(ENDPOINTS) as [string, Endpoint][]) {
      const { shape } = (endpoint.query ?? {}) as {
        shape?: Record<string, { safeParse(value: unknown): { success: boolean } }>;
      };
      const isAbout = endpoint.path.includes('{storeId}') || shape?.['storeId'] !== undefined;
      if (
        endpoint.method !== 'GET' ||
        endpoint.kind === 'stream' ||
        endpoint.access === 'channel' ||
        !isAbout ||
        /\{(?!product|storeId)/.test(endpoint.path)
      )
        continue;
      const query = new URLSearchParams();
      for (const [key, field] of Object.entries(shape ?? {})) {
        if (!['storeId', 'date'].includes(key) && field.safeParse(undefined).success) continue;
        const value = field.safeParse(params[key]).success ? params[key] : day;
        if (field.safeParse(value).success) query.set(key, value ?? '');
      }
      const path = endpoint.path
        .replace('/api/v2', '')
        .replace('{product}', shop.slug)
        .replace('{storeId}', String(store['id']));
      const { status, body } = await admin.call('GET', `${path}?${query.toString()}`);
      expect([name, status, body['code'], body['errors']]).toEqual([name, 200, undefined, undefined]);
      requestCount += 1;
    }
    expect(requestCount).toBeGreaterThan(20);
  });

  it('rejects a duplicate name, regardless of case, and a duplicate code, also under concurrency', async () => {
    const answers = await Promise.all([make({ name: 'Hongdae' }), make({ name: 'hongdae', code: 'other' })]);
    expect(answers.map((it) => [it.status, it.body['code']]).sort()).toEqual([
      [200, undefined],
      [409, 'STORE_NAME_TAKEN'],
    ]);
    const winner = answers.find((it) => it.status === 200)?.body ?? {};
    const code = String(winner['mqttPrefix']).split('/').at(-1);
    expect((await make({ name: '다른 이름', code })).body['code']).toBe('STORE_CODE_TAKEN');
    const renamed = await admin.call('PATCH', `/${shop.slug}/store/${shop.stores[0]?.id}`, {
      version: 1,
      name: 'HONGDAE',
    });
    expect([renamed.status, renamed.body['code']]).toEqual([409, 'STORE_NAME_TAKEN']);
    // A store may change the case of its name, and another product may use the same name and code.
    expect(
      (
        await admin.call('PATCH', `/${shop.slug}/store/${winner['id']}`, {
          version: winner['version'],
          name: 'HongDae',
        })
      ).status,
    ).toBe(200);
    const other = await server.makeShop();
    expect(
      (await (await server.signIn(other, ['ADMIN'])).call('POST', `/${other.slug}/store`, { name: 'hongdae', code }))
        .status,
    ).toBe(200);
    expect((await actions()).filter((row) => row.action === 'store.changed').map((row) => row.detail)).toEqual([
      { before: { name: winner['name'] }, after: { name: 'HongDae' } },
    ]);
  });

  it('creates one store for one Idempotency-Key, also for concurrent requests', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await make({}, admin, key);
    expect((await make({}, admin, key)).body).toEqual(first.body);
    expect((await make({ name: '또 다른' }, admin, key)).body['code']).toBe('IDEMPOTENCY_KEY_REUSED');
    const both = await Promise.all(
      [1, 2].map(() => make({ name: '동시', code: 'both' }, admin, { 'idempotency-key': 'both' })),
    );
    expect(both.filter((it) => it.status === 200).length).toBeGreaterThan(0);
    expect((await list('?q=동시')).length).toBe(1);
    expect((await list()).length).toBe(3);
  });

  it('rejects invalid fields with 400', async () => {
    for (const body of [
      { name: '' },
      { name: '가'.repeat(61) },
      { name: '가'.repeat(10_000) },
      { name: 'a\u0000b' },
      { code: '' },
      { code: 'Seongsu' },
      { code: '성수' },
      { code: 'a/b' },
      { code: '-a' },
      { code: 'a#' },
      { code: 'a'.repeat(31) },
      { businessNumber: '1' },
      { timeZone: 'Europe/Berlin' },
      { mqttPrefix: 'playroom/x' },
      { hours: [{ weekday: 8, opensAt: '10:00', closesAt: '11:00' }] },
      { hours: [...ALL_DAY, ALL_DAY[0]] },
      { phone: '1'.repeat(25) },
    ]) {
      const { status, body: problem } = await make(body);
      expect([JSON.stringify(body).slice(0, 60), status, problem['code']]).toEqual([
        JSON.stringify(body).slice(0, 60),
        400,
        'INVALID_INPUT',
      ]);
    }
    expect((await list()).length).toBe(1);
  });

  it('closes a store so that it cannot be booked, and reopens it', async () => {
    const { store, roomId } = await equipped();
    const stream = await listenToEvents(server.url, shop.slug, admin.token);
    const closed = await verb(store, 'close');
    expect([closed.status, closed.body['closedAt']]).toEqual([200, clock.now().toISOString()]);
    // The event of the creation may arrive as well, because it happened just before.
    await until('it is told', async () =>
      stream.events.some((it) => it.event === 'store.changed' && isDeepStrictEqual(it.data, closed.body)),
    );
    expect((await stream.first('calendar.changed')).data).toEqual({ storeId: store['id'] });
    stream.close();
    expect(await one(store['id'])).toMatchObject({
      state: 'CLOSED',
      closedReason: '계약 종료',
      closedRoomCount: 1,
      pausedUntil: null,
    });
    expect((await book(roomId, 1.5)).body['code']).toBe('STORE_CLOSED');
    const days = await admin.call('GET', `/${shop.slug}/room?storeId=${store['id']}`);
    expect(days.body['items']?.[0]).toMatchObject({ state: 'BLOCKED', stateUntil: null });
    // A closed store cannot be closed again, and its permanent closure cannot be withdrawn.
    expect((await verb(closed.body, 'close')).body['code']).toBe('STATE_NOT_ALLOWED');
    expect((await admin.call('GET', `/${shop.slug}/store/${store['id']}/closure`)).body['items']).toEqual([]);
    const [row] = await server.withActor(storeActor(shop.productId, String(store['id'])), (tx) =>
      tx.selectFrom('closures').select('id').execute(),
    );
    expect((await admin.call('DELETE', `/${shop.slug}/store/${store['id']}/closure/${row?.id}`)).status).toBe(404);

    const reopened = await verb(closed.body, 'reopen');
    expect([reopened.status, reopened.body['closedAt']]).toEqual([200, null]);
    expect((await verb(reopened.body, 'reopen')).body['code']).toBe('STATE_NOT_ALLOWED');
    expect((await book(roomId, 1.5)).status).toBe(200);
    expect((await actions()).map((it) => it.action)).toEqual(['store.created', 'store.closed', 'store.reopened']);
    expect((await verb(store, 'close')).body['code']).toBe('STALE');
  });

  it('rejects closing while guests have coming reservations, lists them and cancels none (ST-2)', async () => {
    const { store, roomId } = await equipped();
    const { body: reservation } = await book(roomId, 1.5);
    const refused = await verb(store, 'close');
    expect([refused.status, refused.body['code'], refused.body['strandedCount']]).toEqual([409, 'WOULD_STRAND', 1]);
    expect(refused.body['stranded']).toMatchObject([{ id: reservation['id'], roomName: '1번 룸' }]);
    expect((await verb(store, 'close', { acceptStranded: true })).body['code']).toBe('INVALID_INPUT');
    expect((await admin.call('GET', `/${shop.slug}/reservation/${reservation['id']}`)).body['state']).toBe('CONFIRMED');
    expect(await one(store['id'])).toMatchObject({ state: 'OPEN' });
    await admin.call('POST', `/${shop.slug}/reservation/${reservation['id']}/cancel`, {
      version: reservation['version'],
    });
    expect((await verb(store, 'close')).status).toBe(200);
  });

  it('either closes or books a store when both are requested at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = { name: `동시 ${round}`, code: `race-${round}` };
      const { body: store } = await make(name);
      const room = await admin.call('POST', `/${shop.slug}/room`, { storeId: store['id'], name: 'R', capacity: 4 });
      await admin.call('POST', `/${shop.slug}/price-policy`, {
        storeId: store['id'],
        name: 'P',
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
        extraPersonAmount: 0,
        priority: 1,
      });
      const [closed, booked] = await Promise.all([verb(store, 'close'), book(String(room.body['id']), 1.5)]);
      expect([
        [200, 422],
        [409, 200],
      ]).toContainEqual([closed.status, booked.status]);
    }
  });

  it('rejects guest reservations in a closed store in the database', async () => {
    const { store, roomId } = await equipped();
    await verb(store, 'close');
    const insert = (storeId: unknown, inRoom: string | undefined, kind: 'GUEST' | 'BLOCK') =>
      makeReservation(server, shop, String(storeId), { roomId: inRoom ?? '', startsAt: at(5), endsAt: at(6), kind });
    await expect(insert(store['id'], roomId, 'GUEST')).rejects.toThrow(/is closed/);
    // A block is still allowed in a closed store, for repairs.
    await insert(store['id'], roomId, 'BLOCK');
    const [open] = shop.stores;
    await insert(open?.id, open?.rooms[0]?.id, 'GUEST');
    const shut = server.withActor(admin.actor, (tx) =>
      tx
        .updateTable('stores')
        .set({ closed_at: clock.now(), closed_reason: 'x' })
        .where('id', '=', String(open?.id))
        .execute(),
    );
    await expect(shut).rejects.toThrow(/has coming reservations/);
  });

  it('is limited to ADMIN for writes and to SUB_ADMIN for reads, and hides stores of another product', async () => {
    const [store] = shop.stores;
    if (!store) throw new Error('There is one');
    const of = { id: store.id, version: 1 };
    const sub = await server.signIn(shop, ['SUB_ADMIN']);
    const owner = await server.signIn(shop, ['FRANCHISEE'], [store]);
    const care = await server.signIn(shop, ['CUSTOMER_MANAGER']);
    expect((await list('', sub)).map((it) => it.id)).toEqual([store.id]);
    for (const person of [owner, care]) {
      const { status, body } = await person.call('GET', `/${shop.slug}/store/summary`);
      expect([status, body['code'], body['capability']]).toEqual([403, 'CAPABILITY_MISSING', 'stores:oversee']);
    }
    for (const person of [sub, owner, care]) {
      for (const { status, body } of [
        await make({}, person),
        await verb(of, 'close', {}, person),
        await verb(of, 'reopen', {}, person),
      ]) {
        expect([status, body['code'], body['capability']]).toEqual([403, 'CAPABILITY_MISSING', 'stores:make']);
      }
    }
    const other = await server.makeShop();
    const foreign = { id: other.stores[0]?.id, version: 1 };
    expect((await verb(foreign, 'close')).status).toBe(404);
    expect((await verb(foreign, 'reopen')).status).toBe(404);
    expect((await admin.call('GET', `/${other.slug}/store/summary`)).status).toBe(404);
    expect((await list()).map((it) => it.id)).toEqual([store.id]);
  });
});
