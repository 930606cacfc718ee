// @sweep 1/8 (decision 086)
import { ENDPOINTS, listRooms, type Endpoint } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertCouponOf } from './testing/contents/coupon-contents.ts';
import { makeKey, startTestServer, type Caller, type Shop, type TestServer } from './testing/index.ts';

type Options = Readonly<Record<string, { unwrap?(): { readonly options?: readonly string[] } }>>;
const optionsOf = ({ query }: Endpoint): Options => (query as { readonly shape?: Options } | undefined)?.shape ?? {};
const isList = ({ method, ...it }: Endpoint) =>
  method === 'GET' && ('page' in optionsOf(it as Endpoint) || 'cursor' in optionsOf(it as Endpoint));
const LISTS = Object.entries<Endpoint>(ENDPOINTS).filter(([, it]) => isList(it));

describe('sorting of lists (AP-1)', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let channel: Caller;
  let statementId: string;
  let couponId: string;
  beforeAll(async () => {
    server = await startTestServer();
    shop = await server.makeShop({ rooms: 3 });
    admin = await server.signIn(shop, ['ADMIN']);
    const key = await makeKey(server, shop, shop.stores);
    channel = { ...admin, call: key.call };
    const imported = await admin.call(
      'POST',
      `/${shop.slug}/channel-statement?apiKeyId=${key.id}&from=2026-11-01&to=2026-11-30`,
      'reference,amount,commission\na,1000,100\n',
      { 'content-type': 'text/csv' },
    );
    statementId = String(imported.body['statement']?.['id']);
    const storeId = shop.stores[0]?.id ?? '';
    couponId = await insertCouponOf(server, { productId: shop.productId, storeId, now: server.clock.now() });
  });
  afterAll(() => server.close());

  it('is a parameter of every endpoint with pages or a cursor', () => {
    expect(LISTS.length).toBeGreaterThan(25);
    expect(LISTS.filter(([, it]) => !('sort' in optionsOf(it))).map(([name]) => name)).toEqual([]);
  });

  it.each(LISTS)('is accepted with each of its values by %s', async (_name, endpoint) => {
    const [store] = shop.stores;
    const [room] = store?.rooms ?? [];
    if (!store || !room) throw new Error('The shop has no room');
    const path = endpoint.path
      .replace('/api/v2/{product}', `/${shop.slug}`)
      .replace('{storeId}', store.id)
      .replace('{userId}', admin.userId)
      .replace('{statementId}', statementId)
      .replace('{couponId}', couponId);
    const needed = {
      ...(/\/(price-policy|add-on)$/.test(endpoint.path) && { storeId: store.id }),
      ...(endpoint.path.endsWith('/mode/run') && { roomId: room.id }),
    };
    const sort = optionsOf(endpoint)['sort'];
    const values = sort?.unwrap?.().options ?? [];
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) {
      const { status } = await (endpoint.access === 'channel' ? channel : admin).call(
        'GET',
        `${path}?${new URLSearchParams({ ...needed, sort: value }).toString()}`,
      );
      expect([value, status]).toEqual([value, 200]);
    }
    expect(
      (
        await (endpoint.access === 'channel' ? channel : admin).call(
          'GET',
          `${path}?${new URLSearchParams({ ...needed, sort: 'password' }).toString()}`,
        )
      ).status,
    ).toBe(400);
  });

  it('orders rooms both ways with the id as tie-breaker, and pages without a gap', async () => {
    const read = async (query: string) =>
      listRooms.reply.parse((await admin.call('GET', `/${shop.slug}/room?${query}`)).body).items;
    const ids = (await read('sort=capacity')).map(({ id }) => id);
    expect(new Set((await read('sort=capacity')).map(({ capacity }) => capacity)).size).toBe(1);
    expect(ids).toEqual([...ids].sort());
    expect((await read('sort=-capacity')).map(({ id }) => id)).toEqual([...ids].reverse());
    expect(
      [...(await read('sort=-name&limit=2')), ...(await read('sort=-name&limit=2&page=1'))].map(({ name }) => name),
    ).toEqual(['Room 3', 'Room 2', 'Room 1']);
  });
});
