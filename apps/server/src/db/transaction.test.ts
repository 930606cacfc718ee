/** @module-tag engines */
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyTemplate, poolerBefore } from '../testing/database.ts';
import { openDatabase, SYSTEM, pipelineStatement, type Actor, type Database, type Tx } from './index.ts';

describe('a transaction with pipelined statements', () => {
  let db: Database;
  let drop: () => Promise<void>;
  const broken: Error[] = [];
  const productId = uuidv7();
  const person: Actor = {
    kind: 'person',
    userId: uuidv7(),
    sessionId: uuidv7(),
    name: 'Tester',
    productId,
    roles: ['ADMIN'],
    storeIds: 'all',
    address: '127.0.0.1',
  };

  beforeAll(async () => {
    const copy = await copyTemplate(inject('databaseServerUrl'));
    drop = copy.drop;
    db = openDatabase(copy.url, {
      poolSize: 3,
      pooler: poolerBefore(copy.url),
      onError: (error) => broken.push(error),
    });
    await db.withActor(SYSTEM, (tx) =>
      tx
        .insertInto('products')
        .values({ id: productId, slug: 'pipelined', name: 'Pipelined', created_at: new Date() })
        .execute(),
    );
  });
  afterAll(async () => {
    await db.close();
    await drop();
  });

  const job = (kind: string, id = uuidv7()) => ({
    id,
    kind,
    payload: '{}',
    due_at: new Date(),
    dedupe_key: null,
    last_error: null,
  });
  const put = (tx: Tx, kind: string, id?: string) => pipelineStatement(tx, tx.insertInto('jobs').values(job(kind, id)));
  const left = (kind: string) =>
    db.withActor(SYSTEM, (tx) => tx.selectFrom('jobs').select('id').where('kind', '=', kind).execute());

  it('has its role and its actor from the first statement on', async () => {
    const { rows } = await db.withActor(person, (tx) =>
      sql`select current_user as role, current_setting('app.product_id') as product,
        current_setting('app.store_ids') as stores`.execute(tx),
    );
    expect(rows).toEqual([{ role: 'munjigi_app', product: productId, stores: '*' }]);
    // The connection was used for another actor before, and has none between transactions.
    const repeated = await db.withActor(SYSTEM, (tx) =>
      sql`select current_user as role, current_setting('app.product_id') as product`.execute(tx),
    );
    expect(repeated.rows).toEqual([{ role: 'munjigi_system', product: '' }]);
  });

  it('keeps statements that were not awaited, in the order of sending', async () => {
    const seen = await db.withActor(SYSTEM, async (tx) => {
      put(tx, 'behind');
      const first = await tx.selectFrom('jobs').select('id').where('kind', '=', 'behind').execute();
      put(tx, 'behind');
      return first.length;
    });
    expect([seen, (await left('behind')).length]).toEqual([1, 2]);
  });

  it('rejects with the error of a statement that was not awaited, and rolls back', async () => {
    const id = uuidv7();
    const twice = db.withActor(SYSTEM, async (tx) => {
      put(tx, 'twice', id);
      put(tx, 'twice', id);
      return 'done';
    });
    await expect(twice).rejects.toMatchObject({ code: '23505', constraint: 'jobs_pkey' });
    expect(await left('twice')).toEqual([]);
  });

  it('rejects with that first error also when a later statement or the callback failed because of it', async () => {
    const id = uuidv7();
    const later = db.withActor(SYSTEM, async (tx) => {
      put(tx, 'later', id);
      put(tx, 'later', id);
      await tx.selectFrom('jobs').select('id').where('id', '=', id).execute();
    });
    await expect(later).rejects.toMatchObject({ code: '23505' });
    expect(await left('later')).toEqual([]);
  });

  it('does not report a rollback as a commit when the callback caught an error and continued', async () => {
    const caught: unknown[] = [];
    const deaf = db.withActor(SYSTEM, async (tx) => {
      put(tx, 'deaf');
      await sql`select 1 / 0`.execute(tx).catch((error: unknown) => caught.push(error));
    });
    await expect(deaf).rejects.toMatchObject({ code: '22012' });
    expect(caught).toHaveLength(1);
    expect(await left('deaf')).toEqual([]);
  });

  it('rejects with the error of the callback, and rolls back', async () => {
    const failed = db.withActor(SYSTEM, async (tx) => {
      put(tx, 'thrown');
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
    expect(await left('thrown')).toEqual([]);
  });

  it('has the caller in the stack of a failed statement', async () => {
    async function theAskingFunction(tx: Tx): Promise<void> {
      await sql`select nothing_of_the_kind`.execute(tx);
    }
    const error: unknown = await db.withActor(SYSTEM, theAskingFunction).catch((it: unknown) => it);
    expect((error as Error).stack).toContain('theAskingFunction');
  });

  it('refuses statements after its end', async () => {
    let kept: Tx | undefined;
    await db.withActor(SYSTEM, async (tx) => {
      kept = tx;
    });
    if (!kept) throw new Error('There was no transaction');
    const late = kept;
    await expect(late.selectFrom('jobs').select('id').execute()).rejects.toThrow('The transaction is over');
    expect(() => put(late, 'late')).toThrow('The transaction is over');
  });

  it('rejects when its connection is lost, and the pool serves later transactions on other connections', async () => {
    for (const where of ['in the work', 'before the commit']) {
      broken.length = 0;
      const lost = db.withActor(SYSTEM, async (tx) => {
        put(tx, 'lost');
        const end = sql`select pg_terminate_backend(pg_backend_pid())`;
        if (where === 'in the work') await end.execute(tx);
        else pipelineStatement(tx, end);
      });
      await expect(lost, where).rejects.toThrow(/terminat/);
      expect(await left('lost')).toEqual([]);
    }
    // More concurrent transactions than connections, so that every connection is used.
    const kinds = Array.from({ length: 12 }, (_, number) => `after-${number}`);
    await Promise.all(kinds.map((kind) => db.withActor(SYSTEM, async (tx) => put(tx, kind))));
    for (const kind of kinds) expect(await left(kind), kind).toHaveLength(1);
    expect(db.pool()).toMatchObject({ waiting: 0 });
    expect(db.pool().total).toBeLessThanOrEqual(3);
  });

  it('sees nothing of another product, also with statements that were sent ahead', async () => {
    const other = uuidv7();
    await db.withActor(SYSTEM, (tx) =>
      tx
        .insertInto('products')
        .values({ id: other, slug: 'another', name: 'Another', created_at: new Date() })
        .execute(),
    );
    const storeId = uuidv7();
    await db.withActor({ ...person, productId: other }, async (tx) => {
      pipelineStatement(
        tx,
        tx.insertInto('stores').values({
          product_id: other,
          id: storeId,
          name: 'Foreign',
          mqtt_prefix: 'another/one',
          created_at: new Date(),
        }),
      );
    });
    const seen = (actor: Actor) => db.withActor(actor, (tx) => tx.selectFrom('stores').select('id').execute());
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => seen(turn % 2 === 0 ? person : { ...person, productId: other })),
    );
    for (const [turn, found] of all.entries()) expect(found).toEqual(turn % 2 === 0 ? [] : [{ id: storeId }]);
  });
});
