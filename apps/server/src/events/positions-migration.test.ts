/** @module-tag engines */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrateDatabase, migrateOn } from '../db/migrate.ts';
import { queryDatabase, withDatabase } from '../testing/database.ts';
import { connectOwner } from '../testing/index.ts';
import { BEGIN_NEW_EPOCH } from './index.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../db/migrations');

describe('migration 0061 (event positions)', () => {
  const name = `munjigi_migrated_${randomBytes(6).toString('hex')}`;
  const serverUrl = inject('databaseServerUrl');
  const url = withDatabase(serverUrl, name);
  beforeAll(() => queryDatabase(serverUrl, `create database ${name}`));
  afterAll(() => queryDatabase(serverUrl, `drop database ${name}`));

  it('numbers existing events in their former order, and keeps the positions of webhooks and push', async () => {
    const owner = await connectOwner(url);
    await migrateOn(owner, MIGRATIONS, '0056-stores-made-and-closed');
    await owner.query(
      "insert into products (id, slug, name, created_at) values ('018f0000-0000-7000-8000-000000000001', 'chain', 'Chain', now())",
    );
    // The transaction with the lower number has the higher event ids.
    for (const [tx, data] of [
      [20, 'd'],
      [20, 'e'],
      [10, 'a'],
      [10, 'b'],
      [10, 'c'],
    ] as const) {
      await owner.query(
        "insert into events (tx, product_id, name, data) values ($1::text::xid8, '018f0000-0000-7000-8000-000000000001', 'store.changed', to_jsonb($2::text))",
        [String(tx), data],
      );
    }
    await owner.query('alter table webhook_endpoints no force row level security');
    for (const [id, tx, eventId] of [
      [1, 10, 4],
      [2, 20, 0],
      [3, 5, 0],
      [4, 99, 0],
    ]) {
      await owner.query(
        `insert into webhook_endpoints (product_id, id, url, types, secret, after_tx, after_id, created_at, changed_at, changed_by_name)
         values ('018f0000-0000-7000-8000-000000000001', $1::uuid, 'https://x.example', '{store.changed}', '', $2::text::xid8, $3, now(), now(), 'x')`,
        [`018f0000-0000-7000-8000-00000000000${id}`, String(tx), eventId],
      );
    }
    await owner.query('alter table webhook_endpoints force row level security');
    await owner.query("insert into push_place (after_tx, after_id) values ('20', 1)");
    // A restore runs this on the schema of its backup, before the newer migrations.
    await owner.query(BEGIN_NEW_EPOCH);
    await owner.end();
    await migrateDatabase(url, MIGRATIONS);

    const migrated = await connectOwner(url);
    expect(
      (
        await migrated.query<{ data: string; position: number }>('select data, position from events order by position')
      ).rows.map(({ data, position }) => [data, position]),
    ).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 4],
      ['e', 5],
    ]);
    expect((await migrated.query('select last_position from event_sequence')).rows).toEqual([{ last_position: 5 }]);
    expect(
      (await migrated.query("select relforcerowsecurity as forced from pg_class where relname = 'webhook_endpoints'"))
        .rows,
    ).toEqual([{ forced: true }]);
    await migrated.query('alter table webhook_endpoints no force row level security');
    expect(
      (
        await migrated.query<{ after_position: number }>('select after_position from webhook_endpoints order by id')
      ).rows.map((row) => row.after_position),
    ).toEqual([2, 3, 0, 5]);
    expect((await migrated.query('select after_position from push_place')).rows).toEqual([{ after_position: 4 }]);
    await migrated.end();
  });
});
