/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, until, type Shop, type TestServer } from '../../testing/index.ts';
import { slotsOfPool, workSlots } from './work-slots.ts';

describe('workSlots', () => {
  const limits = { most: 3, mostOfProduct: 2, mostOfCaller: 1, mostWaitingOfCaller: 2, maxWaitMs: 60_000 };
  const by = (callerId: string, productId = 'chain') => ({ callerId, productId });

  it('queues a caller behind their own requests, and lets other callers pass', async () => {
    const slots = workSlots(limits);
    const first = await slots.acquire(by('kim'));
    let hasSecond = false;
    const second = slots.acquire(by('kim')).then((release) => {
      hasSecond = true;
      return release;
    });
    const other = await slots.acquire(by('lee'));
    await setImmediate();
    expect(hasSecond).toBe(false);
    first();
    (await second)();
    other();
  });

  it('refuses work at once when too much waits', async () => {
    const slots = workSlots({ ...limits, most: 1, mostWaiting: 1 });
    const first = await slots.acquire(by('kim'));
    const second = slots.acquire(by('lee'));
    await expect(slots.acquire(by('cho'))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    first();
    (await second)();
  });

  it('keeps a slot for other products', async () => {
    const slots = workSlots(limits);
    const held = [
      await slots.acquire(by('kim')),
      await slots.acquire(by('lee')),
      await slots.acquire(by('cho', 'other')),
    ];
    let isRunning = false;
    const waiting = slots.acquire(by('han', 'other')).then((release) => {
      isRunning = true;
      return release;
    });
    await setImmediate();
    expect(isRunning).toBe(false);
    held[0]?.();
    (await waiting)();
  });

  it('refuses a caller with too many waiting requests, and requests that wait too long', async () => {
    const slots = workSlots({ ...limits, maxWaitMs: 1 });
    const release = await slots.acquire(by('kim'));
    const waiting = [slots.acquire(by('kim')), slots.acquire(by('kim'))];
    await expect(slots.acquire(by('kim'))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    for (const one of waiting) await expect(one).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    release();
    release();
    (await slots.acquire(by('kim')))();
  });

  it.each([
    [2, 1],
    [10, 3],
    [200, 60],
  ])('leaves most of %d connections free', async (poolSize, most) => {
    const { search } = slotsOfPool(poolSize);
    let running = 0;
    for (let caller = 0; caller < most + 5; caller += 1)
      void search.acquire(by(`caller-${caller}`, `product-${caller}`)).then(
        () => (running += 1),
        () => undefined,
      );
    await setImmediate();
    expect(running).toBe(most);
  });
});

describe('a client whose searches never end', () => {
  let server: TestServer;
  let shop: Shop;
  beforeAll(async () => {
    server = await startTestServer({ config: { searchTimeoutMs: 500, databasePool: 8 } });
    shop = await server.makeShop();
  });
  afterAll(() => server.close());

  it('does not hold all database connections: other requests are answered, and the searches end with 422', async () => {
    const attackers = await Promise.all(Array.from({ length: 5 }, () => server.signIn(shop, ['ADMIN'])));
    const colleague = await server.signIn(shop, ['ADMIN']);
    const [owner, watcher] = [
      new pg.Client({ connectionString: server.databaseUrl }),
      new pg.Client({ connectionString: server.databaseUrl }),
    ];
    await Promise.all([owner.connect(), watcher.connect()]);
    try {
      // The searches wait for the table lock, as they would for a huge table.
      await owner.query('begin; lock table notifications in access exclusive mode');
      const searches = attackers.flatMap((attacker) =>
        ['a', 'b'].map((q) => attacker.call('GET', `/${shop.slug}/payment/notification?q=${q}`)),
      );
      await until('searches that run', async () => (await running(watcher)) > 0);
      const answered = await Promise.all(Array.from({ length: 8 }, () => colleague.call('GET', `/${shop.slug}/user`)));
      expect(answered.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
      expect(await running(watcher)).toBeLessThanOrEqual(2);
      const ended = await Promise.all(searches);
      expect([...new Set(ended.map(({ body }) => body['code']))]).toEqual(['SEARCH_TOO_BROAD']);
    } finally {
      await Promise.all([owner.end(), watcher.end()]);
    }
    expect((await colleague.call('GET', `/${shop.slug}/payment/notification?q=a`)).status).toBe(200);
  });

  it('is also limited in searches that run in their own transaction', async () => {
    const admin = await server.signIn(shop, ['ADMIN']);
    const owner = new pg.Client({ connectionString: server.databaseUrl });
    await owner.connect();
    try {
      await owner.query('begin; lock table audit_log in access exclusive mode');
      expect(await admin.call('GET', `/${shop.slug}/audit?q=kim`)).toMatchObject({
        status: 422,
        body: { code: 'SEARCH_TOO_BROAD' },
      });
    } finally {
      await owner.end();
    }
  });

  const running = async (client: pg.Client) =>
    Number(
      (
        await client.query<{ count: string }>(
          "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%from notifications n where%'",
        )
      ).rows[0]?.count,
    );
});
