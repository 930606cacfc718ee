/** @module-tag engines */
// @sweep 1/12 (decision 086)
import type { NotificationKind } from '@munjigi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import { itemsOf, startTestServer, until, type Shop, type TestServer } from '../../testing/index.ts';
import { addNotification } from './index.ts';

/**
 * Confirm-all confirms what was shown, no matter how many notifications arrive meanwhile and in which order they commit
 * (NT-2, decision 025).
 */
describe('confirm-all while notifications arrive', () => {
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

  const add = (
    server: TestServer,
    shop: Shop,
    {
      store = 0,
      kind = 'PAID',
      hold,
    }: { store?: number; kind?: NotificationKind; hold?: (id: string) => Promise<void> },
  ) => {
    const [productId, storeId] = [shop.productId, shop.stores[store]?.id ?? ''];
    return server.withActor(storeActor(productId, storeId), async (tx) => {
      const id = await addNotification(tx, {
        productId,
        storeId,
        kind,
        reservationId: null,
        amount: 1000,
        text: 'Paid',
        at: server.clock.now(),
      });
      await hold?.(id);
      return id;
    });
  };

  it('shows a notification only after those with lower ids are committed', async () => {
    const shop = await one.makeShop({ stores: 2 });
    const admin = await one.signIn(shop, ['ADMIN']);
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    let low = '';
    const slow = add(one, shop, { hold: (id) => ((low = id), released) });
    let quick: Promise<string> | undefined;
    try {
      await until('the first has its id', () => low !== '');
      // The second notification is of another store and process, and waits for the first transaction.
      quick = add(two, shop, { store: 1 });
      await until('the second waits', async () => {
        const { rows } = await one.withActor(storeActor(shop.productId, shop.stores[1]?.id ?? ''), (tx) =>
          sql<{ waits: boolean }>`select exists (select from pg_locks where not granted) as waits`.execute(tx),
        );
        return rows[0]?.waits;
      });
      expect(itemsOf((await admin.call('GET', `/${shop.slug}/payment/notification`)).body)).toEqual([]);
    } finally {
      release();
    }
    expect(await slow).toBe(low);
    const high = (await quick) ?? '';
    expect(high > low).toBe(true);
    expect(
      itemsOf((await admin.call('GET', `/${shop.slug}/payment/notification`)).body).map((item) => item['id']),
    ).toEqual([high, low]);
  });

  it('assigns increasing ids after the clock moved back', async () => {
    const shop = await one.makeShop();
    const first = await add(one, shop, {});
    // Sets the last id as if a process whose clock is a day ahead had assigned it.
    const ahead = Date.now() + 86_400_000;
    await one.withActor(storeActor(shop.productId, shop.stores[0]?.id ?? ''), (tx) =>
      tx.updateTable('notification_heads').set({ last_ms: ahead }).execute(),
    );
    const ids = [first];
    for (let number = 0; number < 5; number += 1) ids.push(await add(number % 2 ? one : two, shop, {}));
    expect(ids).toEqual([...ids].sort());
    expect(ids.slice(1).map((id) => parseInt(id.replace('-', '').slice(0, 12), 16))).toEqual(
      [1, 2, 3, 4, 5].map((more) => ahead + more),
    );
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it(
    'confirms only what was shown and matches the filter, while notifications arrive at two processes',
    { timeout: 60_000 },
    async () => {
      const shop = await one.makeShop({ stores: 3 });
      const people = await Promise.all(
        [null, 'PAID', 'DEPOSIT', null].map(async (kind, index) => ({
          kind,
          caller: await one.signIn(shop, ['ADMIN']),
          server: index % 2 ? one : two,
          shown: new Set<string>(),
        })),
      );
      let arriving = 0;
      const arrive = async (worker: number) => {
        for (let number = 0; number < 45; number += 1) {
          await add(worker % 2 ? one : two, shop, {
            store: (worker + number) % 3,
            kind: number % 2 ? 'PAID' : 'DEPOSIT',
          });
          arriving += 1;
        }
      };
      let confirmed = 0;
      const confirmShown = async ({ kind, caller, server, shown }: (typeof people)[number]) => {
        const call = server.caller(caller.token);
        const filter = kind === null ? {} : { kind };
        while (arriving < 180) {
          const { body } = await call(
            'GET',
            `/${shop.slug}/payment/notification?${new URLSearchParams({ ...filter, state: 'unconfirmed', include: 'details', limit: '200' }).toString()}`,
          );
          const ids = itemsOf(body).map((item) => String(item['id']));
          // All notifications were shown: there was no further page.
          expect([Number(body['total']), Number(body['unconfirmedCount'])]).toEqual([ids.length, ids.length]);
          if (ids.length === 0) continue;
          for (const id of ids) shown.add(id);
          const answer = await call('POST', `/${shop.slug}/payment/notification/confirm-all`, {
            upToId: body['newestId'],
            ...filter,
          });
          expect(answer.status).toBe(200);
          confirmed += Number(answer.body['confirmed']);
        }
      };
      await Promise.all([...[0, 1, 2, 3].map(arrive), ...people.map(confirmShown)]);
      const rows = (
        await Promise.all(
          shop.stores.map((store) =>
            one.withActor(storeActor(shop.productId, store.id), (tx) =>
              tx.selectFrom('notifications').select(['id', 'kind', 'confirmed_by']).execute(),
            ),
          ),
        )
      ).flat();
      expect(rows).toHaveLength(180);
      const done = rows.filter((row) => row.confirmed_by !== null);
      expect(done).toHaveLength(confirmed);
      expect(confirmed).toBeGreaterThan(0);
      for (const row of done) {
        const by = people.find((it) => it.caller.userId === row.confirmed_by) ?? expect.fail('nobody');
        expect(by.shown.has(row.id), 'was shown').toBe(true);
        expect(by.kind === null || by.kind === row.kind, 'is of the filter').toBe(true);
      }
    },
  );
});
