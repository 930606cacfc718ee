// @sweep 1/8 (decision 086)
import { randomUUID } from 'node:crypto';
import { ENDPOINTS, type Endpoint } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../db/index.ts';
import {
  fakeClock,
  headOffice,
  makeKey,
  startTestServer,
  type Answer,
  type Caller,
  type Shop,
  type TestServer,
  readKeptReplies,
} from '../../testing/index.ts';

const NOW = new Date('2026-11-21T06:00:20Z');

describe('API keys (RV-9)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let beside: TestServer;
  let shop: Shop;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    beside = await startTestServer({ beside: server });
    shop = await server.makeShop({ stores: 2 });
    admin = await server.signIn(shop, ['ADMIN'], [], 100);
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
  });

  const keys = (rest = '') => `/${shop.slug}/api-key${rest}`;
  const stores = () => `/${shop.slug}/channel/store`;
  const make = (body: object, headers: Record<string, string> = {}) => admin.call('POST', keys(), body, headers);
  const problem = ({ status, body }: Answer) => [status, body['code']];
  const storeIds = () => shop.stores.map((store) => store.id);

  it('return the secret once, store only a hash, and are listed without the secret and audited', async () => {
    const { status, body } = await make({ name: '네이버 예약', storeIds: storeIds().slice(0, 1) });
    expect(status).toBe(200);
    const { secret, apiKey } = body;
    expect(secret).toMatch(/^mk_[\w-]{43}$/);
    expect(apiKey).toEqual({
      id: apiKey?.['id'],
      name: '네이버 예약',
      prefix: secret?.slice(0, 9),
      storeIds: storeIds().slice(0, 1),
      createdAt: NOW.toISOString(),
      lastUsedAt: null,
      revokedAt: null,
    });
    const { body: list } = await admin.call('GET', keys());
    expect(list['items']).toContainEqual(apiKey);

    const text = (table: 'api_keys' | 'audit_log') =>
      server
        .withActor(headOffice(shop.productId), (tx) =>
          tx
            .selectFrom(table)
            .select(table === 'api_keys' ? 'name' : 'detail')
            .execute(),
        )
        .then(JSON.stringify);
    expect(await text('audit_log')).toContain(secret?.slice(0, 9));
    for (const table of ['api_keys', 'audit_log'] as const) expect(await text(table)).not.toContain(secret?.slice(9));
    // The database role of the application cannot read the hash.
    await expect(
      server.withActor(headOffice(shop.productId), (tx) => tx.selectFrom('api_keys').select('secret_hash').execute()),
    ).rejects.toThrow('permission denied');
    const audited = await server.withActor(headOffice(shop.productId), (tx) =>
      tx.selectFrom('audit_log').selectAll().where('subject_id', '=', String(apiKey?.['id'])).execute(),
    );
    expect(audited.map((row) => [row.action, row.actor_label])).toEqual([['api-key.created', 'ADMIN']]);
  });

  it('replay a create with the same Idempotency-Key without the secret, and create one key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await make({ name: 'once', storeIds: null }, headers);
    const second = await make({ name: 'once', storeIds: null }, headers);
    expect([second.status, second.body]).toEqual([200, { apiKey: first.body['apiKey'], secret: null }]);
    const replies = await server.withActor(admin.actor, (tx) => readKeptReplies(tx, headers['idempotency-key']));
    expect(replies).toEqual([expect.stringContaining('"once"')]);
    expect(replies.join()).not.toContain(first.body['secret']);
  });

  it('are rejected for a store of another product and for invalid input', async () => {
    const elsewhere = await server.makeShop();
    expect(problem(await make({ name: 'x', storeIds: [elsewhere.stores[0]?.id] }))).toEqual([404, 'NOT_FOUND']);
    for (const body of [
      { name: 'x', storeIds: [] },
      { name: 'x', storeIds: [storeIds()[0], storeIds()[0]] },
      { name: '', storeIds: null },
      { name: 'x' },
    ]) {
      expect(problem(await make(body))).toEqual([400, 'INVALID_INPUT']);
    }
    const theirs = await makeKey(server, elsewhere);
    expect(problem(await admin.call('DELETE', keys(`/${theirs.id}`)))).toEqual([404, 'NOT_FOUND']);
    expect((await admin.call('GET', keys('?limit=200'))).body['items']?.map((it) => it['id'])).not.toContain(theirs.id);
  });

  it('are refused in every process from the request after their revocation', async () => {
    const { body } = await make({ name: 'gone', storeIds: null });
    const callers = [server.caller(String(body['secret'])), beside.caller(String(body['secret']))];
    for (const call of callers) expect((await call('GET', stores())).status).toBe(200);
    const id = body['apiKey']?.['id'];
    const revoked = await admin.call('DELETE', keys(`/${id}`));
    expect([revoked.status, revoked.body['revokedAt'], revoked.body['lastUsedAt']]).toEqual([
      200,
      NOW.toISOString(),
      NOW.toISOString(),
    ]);
    for (const call of callers) expect(problem(await call('GET', stores()))).toEqual([401, 'API_KEY_INVALID']);
    expect(problem(await admin.call('DELETE', keys(`/${id}`)))).toEqual([404, 'NOT_FOUND']);
    const listed = async (query: string) =>
      (await admin.call('GET', keys(`?limit=200${query}`))).body['items']?.some((it) => it['id'] === id);
    expect([await listed(''), await listed('&revoked=only'), await listed('&revoked=all')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('get the same refusal whether they never existed or are malformed', async () => {
    const { secret } = await makeKey(server, shop);
    const changed = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'Q' : 'A'}`;
    for (const token of [
      null,
      '',
      'mk_',
      changed,
      `${secret}x`,
      secret.slice(0, -1),
      secret.toUpperCase(),
      `mk_${'x'.repeat(5000)}`,
      admin.token,
    ]) {
      expect(problem(await server.caller(token)('GET', stores())), String(token)).toEqual([401, 'API_KEY_INVALID']);
    }
    expect((await server.caller(secret)('GET', stores())).status).toBe(200);
  });

  it('give access only to endpoints for channels', async () => {
    const { secret } = await makeKey(server, shop);
    const others = (Object.values(ENDPOINTS) as Endpoint[]).filter(
      ({ access }) => access !== 'channel' && access !== 'public',
    );
    expect(others.length).toBeGreaterThan(40);
    for (const { method, path, access } of others) {
      const url = path
        .replace('/api/v2', '')
        .replace('{product}', shop.slug)
        .replace(/\{\w+\}/g, uuidv7());
      expect(problem(await server.caller(secret)(method, url)), `${method} ${path}`).toEqual([
        401,
        access === 'guest' || access === 'companion' ? 'GUEST_TOKEN_INVALID' : 'NOT_SIGNED_IN',
      ]);
    }
  });

  it('are limited to 600 requests a minute across processes, with Retry-After', async () => {
    const key = await makeKey(server, shop);
    const used = (count: number) =>
      server.withActor(SYSTEM, (tx) =>
        tx.updateTable('api_key_uses').set({ count }).where('key_id', '=', key.id).execute(),
      );
    const counted = () =>
      server.withActor(
        SYSTEM,
        async (tx) =>
          (await tx.selectFrom('api_key_uses').select('count').where('key_id', '=', key.id).executeTakeFirstOrThrow())
            .count,
      );
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? key.call : beside.caller(key.secret))('GET', stores())),
    );
    expect(await counted()).toBe(12);
    await used(596);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? key.call : beside.caller(key.secret))('GET', stores())),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const refused = answers.find(({ status }) => status !== 200);
    expect([
      refused?.status,
      refused?.body['code'],
      refused?.headers.get('retry-after'),
      refused?.body['retryAfterSeconds'],
    ]).toEqual([429, 'TOO_MANY_REQUESTS', '40', 40]);
    // Another key has a separate limit.
    expect((await (await makeKey(server, shop)).call('GET', stores())).status).toBe(200);
    try {
      clock.advance(40_000);
      expect((await key.call('GET', stores())).status).toBe(200);
      // A process whose clock is a little behind adds to the same count.
      clock.advance(-30_000);
      await key.call('GET', stores());
      expect(await counted()).toBe(2);
      // A process whose clock was far ahead does not block the key for that long.
      await used(600);
      clock.advance(-3 * 60_000);
      expect((await key.call('GET', stores())).status).toBe(200);
      expect(await counted()).toBe(1);
    } finally {
      clock.set(NOW);
    }
  });

  it('show their last use, with the precision of a minute', async () => {
    const key = await makeKey(server, shop);
    const lastUsedAt = async () =>
      (await admin.call('GET', keys('?limit=200'))).body['items']?.find((it) => it['id'] === key.id)?.['lastUsedAt'];
    expect(await lastUsedAt()).toBe(null);
    await key.call('GET', stores());
    try {
      clock.advance(30_000);
      await key.call('GET', stores());
      expect(await lastUsedAt()).toBe(NOW.toISOString());
      clock.advance(30_000);
      await key.call('GET', stores());
      expect(await lastUsedAt()).toBe('2026-11-21T06:01:20.000Z');
    } finally {
      clock.set(NOW);
    }
  });
});
