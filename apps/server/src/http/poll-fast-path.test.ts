/** @module-tag engines */
// @sweep 1/8 (decision 086)
import diagnostics from 'node:diagnostics_channel';
import { request } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { SYSTEM, storeActor } from '../db/index.ts';
import { addNotification } from '../modules/payments/index.ts';
import { fakeClock, startTestServer, until, type Caller, type Shop, type TestServer } from '../testing/index.ts';

describe('an identical repeated request (NT-3)', () => {
  const clock = fakeClock();
  let server: TestServer;
  let shop: Shop;
  let throughPipeline = 0;
  const count = () => {
    throughPipeline += 1;
  };

  beforeAll(async () => {
    server = await startTestServer({ clock });
    shop = await server.makeShop({ stores: 2 });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    throughPipeline = 0;
    diagnostics.subscribe('tracing:fastify.request.handler:start', count);
  });
  afterEach(() => {
    diagnostics.unsubscribe('tracing:fastify.request.handler:start', count);
  });

  const path = (query = '?page=0&limit=1') => `/${shop.slug}/payment/notification${query}`;
  const add = (store = 0) => {
    const storeId = shop.stores[store]?.id ?? '';
    return server.withActor(storeActor(shop.productId, storeId), (tx) =>
      addNotification(tx, {
        productId: shop.productId,
        storeId,
        kind: 'PAID',
        reservationId: null,
        amount: 1000,
        text: 'Paid',
        at: clock.now(),
      }),
    );
  };
  const ask = async (caller: Caller, query?: string) => {
    const { status, body } = await caller.call('GET', path(query));
    return status === 200 ? Number(body['total']) : body['code'];
  };

  it('uses the whole pipeline only the first time, and reads each reply from the database', async () => {
    const admin = await server.signIn(shop, ['ADMIN']);
    let count = Number(await ask(admin));
    const round = async () => {
      const from = throughPipeline;
      for (let more = 1; more <= 5; more += 1) {
        await add();
        count += 1;
        expect(await ask(admin)).toBe(count);
      }
      return throughPipeline - from;
    };
    // The cleanup of old sessions after the server's start changes their epoch once, at an unknown moment.
    const rounds = [await round(), await round()];
    expect([Math.min(...rounds), Math.max(...rounds) <= 1]).toEqual([0, true]);
    // A different query, and the same query of another session, use the pipeline.
    const before = throughPipeline;
    await ask(admin, '?page=0&limit=2');
    await ask(await server.signIn(shop, ['ADMIN']));
    expect(throughPipeline).toBe(before + 2);
  });

  it('gets the same status, headers and body, and its own request id', async () => {
    const admin = await server.signIn(shop, ['ADMIN']);
    const [first, second] = [await admin.call('GET', path()), await admin.call('GET', path())];
    expect(throughPipeline).toBe(1);
    const differs = ['x-request-id', 'date'];
    const shown = (headers: Headers) => [...headers].filter(([name]) => !differs.includes(name)).sort();
    expect(shown(second.headers)).toEqual(shown(first.headers));
    expect(shown(second.headers).length).toBeGreaterThan(4);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  it('is counted like every other request', async () => {
    const admin = await server.signIn(shop, ['ADMIN']);
    const counted = async () => {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      return Number(
        /munjigi_http_request_seconds_count\{method="GET",route="\/api\/v2\/:product\/payment\/notification",status="200"\} (\d+)/.exec(
          text,
        )?.[1] ?? 0,
      );
    };
    const before = await counted();
    for (let time = 0; time < 4; time += 1) await ask(admin);
    expect(await counted()).toBe(before + 4);
  });

  it('is refused as soon as the session is ended, at every process', async () => {
    const beside = await startTestServer({ beside: server, clock });
    const admin = await server.signIn(shop, ['ADMIN']);
    const elsewhere = { ...admin, call: beside.caller(admin.token) };
    for (const caller of [admin, elsewhere, admin, elsewhere]) expect(await ask(caller)).toBeTypeOf('number');
    expect((await admin.call('POST', '/auth/logout', {})).status).toBe(200);
    expect([await ask(admin), await ask(elsewhere)]).toEqual(['SESSION_ENDED', 'SESSION_ENDED']);
    await beside.close();
  });

  it('is answered with what the person has the right to see now (AC-1)', async () => {
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    const [mine, all] = [Number(await ask(owner)), Number(await ask(await server.signIn(shop, ['ADMIN'])))];
    await add(1);
    expect(await ask(owner)).toBe(mine);
    await server.withActor(SYSTEM, (tx) =>
      tx
        .insertInto('user_stores')
        .values({ product_id: shop.productId, user_id: owner.userId, store_id: shop.stores[1]?.id ?? '' })
        .execute(),
    );
    const after = await ask(owner);
    expect([all + 1, 'SESSION_ENDED']).toContain(after);
  });

  it('is refused when the token has expired, although nothing else has changed', async () => {
    const admin = await server.signIn(shop, ['ADMIN']);
    expect([await ask(admin), await ask(admin)]).not.toContain('NOT_SIGNED_IN');
    const was = clock.now();
    clock.advance(3600_001);
    expect(await ask(admin)).toBe('NOT_SIGNED_IN');
    clock.set(was);
  });

  it('is answered again after the database connections were cut', async () => {
    const admin = await server.signIn(shop, ['ADMIN']);
    const total = await ask(admin);
    const owner = new pg.Client({ connectionString: server.databaseUrl });
    await owner.connect();
    await owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await owner.end();
    const during = await Promise.all([ask(admin), ask(admin)]);
    for (const answer of during) expect([total, 'INTERNAL']).toContain(answer);
    await until('an answer', async () => (await ask(admin)) === total);
  });

  it('uses the pipeline when it has a body, another method or no token', async () => {
    const admin = await server.signIn(shop, ['ADMIN']);
    for (let time = 0; time < 2; time += 1) await ask(admin);
    expect(throughPipeline).toBe(1);
    const raw = (method: string, headers: Record<string, string>, body?: string) =>
      new Promise<number>((resolve, reject) => {
        const sent = request(`${server.url}/api/v2${path()}`, { method, headers }, (reply) => {
          reply.resume();
          resolve(reply.statusCode ?? 0);
        });
        sent.on('error', reject);
        sent.end(body);
      });
    const authorization = `Bearer ${admin.token}`;
    const answers = [
      await raw('HEAD', { authorization }),
      await raw('GET', { authorization, 'content-type': 'application/json', 'content-length': '2' }, '{}'),
      await raw('GET', {}),
    ];
    expect([answers, throughPipeline]).toEqual([[200, 200, 401], 3]);
  });

  it('does not remember requests with long URLs, nor searches', async () => {
    const admin = await server.signIn(shop, ['ADMIN']);
    // The server ignores empty pairs, so a valid query can have any length that fits into a request line.
    const long = `?page=0&limit=1${'&'.repeat(6_000)}`;
    for (const query of [long, long, '?page=0&limit=1&q=Paid', '?page=0&limit=1&q=Paid'])
      expect(await ask(admin, query)).toBeTypeOf('number');
    expect(throughPipeline).toBe(4);
  });

  it('gets exact counts for many concurrent requests while the data change', async () => {
    const admins = await Promise.all(Array.from({ length: 20 }, () => server.signIn(shop, ['ADMIN'])));
    for (const admin of admins) await ask(admin);
    const from = Number(await ask(admins[0] as Caller));
    let written = 0;
    const writing = (async () => {
      for (let more = 0; more < 20; more += 1) {
        await add();
        written += 1;
      }
    })();
    const seen = await Promise.all(
      admins.map(async (admin) => {
        const wrong: string[] = [];
        for (let turn = 0; turn < 20; turn += 1) {
          const least = from + written;
          const total = Number(await ask(admin));
          if (total < least || total > from + 20) wrong.push(`${total} after ${least}`);
        }
        return wrong;
      }),
    );
    await writing;
    expect(seen.flat()).toEqual([]);
    expect(await ask(admins[0] as Caller)).toBe(from + 20);
  });
});
