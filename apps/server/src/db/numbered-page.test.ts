import { LIST_COUNTS_TO, LIST_PAGES_REACH } from '@munjigi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectOwner, startTestServer, type Caller, type Shop, type TestServer } from '../testing/index.ts';
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
    const rows = LIST_COUNTS_TO + 30;
    const owner = await connectOwner(server.databaseUrl);
    await owner.query(
      `insert into alarms (product_id, store_id, id, door_id, kind, since, opened_at, closed_at)
       select $1, $2, gen_random_uuid(), gen_random_uuid(), 'JAMMED', now(), now() - n * interval '1 second', now() from generate_series(1, $3) n`,
      [shop.productId, shop.stores[0]?.id, rows],
    );
    await owner.end();
    const read = (page: number) => admin.call('GET', `/${shop.slug}/alarm?show=ALL&limit=20&page=${page}`);
    expect((await read(0)).body).toMatchObject({ total: LIST_COUNTS_TO, isTotalExact: false });
    const last = await read(Math.floor(rows / 20));
    expect([last.status, last.body['total'], (last.body['items'] ?? []).length]).toEqual([200, LIST_COUNTS_TO, 10]);
    expect((await read(LIST_PAGES_REACH / 20)).status).toBe(200);
    const refused = await read(LIST_PAGES_REACH / 20 + 1);
    expect([refused.status, refused.body['errors']?.[0]?.['path']]).toEqual([400, 'page']);
  });
});
