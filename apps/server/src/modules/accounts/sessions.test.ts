import { sql } from 'kysely';
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

  const inDatabase = (work: (tx: Tx, person: Caller) => Promise<unknown>) => (person: Caller) => one.withActor(SYSTEM, (tx) => work(tx, person));
  it.each<[string, (person: Caller) => Promise<unknown>]>([
    ['signing out', (person) => person.call('POST', '/auth/logout', {})],
    ['a change of roles', inDatabase((tx, { userId }) => tx.updateTable('users').set({ roles: ['SUB_ADMIN'] }).where('id', '=', userId).execute())],
    ['a disabled account', inDatabase((tx, { userId }) => tx.updateTable('users').set({ state: 'DISABLED' }).where('id', '=', userId).execute())],
    ['a new password', inDatabase((tx, { userId }) => tx.updateTable('users').set({ password_hash: 'other' }).where('id', '=', userId).execute())],
    ['a store taken away', inDatabase((tx, { userId }) => tx.deleteFrom('user_stores').where('user_id', '=', userId).where('store_id', '=', shop.stores[0]?.id ?? '').execute())],
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

  it('does not come with a change of the name', async () => {
    const person = await one.signIn(shop, ['ADMIN']);
    await one.withActor(SYSTEM, (tx) => sql`update users set name = 'New' where id = ${person.userId}`.execute(tx));
    expect((await person.call('GET', '/auth/me')).body['name']).toBe('New');
  });
});
