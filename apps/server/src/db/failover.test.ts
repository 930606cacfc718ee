/** @module-tag engines */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyTemplate, createDatabase, queryDatabase } from '../testing/database.ts';
import { openDatabaseWay } from '../testing/peers/database-way.ts';
import { until } from '../testing/index.ts';
import { connectionFault } from './connection-fault.ts';
import {
  DatabaseUnavailable,
  migrateDatabase,
  openDatabase,
  startEmbeddedPostgres,
  statement,
  SYSTEM,
  waitForDatabase,
  type Database,
  type EmbeddedPostgres,
} from './index.ts';

const MIGRATIONS = path.join(import.meta.dirname, 'migrations');
const open = (url: string, options: { readonly silentMs?: number } = {}): Database =>
  openDatabase(url, { poolSize: 1, onError: () => undefined, ...options });
const addProduct = (slug: string) =>
  statement`insert into products (id, slug, name, created_at) values (gen_random_uuid(), ${slug}, ${slug}, now())`;
const countProducts = (db: Database, slug: string) =>
  db
    .withActor(SYSTEM, (tx) => sql`select from products where slug = ${slug}`.execute(tx))
    .then(({ rows }) => rows.length);

describe('a server that is not the primary', () => {
  it('loses its session when a statement is refused as read only, and the next one is at the primary', async () => {
    const copy = await copyTemplate(inject('databaseServerUrl'));
    const database = new URL(copy.url.replace('@/', '@localhost/')).pathname.slice(1);
    const alter = (setting: string) =>
      queryDatabase(inject('databaseServerUrl'), `alter database ${database} ${setting}`);
    await alter('set default_transaction_read_only = on');
    const db = open(copy.url);
    await expect(db.doAtOnce(SYSTEM, addProduct('one'))).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(db.withActor(SYSTEM, (tx) => tx.executeQuery(addProduct('one')))).rejects.toBeInstanceOf(
      DatabaseUnavailable,
    );
    await alter('reset default_transaction_read_only');
    // The pool has one connection, so this is not the refused one.
    await db.doAtOnce(SYSTEM, addProduct('two'));
    expect([await countProducts(db, 'one'), await countProducts(db, 'two')]).toEqual([0, 1]);
    await db.close();
    await copy.drop();
  });
});

describe('a standby and its promotion', () => {
  let dataDir: string;
  let server: EmbeddedPostgres;
  const start = () => startEmbeddedPostgres({ dataDir, password: 'of-the-test' });
  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'munjigi-failover-test-'));
    chmodSync(dataDir, 0o755); // PostgreSQL may run as another user than this process.
    server = await start();
    await migrateDatabase(server.url, MIGRATIONS);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const asSuperuser = (text: string) => queryDatabase(server.adminUrl, text);

  it('is refused by the pool and by a listening connection until it is promoted', async () => {
    await server.stop();
    writeFileSync(path.join(dataDir, 'postgres', 'standby.signal'), '');
    server = await start();
    const db = open(server.url);
    const error = await db.ping().catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(connectionFault(error, 'postgres://munjigi@db.example/munjigi')).toContain('is a standby');
    const listening = () =>
      db.listen(
        'of_the_test',
        () => undefined,
        () => undefined,
      );
    await expect(listening()).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(waitForDatabase(server.url, 0, () => undefined)).rejects.toMatchObject({ code: '25006' });
    await asSuperuser('select pg_promote()');
    await db.doAtOnce(SYSTEM, addProduct('promoted'));
    await (await listening()).close();
    await db.close();
  });

  it('is waited for by a commit for longer than the time-out of a statement', async () => {
    const db = open(server.url);
    await asSuperuser(`alter system set synchronous_standby_names = 'there_is_none'`);
    await asSuperuser('select pg_reload_conf()');
    const written = db.doAtOnce(SYSTEM, addProduct('waiting'), { timeoutMs: 100 });
    const waits = (forMs: number) =>
      count(
        server.adminUrl,
        `select from pg_stat_activity where wait_event = 'SyncRep' and now() - query_start > interval '${forMs} ms'`,
      );
    await until('the commit waits', async () => (await waits(500)) === 1 || null, 20_000);
    await asSuperuser('alter system reset synchronous_standby_names');
    await asSuperuser('select pg_reload_conf()');
    await written;
    expect(await countProducts(db, 'waiting')).toBe(1);
    await db.close();
  });

  it('is not assumed to have a commit whose wait was cancelled', async () => {
    const db = open(server.url);
    await asSuperuser(`alter system set synchronous_standby_names = 'there_is_none'`);
    await asSuperuser('select pg_reload_conf()');
    const written = db
      .withActor(SYSTEM, (tx) => tx.executeQuery(addProduct('cancelled')))
      .catch((error: unknown) => error);
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
    await until('the commit waits', async () => (await count(server.adminUrl, cancel)) === 1 || null, 20_000);
    expect(await written).toBeInstanceOf(DatabaseUnavailable);
    await asSuperuser('alter system reset synchronous_standby_names');
    await asSuperuser('select pg_reload_conf()');
    await db.close();
  });
});

describe('a server that is silent', () => {
  it('loses the connection of a statement, and the next one is answered', async () => {
    const copy = await createDatabase(inject('databaseServerUrl'));
    const way = await openDatabaseWay(copy.url);
    const db = open(way.url, { silentMs: 1000 });
    await db.ping();
    way.freeze();
    await expect(db.ping()).rejects.toBeInstanceOf(DatabaseUnavailable);
    await db.ping();
    await db.close();
    await way.close();
    await copy.drop();
  });

  it('loses a listening connection, and another one is opened', async () => {
    const copy = await copyTemplate(inject('databaseServerUrl'));
    const way = await openDatabaseWay(copy.url);
    const db = open(way.url, { silentMs: 4000 });
    const notified: (string | undefined)[] = [];
    const errors: Error[] = [];
    const listening = await db.listen(
      'silent_test',
      (payload) => notified.push(payload),
      (error) => errors.push(error),
    );
    expect(notified).toEqual([undefined]);
    way.freeze();
    // A new connection calls back without a payload.
    await until('another connection listens', () => notified.length > 1 || null, 60_000);
    expect(errors[0]).toBeInstanceOf(DatabaseUnavailable);
    await queryDatabase(copy.url, `notify silent_test, 'again'`);
    await until('the notification arrives', () => notified.includes('again') || null, 60_000);
    await listening.close();
    await db.close();
    await way.close();
    await copy.drop();
  });

  it('is given up by a listening connection that cannot be opened', async () => {
    const silent = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const db = open(`postgres://munjigi@127.0.0.1:${port}/munjigi`, { silentMs: 1000 });
    const listening = db.listen(
      'silent_test',
      () => undefined,
      () => undefined,
    );
    await expect(listening).rejects.toBeInstanceOf(DatabaseUnavailable);
    await db.close();
    await new Promise((resolve) => silent.close(resolve));
  });
});

async function count(url: string, query: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
