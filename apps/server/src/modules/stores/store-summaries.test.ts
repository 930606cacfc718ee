import { storeSummary, type StoreSummary } from '@munjigi/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import { fakeClock, HOUR_MS, startTestServer, type Caller, type Shop, type TestServer } from '../../testing/index.ts';

/** Saturday, 21 November 2026, 16:30 in Seoul. */
const clock = fakeClock(new Date('2026-11-21T07:30:00Z'));
const at = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS);

describe('GET store/summary', () => {
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

  async function list(query = ''): Promise<StoreSummary[]> {
    const { status, body } = await admin.call('GET', `/${shop.slug}/store/summary${query}`);
    expect([status, body['code']]).toEqual([200, undefined]);
    return (body['items'] ?? []).map((it) => storeSummary.parse(it));
  }

  it('shows owners, offline doors and devices, royalty terms and the end of a temporary closure', async () => {
    const [store] = shop.stores;
    if (!store) throw new Error('There is one');
    const owner = await server.signIn(shop, ['FRANCHISEE'], [store]);
    const left = await server.signIn(shop, ['FRANCHISEE'], [store]);
    await server.withActor(admin.actor, async (tx) => {
      await tx.updateTable('users').set({ name: '김지은' }).where('id', '=', owner.userId).execute();
      await tx.updateTable('users').set({ state: 'DISABLED' }).where('id', '=', left.userId).execute();
    });
    const row = {
      product_id: shop.productId,
      store_id: store.id,
      driver: 'ha-mqtt' as const,
      settings: '{}',
      battery: null,
      last_command_id: null,
    };
    await server.withActor(storeActor(shop.productId, store.id), async (tx) => {
      for (const [place, [kind, online]] of (
        [
          ['DOOR', 'ONLINE'],
          ['DOOR', 'OFFLINE'],
          ['DEVICE', 'ONLINE'],
          ['DEVICE', 'OFFLINE'],
          ['DEVICE', 'OFFLINE'],
        ] as const
      ).entries()) {
        const id = `0190aaaa-0000-7000-8000-${store.id.slice(-11)}${place}`;
        await tx
          .insertInto('device_links')
          .values({ ...row, id, device_key: id, target_kind: kind, target_id: id, online, told_online: online })
          .execute();
      }
    });
    for (const [validFrom, royaltyRate] of [
      ['2026-11-02', 550],
      ['2026-12-01', 700],
    ] as const) {
      const { status } = await admin.call('POST', `/${shop.slug}/settlement/terms`, {
        storeId: store.id,
        validFrom,
        royaltyRate,
        royaltyBase: 'NET_OF_REFUND',
        royaltyVat: 'EXCLUSIVE',
        cycle: 'MONTHLY',
        payAfterBankDays: 3,
      });
      expect(status).toBe(200);
    }
    const until = at(48).toISOString();
    await admin.call('POST', `/${shop.slug}/store/${store.id}/closure`, {
      roomIds: [],
      startsAt: at(-1).toISOString(),
      endsAt: until,
      reason: '공사',
    });
    expect(await list()).toMatchObject([
      {
        id: store.id,
        owners: [{ id: owner.userId, name: '김지은' }],
        doorCount: 2,
        offlineDoorCount: 1,
        deviceCount: 3,
        offlineDeviceCount: 2,
        roomCount: 1,
        closedRoomCount: 1,
        pausedUntil: until,
        terms: { royaltyRate: 550, cycle: 'MONTHLY' },
        lacks: ['PRICES'],
      },
    ]);
    expect((await list('?q=지은')).map((it) => it.id)).toEqual([store.id]);
    expect(await list('?q=지인')).toEqual([]);
  });

  it('searches 301 stores by name, address, code, phone and state, sorts and pages them', async () => {
    await server.withActor(admin.actor, async (tx) => {
      await tx
        .insertInto('stores')
        .values(
          Array.from({ length: 300 }, (_, place) => ({
            product_id: shop.productId,
            id: `0190bbbb-${String(place).padStart(4, '0')}-7000-8000-${shop.productId.slice(-12)}`,
            name: `지점 ${String(place).padStart(3, '0')}`,
            mqtt_prefix: `${shop.slug}/branch-${place}`,
            address: place === 7 ? '부산 해운대구' : '서울',
            phone: place === 8 ? '051-777-1234' : '',
            created_at: at(place - 400),
          })),
        )
        .execute();
    });
    const first = await admin.call('GET', `/${shop.slug}/store/summary?limit=200&page=1`);
    expect([first.body['total'], first.body['items']?.length]).toEqual([301, 101]);
    const names = async (query: string) => (await list(query)).map((it) => it.name);
    expect(await names('?q=해운대')).toEqual(['지점 007']);
    expect(await names('?q=051-777')).toEqual(['지점 008']);
    expect(await names('?q=BRANCH-299')).toEqual(['지점 299']);
    expect(await names('?sort=newest&limit=1')).toEqual(['Store 1']);
    expect(await names('?sort=rooms&limit=2')).toEqual(['Store 1', '지점 000']);
    expect(await names('?sort=name&limit=2&page=1')).toEqual(['지점 001', '지점 002']);
    for (const sort of ['offline', 'royalty']) expect((await names(`?sort=${sort}`)).length).toBe(20);
    const closing = (await list('?q=지점 000'))[0];
    await admin.call('POST', `/${shop.slug}/store/${closing?.id}/close`, { version: closing?.version, reason: 'test' });
    expect(await names('?state=CLOSED')).toEqual(['지점 000']);
    expect((await names('?limit=200&page=1')).at(-1)).toBe('지점 000');
    expect((await admin.call('GET', `/${shop.slug}/store/summary?state=PREPARING&limit=1`)).body['total']).toBe(300);
    for (const query of ['?limit=201', '?sort=x', '?state=x', '?unknown=1', `?q=${'a'.repeat(61)}`])
      expect((await admin.call('GET', `/${shop.slug}/store/summary${query}`)).status).toBe(400);
  });
});
