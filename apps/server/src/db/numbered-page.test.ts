/** @module-tag engines */
import { LIST_COUNTS_TO, LIST_PAGES_REACH } from '@munjigi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Caller, type Shop, type TestServer } from '../testing/index.ts';
import { countRows, readGrowingPage } from './numbered-page.ts';

describe('a list that grows without end', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer();
    shop = await server.makeShop({ stores: 3 });
    admin = await server.signIn(shop, ['ADMIN']);
  });
  afterAll(() => server.close());

  const count = (limit: number) => server.withActor(admin.actor, (tx) => countRows(tx, sql`from stores`, limit));

  it('is counted exactly up to the limit, and not beyond it', async () => {
    expect(await count(4)).toEqual({ total: 3, isTotalExact: true });
    expect(await count(3)).toEqual({ total: 3, isTotalExact: true });
    expect(await count(2)).toEqual({ total: 2, isTotalExact: false });
  });

  it('counts the rows of the query, not those of the page', async () => {
    const page = await server.withActor(admin.actor, (tx) =>
      readGrowingPage(tx, tx.selectFrom('stores').select('id'), { page: 1, limit: 2, order: sql`id` }),
    );
    expect(page).toMatchObject({ total: 3, isTotalExact: true });
    expect(page.rows).toHaveLength(1);
  });

  it('answers pages beyond the counted rows, and refuses those out of reach (AP-1)', async () => {
    const read = (page: number) =>
      admin.call('GET', `/${shop.slug}/user/${admin.userId}/right-change?limit=20&page=${page}`);
    const before = await read(0);
    expect(before.body).toMatchObject({ isTotalExact: true });
    const added = LIST_COUNTS_TO + 30 - Number(before.body['total']);
    await server.withActor(admin.actor, (tx) =>
      sql`insert into right_changes (product_id, user_id, change, state)
          select ${shop.productId}, ${admin.userId}, 'STATE', 'ACTIVE'
            from generate_series(1, ${added}::integer)`.execute(tx),
    );
    expect((await read(0)).body).toMatchObject({ total: LIST_COUNTS_TO, isTotalExact: false });
    const last = await read(Math.floor((LIST_COUNTS_TO + 30) / 20));
    expect([last.status, last.body['total'], (last.body['items'] ?? []).length]).toEqual([200, LIST_COUNTS_TO, 10]);
    expect((await read(LIST_PAGES_REACH / 20)).status).toBe(200);
    const refused = await read(LIST_PAGES_REACH / 20 + 1);
    expect([refused.status, refused.body['errors']?.[0]?.['path']]).toEqual([400, 'page']);
  });
});
