import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM, type Tx } from '../../db/index.ts';
import { listen, startTestServer, until, type Caller, type Shop, type TestServer } from '../../testing/index.ts';

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

  const byAdmin = (verb: string, body: Record<string, unknown>, method = 'POST') => async (person: Caller) => {
    const admin = await two.signIn(shop, ['ADMIN']);
    const answer = await two.caller(admin.token)(method, `/${shop.slug}/user/${person.userId}${verb.replace('{sessionId}', person.sessionId)}`, body);
    expect(answer.status).toBe(200);
  };
  /** The end is set beforehand, and passes. */
  const byTime = async (person: Caller) => {
    const end = new Date(Date.now() + 700);
    await one.withActor(SYSTEM, (tx) =>
      sql`update users set roles = '{FRANCHISEE,CUSTOMER_MANAGER}', role_ends = ${JSON.stringify({ CUSTOMER_MANAGER: end.toISOString() })} where id = ${person.userId}`.execute(tx),
    );
    // As if that had been so when the person signed in.
    await one.withActor(SYSTEM, (tx) => tx.updateTable('sessions').set({ ended_at: null }).where('id', '=', person.sessionId).execute());
    for (const server of [one, two]) expect((await server.caller(person.token)('GET', '/auth/me')).body['roles']).toEqual(['FRANCHISEE', 'CUSTOMER_MANAGER']);
    await new Promise((resolve) => setTimeout(resolve, end.getTime() - Date.now() + 1));
  };

  const inDatabase = (work: (tx: Tx, person: Caller) => Promise<unknown>) => (person: Caller) => one.withActor(SYSTEM, (tx) => work(tx, person));
  it.each<[string, (person: Caller) => Promise<unknown>]>([
    ['signing out', (person) => person.call('POST', '/auth/logout', {})],
    ['a change of roles', inDatabase((tx, { userId }) => tx.updateTable('users').set({ roles: ['SUB_ADMIN'] }).where('id', '=', userId).execute())],
    ['a disabled account', inDatabase((tx, { userId }) => tx.updateTable('users').set({ state: 'DISABLED' }).where('id', '=', userId).execute())],
    ['a new password', inDatabase((tx, { userId }) => tx.updateTable('users').set({ password_hash: 'other' }).where('id', '=', userId).execute())],
    ['a store taken away', inDatabase((tx, { userId }) => tx.deleteFrom('user_stores').where('user_id', '=', userId).where('store_id', '=', shop.stores[0]?.id ?? '').execute())],
    ['a session that an ADMIN ends at the other process', byAdmin('/session/{sessionId}/end', {})],
    ['all sessions that an ADMIN ends at the other process', byAdmin('/session/end-all', {})],
    ['roles that an ADMIN changes at the other process', byAdmin('', { version: 1, roles: [{ role: 'SUB_ADMIN' }] }, 'PATCH')],
    ['a right that an ADMIN gives an end', byAdmin('', { version: 1, roles: [{ role: 'FRANCHISEE', until: '2100-01-01T00:00:00Z' }] }, 'PATCH')],
    ['an account that an ADMIN disables at the other process', byAdmin('/disable', { version: 1, reason: 'test' })],
    ['the own end of it', (person) => person.call('POST', `/auth/account/session/${person.sessionId}/end`, {})],
    ['a store given', inDatabase((tx, { userId }) => tx.insertInto('user_stores').values({ product_id: shop.productId, user_id: userId, store_id: shop.stores[1]?.id ?? '' }).execute())],
  ])('comes at once with %s, at every process, and ends open streams within a second', async (_what, change) => {
    const person = await one.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    const bystander = await one.signIn(shop, ['ADMIN']);
    const elsewhere = two.caller(person.token);
    expect((await elsewhere('GET', '/auth/me')).status).toBe(200);
    const streams = await Promise.all([one, two].map((server) => listen(server.url, shop.slug, person.token)));
    const other = await listen(one.url, shop.slug, bystander.token);
    await Promise.all(streams.map((stream) => stream.first('ready')));

    await change(person);
    const changedAt = performance.now();
    for (const call of [person.call, elsewhere]) {
      const answer = await call('GET', '/auth/me');
      expect([answer.status, answer.body['code'], answer.headers.get('www-authenticate')]).toEqual([401, 'SESSION_ENDED', 'Bearer']);
    }
    await Promise.all(streams.map((stream) => stream.first('end')));
    expect(performance.now() - changedAt).toBeLessThan(1000);
    await until('the connections to end', () => streams.every((stream) => stream.isOver()));
    expect(other.isOver()).toBe(false);
    other.close();
    expect((await bystander.call('GET', '/auth/me')).status).toBe(200);
  });

  it('comes with the end of a right, at every process, and ends open streams within a second; what is left holds from the next sign-in on', async () => {
    const person = await one.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    const streams: Awaited<ReturnType<typeof listen>>[] = [];
    const passing = byTime(person);
    await until('the right to be given', async () => ((await person.call('GET', '/auth/me')).body['roles']?.length ?? 0) > 1);
    for (const server of [one, two]) streams.push(await listen(server.url, shop.slug, person.token));
    await Promise.all(streams.map((stream) => stream.first('ready')));
    await passing;
    const passedAt = performance.now();
    for (const server of [one, two]) {
      const answer = await server.caller(person.token)('GET', '/auth/me');
      expect([answer.status, answer.body['code']]).toEqual([401, 'SESSION_ENDED']);
    }
    await Promise.all(streams.map((stream) => stream.first('end')));
    expect(performance.now() - passedAt).toBeLessThan(1000);
    const sessionId = uuidv7();
    await one.withActor(SYSTEM, (tx) =>
      tx.insertInto('sessions').values({ id: sessionId, user_id: person.userId, created_at: new Date(), expires_at: new Date(Date.now() + 3600_000), end_reason: null, address: '127.0.0.1', user_agent: 'test' }).execute(),
    );
    const again = await one.app.tokens.sign({ userId: person.userId, sessionId }, new Date(Date.now() + 3600_000));
    for (const server of [one, two]) expect((await server.caller(again)('GET', '/auth/me')).body['roles']).toEqual(['FRANCHISEE']);
  });

  it('does not come with a change of the name', async () => {
    const person = await one.signIn(shop, ['ADMIN']);
    await one.withActor(SYSTEM, (tx) => sql`update users set name = 'New' where id = ${person.userId}`.execute(tx));
    expect((await person.call('GET', '/auth/me')).body['name']).toBe('New');
  });
});
