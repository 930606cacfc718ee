/** @module-tag engines */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillStore, startTestServer, type TestServer } from '../testing/index.ts';
import { OLD_COLUMNS } from '../testing/old-columns.ts';

/** Two values of each column that differ from each other and from the default. */
const COLUMNS = OLD_COLUMNS.map((column) => ({
  ...column,
  values: column.table === 'device_links' ? ['ONLINE', 'OFFLINE'] : ['2026-11-30T01:00:00Z', '2026-11-30T02:00:00Z'],
}));

describe('a column with a new name, beside a process of the release before', () => {
  let server: TestServer;
  let client: pg.Client;
  let actor: readonly [string, string];

  beforeAll(async () => {
    server = await startTestServer();
    const shop = await server.makeShop();
    const [store] = shop.stores;
    if (!store) throw new Error('no store');
    await fillStore(server, shop, store);
    actor = [shop.productId, `{${store.id}}`];
    client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await server.close();
  });

  /** Runs `act` in a transaction that is rolled back, with access to the rows of the store. */
  async function rollBack(act: () => Promise<void>): Promise<void> {
    await client.query('begin');
    try {
      await client.query("select set_config('app.product_id', $1, true), set_config('app.store_ids', $2, true)", [
        ...actor,
      ]);
      await act();
    } finally {
      await client.query('rollback');
    }
  }

  describe.each(COLUMNS)('$table.$name', ({ table, name, old, values }) => {
    const both = (value: string | undefined) => {
      const read = Date.parse(value ?? '');
      const expected = Number.isNaN(read) ? value : new Date(read);
      return [{ [name]: expected, [old]: expected }];
    };

    it.each([
      ['the new name', name],
      ['the old name', old],
    ])('is written to both columns by an update of %s', async (_, column) => {
      await rollBack(async () => {
        for (const value of [...values, ...values]) {
          const { rows } = await client.query(
            `update ${table} set ${column} = $1 where id = (select id from ${table} order by id limit 1)
              returning ${name}, ${old}`,
            [value],
          );
          expect(rows).toEqual(both(value));
        }
      });
    });

    it.each([
      ['the new name', name, old],
      ['the old name', old, name],
    ])('is written to both columns by an insert of %s', async (_, column, other) => {
      await rollBack(async () => {
        // A copy of the table with this trigger and without its other constraints.
        await client.query(`create temporary table copied (like ${table} including defaults) on commit drop`);
        const { rows: triggers } = await client.query<{ definition: string }>(
          'select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = $1',
          [`${table}_insert_old_name`],
        );
        for (const { definition } of triggers) await client.query(definition.replace(/ ON \S+/, ' ON copied'));
        const { rows: columns } = await client.query<{ column_name: string }>(
          `select column_name from information_schema.columns
            where table_name = $1 and table_schema = 'public' and column_name <> all ($2)`,
          [table, [column, other]],
        );
        const kept = columns.map((row) => row.column_name).join(', ');
        const { rows } = await client.query(
          `insert into copied (${kept}, ${column}) select ${kept}, $1 from ${table} limit 1 returning ${name}, ${old}`,
          [values[0]],
        );
        expect(rows).toEqual(both(values[0]));
      });
    });
  });
});
