import { guestInformation } from '@munjigi/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  headOffice,
  insertSeller,
  listenToEvents,
  startTestServer,
  type Answer,
  type Caller,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';

const problem = ({ status, body }: Answer) => [status, body['code']];

describe('the information of a store for its guests (GP-2)', () => {
  let server: TestServer;
  let shop: Shop;
  let owner: Caller;
  let path: string;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await server.makeShop({ stores: 2 });
    owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    const seller = { productId: shop.productId, storeId: shop.stores[0]?.id ?? '' };
    await server.withActor(headOffice(shop.productId), (tx) => insertSeller(tx, seller, server.clock.now()));
    path = `/${shop.slug}/store/${shop.stores[0]?.id ?? ''}/guest-information`;
  });

  const edit = (body: unknown, by = owner) => by.call('PATCH', path, body);
  const information = {
    addressEn: '1 Teheran-ro, Gangnam-gu',
    directions: '지하 1층',
    directionsEn: 'Basement level 1',
    mapUrl: 'https://map.example/1?q=강남',
    location: { latitude: 37.5001, longitude: 127.0364 },
    houseRules: '금연\n음식물 반입 가능',
    houseRulesEn: 'No smoking',
    wifiName: 'munjigi',
    wifiPassword: 'hidden-wifi-password',
    bookingIsOpen: true,
    bookingTerms: '음식물은 뚜껑이 있는 것만',
    bookingTermsEn: 'Food in closed containers only',
    pageMonths: 12,
  };

  it('is changed with the right to change the store, and others do not read the Wi-Fi password', async () => {
    const stream = await listenToEvents(server.url, shop.slug, owner.token);
    const changed = guestInformation.parse((await edit({ version: 1, ...information })).body);
    expect(changed).toEqual({ storeId: shop.stores[0]?.id, ...information, version: 2 });
    const event = await stream.first('store.changed');
    stream.close();
    expect(JSON.stringify(event)).not.toContain(information.wifiPassword);
    expect((await owner.call('GET', path)).body).toEqual(changed);
    const sub = await server.signIn(shop, ['SUB_ADMIN']);
    expect((await sub.call('GET', path)).body).toEqual({ ...changed, wifiPassword: null });
    expect(problem(await edit({ version: 2, wifiPassword: 'x' }, sub))).toEqual([403, 'CAPABILITY_MISSING']);
    const store = await sub.call('GET', path.replace('/guest-information', ''));
    expect(JSON.stringify(store.body)).not.toContain(information.wifiPassword);
    const audited = await server.withActor(headOffice(shop.productId), (tx) =>
      tx.selectFrom('audit_log').select(['action', 'detail']).execute(),
    );
    const entry = audited.find(({ action }) => action === 'store.guest-information-changed');
    expect(entry?.detail).toMatchObject({
      after: { wifiName: 'munjigi', directionsEn: 'Basement level 1' },
      isWifiPasswordChanged: true,
    });
    expect(JSON.stringify(audited)).not.toContain(information.wifiPassword);
  });

  it('is refused with a stale version, and one of eight concurrent edits succeeds (AP-4)', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => edit({ version: 1, directions: String(index) })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const stale = answers.find(({ status }) => status !== 200);
    expect([stale?.status, stale?.body['code'], stale?.body['current']?.['version']]).toEqual([409, 'STALE', 2]);
  });

  it('keeps fields that were not sent, and has no password without a network', async () => {
    await edit({ version: 1, ...information });
    expect((await edit({ version: 2, houseRules: '' })).body).toMatchObject({ ...information, houseRules: '' });
    expect((await edit({ version: 3, wifiName: '' })).body).toMatchObject({ wifiName: '', wifiPassword: '' });
    const refused = await edit({ version: 4, wifiPassword: 'x' });
    expect([problem(refused), refused.body['errors']]).toMatchObject([[400, 'INVALID_INPUT'], [{ path: 'wifiName' }]]);
  });

  it.each([
    ['http://map.example'],
    ['javascript:alert(1)'],
    ['https://'],
    ['HTTPS://map.example'],
    [`https://map.example/${'x'.repeat(500)}`],
    [null],
  ])('refuses the map address %s', async (mapUrl) => {
    expect(problem(await edit({ version: 1, mapUrl }))).toEqual([400, 'INVALID_INPUT']);
  });

  it('does not exist for the owner of another store (AC-1)', async () => {
    const other = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1));
    expect(problem(await other.call('GET', path))).toEqual([404, 'NOT_FOUND']);
    expect(problem(await edit({ version: 1, directions: 'x' }, other))).toEqual([404, 'NOT_FOUND']);
  });
});
