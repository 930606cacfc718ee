import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM, type Tx } from '../../../db/index.ts';
import {
  listenToEvents,
  startTestServer,
  until,
  type Caller,
  type EventStream,
  type Shop,
  type TestServer,
} from '../../../testing/index.ts';

/** The stream ends without another request. `npm run proof -- revocation` measures how fast. */
const AT_ONCE_MS = 10_000;

describe('the end of a session (AU-3)', () => {
  let one: TestServer;
  let two: TestServer;
  let shop: Shop;
  beforeAll(async () => {
    one = await startTestServer();
    two = await startTestServer({ beside: one });
    shop = await one.makeShop({ stores: 2 });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  const byAdmin =
    (verb: string, body: Record<string, unknown>, method = 'POST') =>
    async (person: Caller) => {
      const admin = await two.signIn(shop, ['ADMIN']);
      const answer = await two.caller(admin.token)(
        method,
        `/${shop.slug}/user/${person.userId}${verb.replace('{sessionId}', person.sessionId)}`,
        body,
      );
      expect(answer.status).toBe(200);
    };
  /** Adds a right that ends soon and reopens the session, as if the right had existed at sign-in. */
  const giveRight = async (person: Caller, passesMs: number): Promise<number> => {
    const end = new Date(Date.now() + passesMs);
    await one.withActor(SYSTEM, (tx) =>
      sql`update users set roles = '{FRANCHISEE,CUSTOMER_MANAGER}',
        role_ends = ${JSON.stringify({ CUSTOMER_MANAGER: end.toISOString() })} where id = ${person.userId}`.execute(tx),
    );
    await one.withActor(SYSTEM, (tx) =>
      tx.updateTable('sessions').set({ ended_at: null }).where('id', '=', person.sessionId).execute(),
    );
    return end.getTime();
  };
  /** Opens streams while the right lasts. Tries again with a longer right if a slow machine opens them too late. */
  const openStreams = async (person: Caller): Promise<{ streams: EventStream[]; endMs: number }> => {
    for (let passesMs = 700; passesMs < 60_000; passesMs *= 2) {
      const endMs = await giveRight(person, passesMs);
      const roles = await Promise.all(
        [one, two].map(async (server) => (await server.caller(person.token)('GET', '/auth/me')).body['roles']),
      );
      const streams = await Promise.all(
        [one, two].map((server) => listenToEvents(server.url, shop.slug, person.token)),
      );
      const areReady =
        streams.every((stream) => stream.status === 200) &&
        (await Promise.all(streams.map((stream) => stream.first('ready')))).length === 2;
      if (areReady && Date.now() < endMs) {
        expect(roles).toEqual([
          ['FRANCHISEE', 'CUSTOMER_MANAGER'],
          ['FRANCHISEE', 'CUSTOMER_MANAGER'],
        ]);
        return { streams, endMs };
      }
      for (const stream of streams) stream.close();
    }
    throw new Error('No streams were opened within a minute');
  };

  const inDatabase = (work: (tx: Tx, person: Caller) => Promise<unknown>) => (person: Caller) =>
    one.withActor(SYSTEM, (tx) => work(tx, person));
  it.each<[string, (person: Caller) => Promise<unknown>]>([
    ['signing out', (person) => person.call('POST', '/auth/logout', {})],
    [
      'a change of roles',
      inDatabase((tx, { userId }) =>
        tx
          .updateTable('users')
          .set({ roles: ['SUB_ADMIN'] })
          .where('id', '=', userId)
          .execute(),
      ),
    ],
    [
      'a disabled account',
      inDatabase((tx, { userId }) =>
        tx.updateTable('users').set({ state: 'DISABLED' }).where('id', '=', userId).execute(),
      ),
    ],
    [
      'a new password',
      inDatabase((tx, { userId }) =>
        tx.updateTable('users').set({ password_hash: 'other' }).where('id', '=', userId).execute(),
      ),
    ],
    [
      'a store taken away',
      inDatabase((tx, { userId }) =>
        tx
          .deleteFrom('user_stores')
          .where('user_id', '=', userId)
          .where('store_id', '=', shop.stores[0]?.id ?? '')
          .execute(),
      ),
    ],
    ['a session that an ADMIN ends at the other process', byAdmin('/session/{sessionId}/end', {})],
    ['all sessions that an ADMIN ends at the other process', byAdmin('/session/end-all', {})],
    [
      'roles that an ADMIN changes at the other process',
      byAdmin('', { version: 1, roles: [{ role: 'SUB_ADMIN' }] }, 'PATCH'),
    ],
    [
      'a right that an ADMIN gives an end',
      byAdmin('', { version: 1, roles: [{ role: 'FRANCHISEE', until: '2100-01-01T00:00:00Z' }] }, 'PATCH'),
    ],
    ['an account that an ADMIN disables at the other process', byAdmin('/disable', { version: 1, reason: 'test' })],
    ['the own end of it', (person) => person.call('POST', `/auth/account/session/${person.sessionId}/end`, {})],
    [
      'a store given',
      inDatabase((tx, { userId }) =>
        tx
          .insertInto('user_stores')
          .values({ product_id: shop.productId, user_id: userId, store_id: shop.stores[1]?.id ?? '' })
          .execute(),
      ),
    ],
  ])('happens at once with %s, in every process, and ends open streams', async (_what, change) => {
    const person = await one.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    const bystander = await one.signIn(shop, ['ADMIN']);
    const elsewhere = two.caller(person.token);
    expect((await elsewhere('GET', '/auth/me')).status).toBe(200);
    const streams = await Promise.all([one, two].map((server) => listenToEvents(server.url, shop.slug, person.token)));
    const other = await listenToEvents(one.url, shop.slug, bystander.token);
    await Promise.all(streams.map((stream) => stream.first('ready')));

    await change(person);
    const changedAt = performance.now();
    for (const call of [person.call, elsewhere]) {
      const answer = await call('GET', '/auth/me');
      expect([answer.status, answer.body['code'], answer.headers.get('www-authenticate')]).toEqual([
        401,
        'SESSION_ENDED',
        'Bearer',
      ]);
    }
    await Promise.all(streams.map((stream) => stream.first('end')));
    expect(performance.now() - changedAt).toBeLessThan(AT_ONCE_MS);
    await until('the connections to end', () => streams.every((stream) => stream.isOver()));
    expect(other.isOver()).toBe(false);
    other.close();
    expect((await bystander.call('GET', '/auth/me')).status).toBe(200);
  });

  it('happens when a right ends, in every process and with open streams; the next session has the remaining roles', async () => {
    const person = await one.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    const { streams, endMs } = await openStreams(person);
    await until('the right to end', () => Date.now() > endMs);
    const passedAt = performance.now();
    for (const server of [one, two]) {
      const answer = await server.caller(person.token)('GET', '/auth/me');
      expect([answer.status, answer.body['code']]).toEqual([401, 'SESSION_ENDED']);
    }
    await Promise.all(streams.map((stream) => stream.first('end')));
    expect(performance.now() - passedAt).toBeLessThan(AT_ONCE_MS);
    const sessionId = uuidv7();
    await one.withActor(SYSTEM, (tx) =>
      tx
        .insertInto('sessions')
        .values({
          id: sessionId,
          user_id: person.userId,
          created_at: new Date(),
          expires_at: new Date(Date.now() + 3600_000),
          end_reason: null,
          address: '127.0.0.1',
          user_agent: 'test',
        })
        .execute(),
    );
    const renewedToken = await one.app.tokens.sign(
      { userId: person.userId, sessionId },
      new Date(Date.now() + 3600_000),
    );
    for (const server of [one, two])
      expect((await server.caller(renewedToken)('GET', '/auth/me')).body['roles']).toEqual(['FRANCHISEE']);
  });

  it('does not happen when the name changes', async () => {
    const person = await one.signIn(shop, ['ADMIN']);
    await one.withActor(SYSTEM, (tx) => sql`update users set name = 'New' where id = ${person.userId}`.execute(tx));
    expect((await person.call('GET', '/auth/me')).body['name']).toBe('New');
  });
});
