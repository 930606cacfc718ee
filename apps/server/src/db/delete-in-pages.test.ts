/** @module-tag engines */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectOwner, startTestServer, until, type TestServer } from '../testing/index.ts';
import { deleteInPages } from './delete-in-pages.ts';

describe('deleteInPages', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('keeps finished pages when a later one waits for a lock, and deletes only matching rows', async () => {
    const owner = await connectOwner(server.databaseUrl);
    const blocker = await connectOwner(server.databaseUrl);
    // Newer than the rows that the server's own cleanup deletes.
    await owner.query(
      "insert into sign_up_attempts (id, address, at) select gen_random_uuid(), 'address-' || n, case when n > 100 then now() else now() - interval '20 minutes' end from generate_series(1, 110) n",
    );
    const count = async () =>
      (await owner.query<{ count: number }>('select count(*) from sign_up_attempts')).rows[0]?.count;
    await blocker.query('begin');
    await blocker.query("select from sign_up_attempts where address = 'address-35' for update");
    const deleting = deleteInPages(server.app.db, {
      table: 'sign_up_attempts',
      where: sql`at < now() - interval '10 minutes'`,
      pageSize: 10,
    });
    await until('three pages are gone', async () => (await count()) === 80);
    await blocker.query('rollback');
    expect(await deleting).toBe(100);
    expect(await count()).toBe(10);
    await blocker.end();
    await owner.end();
  });
});
