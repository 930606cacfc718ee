/** @module-tag engines */
import { CompiledQuery, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyTemplate, createDatabase, poolerBefore, queryDatabase } from '../testing/database.ts';
import { headOffice } from '../testing/server.ts';
import { until } from '../testing/until.ts';
import { DatabaseUnavailable, examinePooler, findHiddenPooler, openDatabase, SYSTEM } from './index.ts';
import type { Database, Pooler } from './index.ts';

const SETTINGS = ['role', 'TimeZone', 'statement_timeout', 'idle_in_transaction_session_timeout'];
const READ_SETTINGS = `select ${SETTINGS.map((name) => `current_setting('${name}') as "${name}"`).join(', ')}`;
const OF_THE_PROGRAM = { TimeZone: 'UTC', statement_timeout: '30s', idle_in_transaction_session_timeout: '1min' };

/** What only PgBouncer does; empty without one. */
const BEHIND_PGBOUNCER = (
  [
    [
      'a pooler behind DATABASE_URL',
      {
        read: async ({ url }: Pooler) => [await findHiddenPooler(url)],
        words: /^DATABASE_URL leads to a pooler.*Set DATABASE_DIRECT_URL/,
      },
    ],
    [
      'names of statements that are not kept apart, as before 1.21',
      {
        read: (pooler: Pooler, url: string) => examinePooler({ ...pooler, keepsNames: true }, url),
        words: /Set DATABASE_PREPARED=0/,
      },
    ],
  ] as const
).filter(() => process.env['DATABASE_POOLER_URL'] !== undefined);

/** Through PgBouncer where `scripts/engines.mjs` has started it; otherwise PostgreSQL itself stands in for a pooler. */
describe('a database behind a pooler', () => {
  let copy: Awaited<ReturnType<typeof copyTemplate>>;
  let pooler: Pooler;
  let db: Database;
  const broken: Error[] = [];

  beforeAll(async () => {
    copy = await copyTemplate(inject('databaseServerUrl'));
    pooler = poolerBefore(copy.url) ?? { url: copy.url, keepsNames: false };
    db = openDatabase(copy.url, { poolSize: 20, pooler, onError: (error) => broken.push(error) });
  });
  afterAll(async () => {
    await db.close();
    await copy.drop();
  });

  it('has its role, time zone and time-outs in every kind of transaction', async () => {
    const query = sql<Record<string, string>>`${sql.raw(READ_SETTINGS)}`;
    const [person, [atOnce], [withTimeout], [without]] = await Promise.all([
      db.withActor(headOffice(uuidv7()), async (tx) => (await query.execute(tx)).rows[0]),
      db.doAtOnce(SYSTEM, query),
      db.doAtOnce(SYSTEM, query, { timeoutMs: 1234 }),
      db.readWithoutActor(CompiledQuery.raw(READ_SETTINGS, []) as CompiledQuery<Record<string, string>>),
    ]);
    expect(person).toEqual({ role: 'munjigi_app', ...OF_THE_PROGRAM });
    expect(atOnce).toEqual({ role: 'munjigi_system', ...OF_THE_PROGRAM });
    expect(withTimeout).toEqual({ role: 'munjigi_system', ...OF_THE_PROGRAM, statement_timeout: '1234ms' });
    expect(without).toEqual({ role: 'munjigi_app', ...OF_THE_PROGRAM });
  });

  it('keeps the actors of transactions apart that share its connections', async () => {
    const products = Array.from({ length: 200 }, () => uuidv7());
    const seen = await Promise.all(
      products.map((product) =>
        db.withActor(headOffice(product), async (tx) => {
          const first = await sql<{ product: string }>`select current_setting('app.product_id') as product`.execute(tx);
          const second = await sql<{
            product: string;
          }>`select current_setting('app.product_id') as product, ${1} as n`.execute(tx);
          return [first.rows[0]?.product, second.rows[0]?.product];
        }),
      ),
    );
    expect(seen).toEqual(products.map((product) => [product, product]));
  });

  it('rolls a failed transaction back and can use the connection again', async () => {
    const failed = db.withActor(SYSTEM, async (tx) => {
      await sql`select 1 / ${0}::int`.execute(tx);
    });
    await expect(failed).rejects.toThrow('division by zero');
    expect(await db.doAtOnce(SYSTEM, sql<{ n: number }>`select ${7}::int as n`)).toEqual([{ n: 7 }]);
  });

  it('ends a statement at its time limit', async () => {
    const slow = db.doAtOnce(SYSTEM, sql`select pg_sleep(${5}::int)`, { timeoutMs: 100 });
    await expect(slow).rejects.toMatchObject({ code: '57014' });
  });

  it('gets notifications, past the pooler', async () => {
    const payloads: string[] = [];
    const listening = await db.listen(
      'pooler_test',
      (payload) => payload !== undefined && payloads.push(payload),
      (error) => broken.push(error),
    );
    try {
      await db.withActor(SYSTEM, (tx) => sql`select pg_notify('pooler_test', ${'through'})`.execute(tx));
      await until('the notification arrives', () => payloads.includes('through'));
    } finally {
      await listening.close();
    }
  });

  it('fails as unavailable when its connection to PostgreSQL breaks, and answers again', async () => {
    const cutOff = db.withActor(SYSTEM, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await queryDatabase(copy.url, `select pg_terminate_backend(${String(rows[0]?.pid)})`);
      await sql`select 1`.execute(tx);
    });
    await expect(cutOff).rejects.toThrow(DatabaseUnavailable);
    await until('it answers', async () => {
      try {
        return (await db.doAtOnce(SYSTEM, sql<{ n: number }>`select ${7}::int as n`)).length === 1;
      } catch (error) {
        if (error instanceof DatabaseUnavailable) return false;
        throw error;
      }
    });
  });

  it('is examined without a fault, and nothing is left in its connections', async () => {
    expect(await examinePooler(pooler, copy.url)).toEqual([]);
  });

  it('is refused before another database, and when it does not answer', async () => {
    const other = await createDatabase(inject('databaseServerUrl'));
    try {
      expect(await examinePooler(pooler, other.url)).toEqual([expect.stringContaining('lead to two databases')]);
    } finally {
      await other.drop();
    }
    expect(await examinePooler({ ...pooler, url: 'postgres://munjigi@127.0.0.1:1/munjigi' }, copy.url)).toEqual([
      expect.stringMatching(/^nothing listens at 127\.0\.0\.1:1/),
    ]);
  });

  it('must be named by its own setting', async () => {
    expect(await findHiddenPooler(copy.url)).toBeNull();
    expect(await findHiddenPooler('postgres://munjigi@127.0.0.1:1/munjigi')).toBeNull();
  });

  it.each(BEHIND_PGBOUNCER)('names %s', async (_what, { read, words }) => {
    expect(await read(pooler, copy.url)).toEqual([expect.stringMatching(words)]);
  });
});
