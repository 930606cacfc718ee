// @sweep 1/8 (decision 086)
import { pricePolicy } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  itemsOf,
  listenToEvents,
  startTestServer,
  type Answer,
  type Caller,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';

let server: TestServer;
let shop: Shop;
let admin: Caller;
/** Sunday, 1 March 2026, 12:00 in Seoul. */
const clock = fakeClock(new Date('2026-03-01T03:00:00Z'));

beforeAll(async () => {
  server = await startTestServer({ clock });
});
beforeEach(async () => {
  shop = await server.makeShop({ stores: 2 });
  admin = await server.signIn(shop, ['ADMIN']);
});
afterAll(() => server.close());

const storeId = (index = 0) => shop.stores[index]?.id ?? '';
const roomId = (index = 0, store = 0) => shop.stores[store]?.rooms[index]?.id ?? '';
const fields = (more: object = {}) => ({
  name: '평일 저녁',
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
  includedHeadCount: 2,
  extraPersonAmount: 1000,
  priority: 10,
  ...more,
});
const pack = (more: object = {}) => fields({ unit: 'PACKAGE', packageMinutes: 180, ...more });
const create = (more: object = {}, by = admin) =>
  by.call('POST', `/${shop.slug}/price-policy`, { storeId: storeId(), ...fields(more) });
const edit = (id: string, body: object, by = admin) => by.call('PATCH', `/${shop.slug}/price-policy/${id}`, body);
const remove = (id: string, by = admin) => by.call('DELETE', `/${shop.slug}/price-policy/${id}`);
const list = (query = '', by = admin) => by.call('GET', `/${shop.slug}/price-policy?storeId=${storeId()}${query}`);
const quote = (body: object = {}, by = admin) =>
  by.call('POST', `/${shop.slug}/price-policy/quote`, {
    roomId: roomId(),
    startsAt: '2026-03-02T10:00:00+09:00',
    endsAt: '2026-03-02T12:00:00+09:00',
    headCount: 2,
    ...body,
  });
const refusal = ({ status, body }: Answer) => [
  status,
  body['code'],
  ...(body['errors'] ?? []).map((it) => `${it['path']} ${it['code']}`),
];
const idOf = ({ body }: Answer) => String(body['id']);

async function auditOf(id: string): Promise<{ action: string; detail: unknown }[]> {
  return server.withActor(admin.actor, (tx) =>
    tx.selectFrom('audit_log').select(['action', 'detail']).where('subject_id', '=', id).orderBy('seq').execute(),
  );
}

describe('price policies (PR-1)', () => {
  it('are created with all given fields, audited, and published to open browsers', async () => {
    const stream = await listenToEvents(server.url, shop.slug, admin.token);
    const given = pack({
      roomIds: [roomId(1)],
      weekdays: [5, 6],
      holidays: false,
      startsOn: '2026-07-01',
      endsOn: '2026-08-31',
      fromTime: '22:00',
      toTime: '06:00',
    });
    const created = await create(given);
    expect(created.status).toBe(200);
    expect(pricePolicy.parse(created.body)).toEqual({ ...given, id: idOf(created), storeId: storeId(), version: 1 });
    expect((await stream.first('prices.changed')).data).toEqual({ storeId: storeId() });
    stream.close();
    expect(await auditOf(idOf(created))).toEqual([{ action: 'price-policy.created', detail: { after: given } }]);
  });

  it('are listed with the winner first, page by page', async () => {
    for (const [name, priority] of [
      ['low', 1],
      ['high', 20],
      ['low too', 1],
      ['middle', 5],
    ] as const) {
      clock.advance(1000);
      await create({ name, priority });
    }
    const names = async (query: string) => itemsOf((await list(query)).body).map((it) => it['name']);
    expect(await names('')).toEqual(['high', 'middle', 'low', 'low too']);
    expect(await names('&page=1&limit=3')).toEqual(['low too']);
    expect((await list('&limit=1')).body['total']).toBe(4);
  });

  it('are listed store by store for the stores of the person when no store is named (reference 2)', async () => {
    await create({ name: 'first', priority: 1 });
    await create({ name: 'second', priority: 2, storeId: storeId(1) });
    await create({ name: 'before', priority: 9 });
    const all = async (by: Caller, query = '') => by.call('GET', `/${shop.slug}/price-policy${query}`);
    const names = ({ body }: Answer) => itemsOf(body).map((item) => item['name']);
    expect(names(await all(admin))).toEqual(['before', 'first', 'second']);
    expect(names(await all(admin, '?page=1&limit=2'))).toEqual(['second']);
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1));
    expect((await all(owner)).body).toMatchObject({ total: 1, items: [{ name: 'second' }] });
  });

  it('are changed only with the present version; another one gets STALE with the current policy (AP-4)', async () => {
    const id = idOf(await create());
    const changed = await edit(id, { version: 1, amount: 7000, startsOn: '2026-04-01' });
    expect(changed.body).toMatchObject({ amount: 7000, startsOn: '2026-04-01', name: '평일 저녁', version: 2 });
    const late = await edit(id, { version: 1, amount: 1 });
    expect(refusal(late)).toEqual([409, 'STALE']);
    expect(late.body['current']).toEqual(changed.body);
    expect((await auditOf(id))[1]).toEqual({
      action: 'price-policy.changed',
      detail: { before: { amount: 5000, startsOn: null }, after: { amount: 7000, startsOn: '2026-04-01' } },
    });
  });

  it('let one of four concurrent edits of a version win', async () => {
    const id = idOf(await create());
    const answers = await Promise.all([1, 2, 3, 4].map((amount) => edit(id, { version: 1, amount })));
    expect(answers.map((it) => it.status).sort()).toEqual([200, 409, 409, 409]);
    const won = answers.find((it) => it.status === 200);
    for (const it of answers.filter((answer) => answer.status === 409)) expect(it.body['current']).toEqual(won?.body);
  });

  it('are deleted once, and price nothing from then on', async () => {
    const id = idOf(await create());
    expect((await quote()).status).toBe(200);
    // An undo names the version that was created.
    const undone = await admin.call('DELETE', `/${shop.slug}/price-policy/${id}?version=2`);
    expect([undone.status, undone.body['code']]).toEqual([409, 'STALE']);
    expect((await remove(id)).body).toMatchObject({ id, name: '평일 저녁' });
    expect((await remove(id)).status).toBe(404);
    expect((await edit(id, { version: 2, amount: 1 })).status).toBe(404);
    expect((await list()).body).toEqual({ total: 0, items: [] });
    expect(refusal(await quote())).toEqual([422, 'NO_PRICE', 'startsAt no_price']);
    expect((await auditOf(id)).map((it) => it.action)).toEqual(['price-policy.created', 'price-policy.deleted']);
  });

  it.each([
    ['a package without a length', { unit: 'PACKAGE' }, ['packageMinutes required']],
    ['a length without a package', { packageMinutes: 60 }, ['packageMinutes only_with_package']],
    ['a package of parts of slots', pack({ packageMinutes: 100 }), ['packageMinutes not_whole_slots']],
    [
      'a package longer than its time band',
      pack({ fromTime: '22:00', toTime: '00:30' }),
      ['packageMinutes longer_than_band'],
    ],
    ['no day at all', { weekdays: [], holidays: false }, ['weekdays no_day']],
    ['a season that ends before it starts', { startsOn: '2026-03-02', endsOn: '2026-03-01' }, ['endsOn before_start']],
    [
      'several at once',
      { unit: 'PACKAGE', weekdays: [], holidays: false },
      ['packageMinutes required', 'weekdays no_day'],
    ],
  ])('cannot have %s', async (_, more, errors) => {
    expect(refusal(await create(more))).toEqual([422, 'PRICE_POLICY_INVALID', ...errors]);
    const id = idOf(await create());
    expect(refusal(await edit(id, { version: 1, ...more }))).toEqual([422, 'PRICE_POLICY_INVALID', ...errors]);
  });

  it('cannot name a room twice, one of another store, or one that does not exist', async () => {
    expect(refusal(await create({ roomIds: [roomId(), roomId(0, 1), uuidv7(), roomId()] }))).toEqual([
      422,
      'PRICE_POLICY_INVALID',
      'roomIds.1 unknown_room',
      'roomIds.2 unknown_room',
      'roomIds.3 named_twice',
    ]);
  });

  it.each([
    [{ amount: -1 }, 'amount'],
    [{ amount: 0.5 }, 'amount'],
    [{ amount: '5000' }, 'amount'],
    [{ fromTime: '24:00' }, 'fromTime'],
    [{ startsOn: '2026-02-30' }, 'startsOn'],
    [{ weekdays: [0] }, 'weekdays.0'],
    [{ weekdays: [1, 1] }, 'weekdays'],
    [{ name: '' }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ discount: 5 }, 'discount'],
    [{ includedHeadCount: 0 }, 'includedHeadCount'],
  ])('are refused with %j', async (more, path) => {
    const answer = await create(more);
    expect([answer.status, answer.body['code'], answer.body['errors']?.[0]?.['path']]).toEqual([
      400,
      'INVALID_INPUT',
      path,
    ]);
  });

  it('do not exist for the owner of another store (AC-1)', async () => {
    const id = idOf(await create());
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1));
    expect((await list('', owner)).body).toEqual({ total: 0, items: [] });
    for (const answer of [
      await create({}, owner),
      await edit(id, { version: 1, amount: 1 }, owner),
      await remove(id, owner),
      await quote({}, owner),
    ])
      expect(answer.status).toBe(404);
    expect((await owner.call('GET', `/${shop.slug}/price-policy/lint?storeId=${storeId()}`)).status).toBe(404);
    expect(itemsOf((await list()).body)).toHaveLength(1);
  });

  it('can be read and not changed without rooms:write (AC-5)', async () => {
    const id = idOf(await create());
    for (const role of ['SUB_ADMIN', 'CUSTOMER_MANAGER'] as const) {
      const person = await server.signIn(shop, [role]);
      expect((await list('', person)).body['total']).toBe(1);
      expect((await quote({}, person)).status).toBe(200);
      for (const answer of [
        await create({}, person),
        await edit(id, { version: 1, amount: 1 }, person),
        await remove(id, person),
      ]) {
        expect([answer.status, answer.body['capability']]).toEqual([403, 'rooms:write']);
      }
    }
  });

  it('are created once for one Idempotency-Key (AP-3)', async () => {
    const send = () =>
      admin.call(
        'POST',
        `/${shop.slug}/price-policy`,
        { storeId: storeId(), ...fields() },
        { 'idempotency-key': 'once' },
      );
    expect((await send()).body).toEqual((await send()).body);
    expect((await list()).body['total']).toBe(1);
  });
});

describe('a quote (PR-1, PR-2)', () => {
  it('names the policy and the extra persons of each part, and the sum', async () => {
    await create({ name: 'day' });
    await create({ name: 'late', fromTime: '11:00', toTime: '18:00', amount: 8000, priority: 20, roomIds: [roomId()] });
    const { body } = await quote({ headCount: 3 });
    expect(body['totalAmount']).toBe(30_000);
    expect(body['lines']).toMatchObject([
      {
        label: 'day',
        startsAt: '2026-03-02T01:00:00.000Z',
        endsAt: '2026-03-02T02:00:00.000Z',
        count: 2,
        unitAmount: 5000,
        extraPersons: 1,
        amount: 12_000,
      },
      {
        label: 'late',
        startsAt: '2026-03-02T02:00:00.000Z',
        endsAt: '2026-03-02T03:00:00.000Z',
        count: 2,
        unitAmount: 8000,
        extraPersons: 1,
        amount: 18_000,
      },
    ]);
    expect((await quote({ roomId: roomId(1) })).body['totalAmount']).toBe(20_000);
  });

  it('uses public holidays and the changes of the store', async () => {
    await create({ name: 'ordinary', holidays: false });
    await create({ name: 'holiday', weekdays: [], amount: 9000 });
    const label = async (date: string) =>
      (await quote({ startsAt: `${date}T10:00:00+09:00`, endsAt: `${date}T11:00:00+09:00` })).body['lines']?.[0]?.[
        'label'
      ];
    // 2 March 2026 is the substitute holiday for 1 March, a Sunday.
    expect([await label('2026-03-01'), await label('2026-03-02'), await label('2026-03-03')]).toEqual([
      'holiday',
      'holiday',
      'ordinary',
    ]);
    await server.withActor(admin.actor, (tx) =>
      tx
        .insertInto('store_holidays')
        .values([
          { product_id: shop.productId, store_id: storeId(), date: '2026-03-02', name: '', is_holiday: false },
          { product_id: shop.productId, store_id: storeId(), date: '2026-03-03', name: '개업일', is_holiday: true },
        ])
        .execute(),
    );
    expect([await label('2026-03-01'), await label('2026-03-02'), await label('2026-03-03')]).toEqual([
      'holiday',
      'ordinary',
      'holiday',
    ]);
  });

  it('answers NO_PRICE with the time that has no price', async () => {
    await create({ fromTime: '09:00', toTime: '11:00' });
    const answer = await quote();
    expect(refusal(answer)).toEqual([422, 'NO_PRICE', 'endsAt no_price']);
    expect(answer.body['detail']).toBe('2026-03-02T02:00:00.000Z/2026-03-02T03:00:00.000Z');
  });

  it.each([
    [{ endsAt: '2026-03-02T10:00:00+09:00' }, [422, 'PERIOD_INVALID', 'endsAt not_after_start']],
    [{ endsAt: '2026-03-02T09:00:00+09:00' }, [422, 'PERIOD_INVALID', 'endsAt not_after_start']],
    [{ endsAt: '2027-03-02T10:00:00+09:00' }, [422, 'PERIOD_INVALID', 'endsAt longer_than_any']],
    [{ startsAt: '2026-03-02T10:10:00+09:00' }, [422, 'OFF_SLOT_GRID', 'startsAt off_slot_grid']],
    [{ endsAt: '2026-03-02T11:59:59+09:00' }, [422, 'OFF_SLOT_GRID', 'endsAt off_slot_grid']],
    [{ startsAt: '9999-12-31T20:00:00Z' }, [400, 'INVALID_INPUT', 'startsAt custom']],
    [{ endsAt: '9999-12-31T22:00:00Z' }, [400, 'INVALID_INPUT', 'endsAt custom']],
    [{ startsAt: '0000-01-01T00:00:00Z' }, [400, 'INVALID_INPUT', 'startsAt custom']],
    [{ startsAt: '2026-02-30T10:00:00+09:00' }, [400, 'INVALID_INPUT', 'startsAt invalid_format']],
    [{ startsAt: '2026-03-02T10:00:00' }, [400, 'INVALID_INPUT', 'startsAt invalid_format']],
    [{ headCount: 0 }, [400, 'INVALID_INPUT', 'headCount too_small']],
    [{ headCount: 10_000 }, [400, 'INVALID_INPUT', 'headCount too_big']],
    [{ roomId: uuidv7() }, [404, 'NOT_FOUND']],
  ])('with %j is answered %j', async (body, expected) => {
    await create();
    expect(refusal(await quote(body))).toEqual(expected);
  });
});

describe('the linter (NX-8)', () => {
  const lint = async (query = '') =>
    itemsOf((await admin.call('GET', `/${shop.slug}/price-policy/lint?storeId=${storeId()}${query}`)).body);

  it('finds nothing wrong with one price for all time', async () => {
    await create();
    expect(await lint()).toEqual([]);
  });

  it('finds open hours without a price, ties, and policies that never apply', async () => {
    const rooms = [roomId(0), roomId(1)];
    const first = idOf(await create({ name: 'first', fromTime: '08:00' }));
    clock.advance(1000);
    const second = idOf(await create({ name: 'second', fromTime: '20:00', roomIds: [roomId(1)] }));
    expect(await lint()).toEqual([
      {
        kind: 'GAP',
        policyIds: [],
        roomIds: rooms,
        weekdays: [0, 1, 2, 3, 4, 5, 6, 7],
        fromTime: '00:00',
        toTime: '08:00',
      },
      {
        kind: 'OVERLAP',
        policyIds: [first, second],
        roomIds: [roomId(1)],
        weekdays: [0, 1, 2, 3, 4, 5, 6, 7],
        fromTime: '20:00',
        toTime: '00:00',
      },
      {
        kind: 'NEVER_APPLIES',
        policyIds: [second],
        roomIds: [roomId(1)],
        weekdays: [0, 1, 2, 3, 4, 5, 6, 7],
        fromTime: '20:00',
        toTime: '00:00',
      },
    ]);
  });

  it('checks the week of the date, by default the present week', async () => {
    await create({ startsOn: '2026-03-02' });
    expect((await lint()).map((it) => it['kind'])).toEqual(['GAP']);
    expect(await lint('&date=2026-03-10')).toEqual([]);
    for (const date of ['2199-12-31', '1900-01-01']) expect((await lint(`&date=${date}`)).length).toBeLessThan(2);
    expect(
      (await admin.call('GET', `/${shop.slug}/price-policy/lint?storeId=${storeId()}&date=2026-02-30`)).status,
    ).toBe(400);
  });

  it('ignores archived rooms', async () => {
    await create({ roomIds: [roomId(0)] });
    expect((await lint()).map((it) => it['roomIds'])).toEqual([[roomId(1)]]);
    await server.withActor(admin.actor, (tx) =>
      tx.updateTable('rooms').set({ archived_at: clock.now() }).where('id', '=', roomId(1)).execute(),
    );
    expect(await lint()).toEqual([]);
  });
});
