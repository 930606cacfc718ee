import { addOn } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  itemsOf,
  listenToEvents,
  startTestServer,
  type Answer,
  type Caller,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';

describe('add-ons of a store (BK-13)', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    shop = await server.makeShop({ stores: 2 });
    admin = await server.signIn(shop, ['ADMIN']);
  });
  afterAll(() => server.close());

  const storeId = (index = 0) => shop.stores[index]?.id ?? '';
  const path = (rest = '') => `/${shop.slug}/add-on${rest}`;
  const fields = (more: object = {}) => ({
    name: '마이크',
    description: '무선 2개',
    unit: 'HOUR',
    amount: 1000,
    maxQuantity: 4,
    roomIds: [],
    isOffered: true,
    sortOrder: 1,
    ...more,
  });
  const create = (more: object = {}, by = admin) => by.call('POST', path(), { storeId: storeId(), ...fields(more) });
  const list = async () => itemsOf((await admin.call('GET', path(`?storeId=${storeId()}`))).body);
  const refusal = ({ status, body }: Answer) => [
    status,
    body['code'],
    ...(body['errors'] ?? []).map((it) => it['path']),
  ];

  it('are created, listed in order, changed and deleted, each audited and published', async () => {
    const stream = await listenToEvents(server.url, shop.slug, admin.token);
    const roomIds = [shop.stores[0]?.rooms[0]?.id];
    const { status, body } = await create({ roomIds });
    expect(status).toBe(200);
    expect(addOn.parse(body)).toMatchObject({ ...fields({ roomIds }), storeId: storeId(), version: 1 });
    expect((await stream.first('prices.changed')).data).toMatchObject({ storeId: storeId() });
    await create({ name: '간식', sortOrder: 0 });
    expect((await list()).map((item) => item['name'])).toEqual(['간식', '마이크']);

    const id = String(body['id']);
    const edited = await admin.call('PATCH', path(`/${id}`), { version: 1, amount: 1500, isOffered: false });
    expect(edited.body).toMatchObject({ amount: 1500, isOffered: false, name: '마이크', version: 2 });
    expect((await admin.call('DELETE', path(`/${id}?version=2`))).status).toBe(200);
    expect((await list()).map((item) => item['name'])).toEqual(['간식']);
    expect((await admin.call('DELETE', path(`/${id}`))).status).toBe(404);
    const audit = await server.withActor(admin.actor, (tx) =>
      tx.selectFrom('audit_log').select(['action', 'detail']).where('subject_id', '=', id).orderBy('seq').execute(),
    );
    expect(audit).toMatchObject([
      { action: 'add-on.created', detail: { after: { amount: 1000 } } },
      { action: 'add-on.changed', detail: { before: { amount: 1000 }, after: { amount: 1500 } } },
      { action: 'add-on.deleted', detail: { before: { amount: 1500 } } },
    ]);
    stream.close();
  });

  it('refuse another version with STALE, and lose no change of two people at once (AP-4)', async () => {
    const { body } = await create();
    const edit = (amount: number) => admin.call('PATCH', path(`/${String(body['id'])}`), { version: 1, amount });
    const answers = await Promise.all([edit(2000), edit(3000)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body['code']).toBe('STALE');
  });

  it.each([
    ['a room of another store', () => ({ roomIds: [shop.stores[1]?.rooms[0]?.id] }), ['roomIds.0']],
    ['a negative price', () => ({ amount: -1 }), ['amount']],
    ['no name', () => ({ name: ' ' }), ['name']],
    ['a quantity of zero', () => ({ maxQuantity: 0 }), ['maxQuantity']],
  ])('refuse %s', async (_name, change, paths) => {
    expect(refusal(await create(change()))).toEqual([400, 'INVALID_INPUT', ...paths]);
  });

  it('are unknown to the franchisee of another store', async () => {
    const { body } = await create();
    const [, other] = shop.stores;
    const franchisee = await server.signIn(shop, ['FRANCHISEE'], other ? [other] : []);
    const edited = await franchisee.call('PATCH', path(`/${String(body['id'])}`), { version: 1, amount: 0 });
    expect(refusal(edited)).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await create({}, franchisee))).toEqual([404, 'NOT_FOUND']);
    expect(refusal(await admin.call('PATCH', path(`/${uuidv7()}`), { version: 1 }))).toEqual([404, 'NOT_FOUND']);
  });
});
