// @sweep 1/8 (decision 086)
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../../db/index.ts';
import { startTestServer, type Caller, type Shop, type TestServer } from '../../../testing/index.ts';
import { addNotification } from '../index.ts';

describe('payment notifications (NT-2, NT-3)', () => {
  let one: TestServer;
  let two: TestServer;
  beforeAll(async () => {
    one = await startTestServer();
    two = await startTestServer({ beside: one });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  const add = (shop: Shop, store = 0) => {
    const storeId = shop.stores[store]?.id ?? '';
    return one.withActor(storeActor(shop.productId, storeId), (tx) =>
      addNotification(tx, {
        productId: shop.productId,
        storeId,
        kind: 'PAID',
        reservationId: null,
        amount: 1000,
        text: 'Paid',
        at: one.clock.now(),
      }),
    );
  };
  const poll = async (
    call: Caller['call'],
    shop: Shop,
    spelling: 'payment' | 'payments' = 'payment',
    query = '?page=0&limit=1',
  ) => {
    const { status, body } = await call('GET', `/${shop.slug}/${spelling}/notification${query}`);
    expect(status).toBe(200);
    return {
      total: Number(body['total']),
      unconfirmedCount: Number(body['unconfirmedCount']),
      items: body['items'] ?? [],
    };
  };

  it('returns the exact count after each change, at another process and on both paths', async () => {
    const shop = await one.makeShop({ stores: 2 });
    const admin = await one.signIn(shop, ['ADMIN']);
    const elsewhere = two.caller(admin.token);
    const ids: string[] = [];
    for (let number = 1; number <= 10; number += 1) {
      ids.push(await add(shop, number % 2));
      for (const spelling of ['payment', 'payments'] as const) {
        const { total, unconfirmedCount, items } = await poll(elsewhere, shop, spelling);
        expect([total, unconfirmedCount, items.length, items[0]?.['id']]).toEqual([number, number, 1, ids.at(-1)]);
      }
    }
    for (const [index, id] of ids.entries()) {
      await admin.call('POST', `/${shop.slug}/payments/notification/confirm`, { ids: [id] });
      expect((await poll(elsewhere, shop)).unconfirmedCount).toBe(10 - index - 1);
    }
  });

  it('counts only a franchisee’s own stores (AC-2)', async () => {
    const shop = await one.makeShop({ stores: 2 });
    const owner = await one.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    for (const store of [0, 0, 1]) await add(shop, store);
    expect(await poll(owner.call, shop)).toMatchObject({ total: 2, unconfirmedCount: 2 });
    expect(await poll(owner.call, shop, 'payment', `?storeId=${shop.stores[1]?.id}`)).toMatchObject({
      total: 0,
      unconfirmedCount: 0,
      items: [],
    });
  });

  it('confirms all that was shown and nothing that arrived later (NT-2)', async () => {
    const shop = await one.makeShop();
    const admin = await one.signIn(shop, ['ADMIN']);
    const [, shown, after] = [await add(shop), await add(shop), await add(shop)];
    const { body } = await admin.call('POST', `/${shop.slug}/payment/notification/confirm-all`, { upToId: shown });
    expect(body).toEqual({ confirmed: 2 });
    const { unconfirmedCount, items } = await poll(admin.call, shop, 'payment', '?limit=3');
    expect(unconfirmedCount).toBe(1);
    expect(items.find((item) => item['confirmedAt'] === null)?.['id']).toBe(after);
    expect(items.filter((item) => item['confirmedBy'] === admin.userId)).toHaveLength(2);
  });

  it(
    'keeps exact counts while notifications are added and confirmed concurrently at two processes',
    { timeout: 60_000 },
    async () => {
      const shop = await one.makeShop({ stores: 3 });
      const callers = await Promise.all(Array.from({ length: 4 }, () => one.signIn(shop, ['ADMIN'])));
      let inserted = 0;
      let confirmed = 0;
      const confirmBy = async (call: Caller['call'], all: boolean) => {
        const { items } = await poll(call, shop, 'payment', '?limit=20');
        const newest = items[0]?.['id'];
        if (newest === undefined) return;
        const path = `/${shop.slug}/payment/notification/confirm`;
        const answer = all
          ? await call('POST', `${path}-all`, { upToId: newest })
          : await call('POST', path, { ids: items.map((item) => item['id']) });
        expect(answer.status).toBe(200);
        confirmed += Number(answer.body['confirmed']);
      };
      await Promise.all([
        ...Array.from({ length: 6 }, async (_, worker) => {
          for (let number = 0; number < 30; number += 1) {
            await add(shop, (worker + number) % 3);
            inserted += 1;
          }
        }),
        ...callers.map(async ({ call, token }, index) => {
          for (let round = 0; round < 6; round += 1)
            await confirmBy(index % 2 ? call : two.caller(token), round % 3 === 2);
        }),
        (async () => {
          for (let round = 0; round < 25; round += 1) {
            const before = inserted;
            const { total } = await poll(callers[0]?.call ?? expect.fail(), shop);
            expect(total).toBeGreaterThanOrEqual(before);
          }
        })(),
      ]);
      const call = callers[0]?.call ?? expect.fail();
      const { total, unconfirmedCount } = await poll(call, shop);
      expect([total, unconfirmedCount]).toEqual([180, 180 - confirmed]);
      for (const store of shop.stores) {
        const counted = await one.withActor(storeActor(shop.productId, store.id), (tx) =>
          tx
            .selectFrom('notifications')
            .select((it) => [
              it.fn.countAll<number>().as('total'),
              it.fn.countAll<number>().filterWhere('confirmed_at', 'is', null).as('unconfirmed'),
            ])
            .executeTakeFirstOrThrow(),
        );
        expect(await poll(call, shop, 'payment', `?limit=1&storeId=${store.id}`)).toMatchObject({
          total: counted.total,
          unconfirmedCount: counted.unconfirmed,
        });
      }
    },
  );

  it('returns the matching count to each of 90 concurrent polls with different queries', async () => {
    const shop = await one.makeShop({ stores: 3 });
    for (const store of [0, 1, 1, 2, 2, 2]) await add(shop, store);
    const admin = await one.signIn(shop, ['ADMIN']);
    const request = Array.from({ length: 90 }, async (_, number) => {
      const store = number % 3;
      const { total } = await poll(
        admin.call,
        shop,
        'payment',
        `?limit=${1 + (number % 5)}&storeId=${shop.stores[store]?.id}`,
      );
      return total === store + 1;
    });
    expect((await Promise.all(request)).every(Boolean)).toBe(true);
  });
});
