/** @module-tag engines */
// @sweep 1/12 (decision 086)
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { queryDatabase, withDatabase } from '../../testing/database.ts';
import { fillStore, startTestServer, type TestServer } from '../../testing/index.ts';
import { BEGIN_NEW_EPOCH } from '../../events/index.ts';
import { migrateDatabase } from '../migrate.ts';
import { backUp, checkBackup, restoreTables } from './index.ts';
import type { BackupRecord } from './records.ts';
import { readBackupFile, writeBackupFile } from './backup-file.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../migrations');
const secretMark = '0'.repeat(32);

type Wrong = [what: string, change: (record: BackupRecord) => readonly BackupRecord[], words: RegExp];

describe('a restored database', () => {
  let server: TestServer;
  let folder: string;
  let file: string;
  const names: string[] = [];
  const serverUrl = inject('databaseServerUrl');

  /** Creates a database without contents. */
  async function empty(): Promise<string> {
    const name = `munjigi_restored_${uuidv7().slice(-12)}`;
    await queryDatabase(serverUrl, `create database ${name}`);
    names.push(name);
    return withDatabase(serverUrl, name);
  }
  const restoreTo = (url: string, from = file, migrations = MIGRATIONS, afterwards: string[] = []) =>
    restoreTables({ file: from, url: async () => url, migrations, onHeader: () => undefined, afterwards });
  const backUpOf = async (url: string) => {
    const to = path.join(folder, `${uuidv7()}.backup`);
    return { file: to, ...(await backUp({ url, file: to, secretMark })) };
  };
  async function rowsOf<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<T>(text)).rows;
    } finally {
      await client.end();
    }
  }
  const relationsOf = (url: string) =>
    rowsOf(
      url,
      "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S', 'v')",
    );
  /** Writes a complete file with the same records after `change` was applied to each. */
  async function changed(change: (record: BackupRecord) => readonly BackupRecord[]): Promise<string> {
    const to = path.join(folder, `${uuidv7()}.backup`);
    async function* records() {
      for await (const record of readBackupFile(file)) yield* change(record);
    }
    await writeBackupFile(to, records());
    return to;
  }

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'munjigi-restore-'));
    server = await startTestServer();
    for (const stores of [2, 1]) {
      const shop = await server.makeShop({ stores });
      await server.signIn(shop, ['FRANCHISEE'], shop.stores);
      for (const store of shop.stores) await fillStore(server, shop, store);
      const store = shop.stores[0];
      if (!store) throw new Error('The shop has no store');
      // Values that COPY must escape, and more data than fits into one chunk.
      await server.withActor({ kind: 'store', productId: shop.productId, storeIds: [store.id] }, (tx) =>
        tx
          .updateTable('rooms')
          .set({ description: 'tab\t line\n back\\slash \\N \\. "quotes" \r 무인 놀이방 🚪' })
          .where('id', '=', store.rooms[0]?.id ?? '')
          .execute(),
      );
      await server.withActor({ kind: 'store', productId: shop.productId, storeIds: [store.id] }, (tx) =>
        tx
          .updateTable('rooms')
          .set({ description: '한\t'.repeat(200_000) })
          .where('id', '=', store.rooms[1]?.id ?? '')
          .execute(),
      );
    }
    // Close the server, because its timers would keep writing between the two reads.
    await server.app.close();
    file = (await backUpOf(server.databaseUrl)).file;
  });
  afterAll(async () => {
    for (const name of names) await queryDatabase(serverUrl, `drop database if exists ${name}`);
    await queryDatabase(
      serverUrl,
      `drop database if exists ${new URL(server.databaseUrl.replace('@/', '@x/')).pathname.slice(1)}`,
    );
    rmSync(folder, { recursive: true });
  });

  it('restores every row of every table and store unchanged (RN-4)', async () => {
    const { tables } = await checkBackup(file);
    const url = await empty();
    expect((await restoreTo(url)).tables).toEqual(tables);
    expect((await backUpOf(url)).tables).toEqual(tables);

    // Row counts come from PostgreSQL's vacuum, which ignores row-level security.
    await queryDatabase(server.databaseUrl, 'vacuum analyze');
    const counted = await rowsOf<{ name: string; rows: number }>(
      server.databaseUrl,
      "select relname as name, reltuples::int as rows from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
    const expected = Object.fromEntries(counted.map((row) => [row.name, row.rows]));
    for (const notKept of [
      'events',
      'sessions',
      'session_activity',
      'sign_in_challenges',
      'device_listeners',
      'push_subscriptions',
      'push_notices',
      'push_turns',
      'push_place',
      'kysely_migration',
      'kysely_migration_lock',
    ])
      Reflect.deleteProperty(expected, notKept);
    expect(Object.fromEntries(Object.entries(tables).map(([name, { rows }]) => [name, rows]))).toEqual(expected);
    expect(Object.values(expected).filter((rows) => rows > 0).length).toBeGreaterThan(50);
  });

  it('has exactly the schema of the migrations: keys, checks, triggers, policies, rights', async () => {
    const url = await empty();
    await restoreTo(url);
    for (const text of [
      "select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as is, convalidated, condeferred from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2",
      'select tgrelid::regclass::text as of, tgname, tgenabled, pg_get_triggerdef(oid) as is from pg_trigger where not tgisinternal order by 1, 2',
      "select relname, relkind, relrowsecurity, relforcerowsecurity, relpersistence, relacl::text, reloptions from pg_class where relnamespace = 'public'::regnamespace and relkind <> 'i' order by 1",
      'select schemaname, tablename, policyname, permissive, roles::text, cmd, qual, with_check from pg_policies order by 2, 3',
      "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1",
    ]) {
      expect(await rowsOf(url, text)).toEqual(await rowsOf(server.databaseUrl, text));
    }
    expect(
      await rowsOf(url, "select count(*) from pg_stats where schemaname = 'public' and tablename = 'rooms'"),
    ).not.toEqual([{ count: '0' }]);
  });

  it('reuses no event id, starts a new epoch, and drops events and sessions', async () => {
    const url = await empty();
    await restoreTo(url, file, MIGRATIONS, [BEGIN_NEW_EPOCH]);
    // All rows: the table has one row.
    const last = 'select last_value, is_called from events_id_seq';
    expect(await rowsOf(url, last)).toEqual(await rowsOf(server.databaseUrl, last));
    expect(
      await rowsOf(
        url,
        'select (select count(*) from events)::int as events, (select count(*) from sessions)::int as sessions',
      ),
    ).toEqual([{ events: 0, sessions: 0 }]);
    // All rows: the table has one row.
    const epoch = 'select epoch from event_sequence';
    expect(await rowsOf(url, epoch)).not.toEqual(await rowsOf(server.databaseUrl, epoch));
    // Transaction ids have no meaning in another database, so no column may hold one.
    const places = await rowsOf<{ it: string }>(
      url,
      "select table_name || '.' || column_name as it from information_schema.columns where table_schema = 'public' and data_type in ('xid8', 'xid', 'pg_snapshot', 'pg_lsn') order by 1",
    );
    expect(places).toEqual([]);
  });

  it('is refused as the target when it was not empty', async () => {
    const filled = await empty();
    await queryDatabase(filled, 'create table a_thing_of_somebody (id int)');
    await expect(restoreTo(filled)).rejects.toThrow('not empty');
    const migrated = await empty();
    await migrateDatabase(migrated, MIGRATIONS);
    const before = await backUpOf(migrated);
    await expect(restoreTo(migrated)).rejects.toThrow('not empty');
    await expect(restoreTo(server.databaseUrl)).rejects.toThrow('not empty');
    expect((await backUpOf(migrated)).tables).toEqual(before.tables);
  });

  it('is filled by only one of two concurrent restores', async () => {
    const url = await empty();
    const both = await Promise.allSettled([restoreTo(url), restoreTo(url)]);
    expect(both.map((it) => it.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await backUpOf(url)).tables).toEqual((await checkBackup(file)).tables);
  });

  it('rejects a cut or changed file before it connects to the database', async () => {
    const bytes = readFileSync(file);
    const broken = path.join(folder, 'broken.backup');
    for (let time = 0; time < 60; time += 1) {
      const at = Math.floor(Math.random() * bytes.length);
      const other = time % 2 === 0 ? bytes.subarray(0, at) : Buffer.from(bytes);
      if (time % 2 === 1) other.writeUInt8(other.readUInt8(at) ^ (1 << (time % 8)), at);
      writeFileSync(broken, other);
      const restoring = restoreTables({
        file: broken,
        url: async () => Promise.reject(new Error('asked for')),
        migrations: MIGRATIONS,
        onHeader: () => undefined,
        afterwards: [],
      });
      await expect(restoring, `${time % 2 ? 'changed' : 'cut'} at ${at}`).rejects.toThrow(/^The file (is|was)/);
    }
  });

  it('rejects a file with wrong contents when it is only checked', async () => {
    const first: Record<string, boolean> = {};
    const once = (name: string) => !(name in first) && (first[name] = true);
    const wrong: Wrong[] = [
      [
        'another count',
        (it) =>
          it.kind === 'end' && it.end.rows > 0 && once('bytes')
            ? [{ ...it, end: { ...it.end, bytes: it.end.bytes + 1 } }]
            : [it],
        /is not what was written/,
      ],
      ['no totals', (it) => (it.kind === 'totals' ? [] : [it]), /ends before its end/],
      [
        'other totals',
        (it) => (it.kind === 'totals' ? [{ ...it, totals: { ...it.totals, tables: {} } }] : [it]),
        /not those that were counted/,
      ],
      ['a table in a table', (it) => (it.kind === 'table' && once('twice') ? [it, it] : [it]), /not in the order/],
      ['no header', (it) => (it.kind === 'header' ? [] : [it]), /not in the order|does not begin/],
      ['two headers', (it) => (it.kind === 'header' ? [it, it] : [it]), /not in the order/],
      ['something after the end', (it) => (it.kind === 'totals' ? [it, it] : [it]), /not in the order/],
    ];
    for (const [what, change, words] of wrong)
      await expect(checkBackup(await changed(change)), what).rejects.toThrow(words);
  });

  it('rolls back when the contents of a complete file are wrong', async () => {
    const first: Record<string, boolean> = {};
    const once = (name: string) => !(name in first) && (first[name] = true);
    const wrong: Wrong[] = [
      [
        'a missing row',
        (it) =>
          it.kind === 'data' && once('data') ? [{ ...it, data: it.data.subarray(it.data.indexOf('\n') + 1) }] : [it],
        /is not what was written/,
      ],
      [
        'a row that breaks a rule',
        (it) =>
          it.kind === 'data' && once('rule')
            ? [{ ...it, data: Buffer.concat([Buffer.from('nonsense\n'), it.data]) }]
            : [it],
        /./,
      ],
      [
        'a foreign table',
        (it) =>
          it.kind === 'table' && once('foreign') ? [{ ...it, table: { ...it.table, name: 'pg_authid' } }] : [it],
        /not in the schema/,
      ],
      [
        'other columns',
        (it) =>
          it.kind === 'table' && once('columns')
            ? [{ ...it, table: { ...it.table, columns: it.table.columns.slice(1) } }]
            : [it],
        /other columns/,
      ],
    ];
    const url = await empty();
    for (const [what, change, words] of wrong) {
      await expect(restoreTo(url, await changed(change)), what).rejects.toThrow(words);
      expect(await relationsOf(url), what).toEqual([]);
    }
    // The database still accepts a correct backup.
    await restoreTo(url);
  });

  it('rejects rows whose referenced rows are missing', async () => {
    const none = { rows: 0, bytes: 0, sha256: createHash('sha256').digest('hex') };
    let of = '';
    const without = await changed((it) => {
      if (it.kind === 'table') of = it.table.name;
      if (it.kind === 'totals')
        return [{ ...it, totals: { ...it.totals, tables: { ...it.totals.tables, stores: none } } }];
      if (of !== 'stores' || it.kind === 'table') return [it];
      return it.kind === 'end' ? [{ ...it, end: none }] : [];
    });
    const url = await empty();
    await expect(restoreTo(url, without)).rejects.toThrow('foreign key');
    expect(await relationsOf(url)).toEqual([]);
  });

  it('is migrated to the schema of a newer program, and refused by an older one', async () => {
    const newer = path.join(folder, 'migrations');
    cpSync(MIGRATIONS, newer, { recursive: true });
    writeFileSync(
      path.join(newer, '9998-later.sql'),
      'alter table products add column later integer not null default 7; update products set later = 8;',
    );
    const url = await empty();
    expect((await restoreTo(url, file, newer)).applied).toEqual(['9998-later']);
    expect(await rowsOf(url, 'select distinct later from products')).toEqual([{ later: 8 }]);

    const { file: ofNewer } = await backUpOf(url);
    const target = await empty();
    await expect(restoreTo(target, ofNewer)).rejects.toThrow(/newer program.*9998-later/);
    expect(await relationsOf(target)).toEqual([]);
    await restoreTo(target, ofNewer, newer);
    expect(await rowsOf(target, 'select distinct later from products')).toEqual([{ later: 8 }]);
  });

  it('is never made from a backup that lacks rows: the backup names a table that the login cannot read', async () => {
    const url = await empty();
    await restoreTo(url);
    await queryDatabase(
      url,
      'create table hidden_things (id int); insert into hidden_things values (1); alter table hidden_things enable row level security; alter table hidden_things force row level security',
    );
    // A login that bypasses row-level security reads all rows. The backup refuses an owner without that right, because
    // it would miss some.
    const [login] = await rowsOf<{ sees_all: boolean }>(
      url,
      'select rolsuper or rolbypassrls as sees_all from pg_roles where rolname = current_user',
    );
    if (login?.sees_all === false) {
      await expect(backUpOf(url)).rejects.toThrow('hidden_things');
      await queryDatabase(url, "select let_backup_read('hidden_things')");
    }
    expect((await backUpOf(url)).tables['hidden_things']).toMatchObject({ rows: 1 });
    await expect(backUpOf(await empty())).rejects.toThrow('nothing to back up');
  });
});
