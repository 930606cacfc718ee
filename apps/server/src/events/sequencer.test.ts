/** @module-tag engines */
// @sweep 1/12 (decision 086)
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { statement, SYSTEM, storeActor } from '../db/index.ts';
import {
  connectOwner,
  insertUnsequenced,
  openForeignTransaction,
  seededRandom,
  startTestServer,
  until,
  type Shop,
  type TestServer,
} from '../testing/index.ts';
import { publish, sweepEvents, type StoredEvent } from './index.ts';

/** Number of transactions of the property test; `npm run proof -- event-order` uses 10,000. */
const TRANSACTIONS = Number(process.env['EVENT_TRANSACTIONS'] ?? 600);
const WORKERS = 12;
const KEYS = 5;

describe('the order of events', () => {
  let one: TestServer;
  let two: TestServer;
  let shop: Shop;
  let owner: pg.Client;
  beforeAll(async () => {
    one = await startTestServer();
    two = await startTestServer({ beside: one });
    shop = await one.makeShop();
    owner = await connectOwner(one.databaseUrl);
  });
  afterAll(async () => {
    await owner.end();
    await two.close();
    await one.close();
  });

  const storeId = () => shop.stores[0]?.id ?? '';
  const numbered = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const numberOf = (event: StoredEvent) => Number((event.data as { storeId: string }).storeId.slice(-12));
  const event = (number: number) => ({
    productId: shop.productId,
    storeId: storeId(),
    name: 'notifications.changed' as const,
    data: { storeId: numbered(number) },
  });
  const actor = () => storeActor(shop.productId, storeId());
  /** Records the numbers of the product's events that the reader of a process delivers from now on. */
  function record(server: TestServer): { readonly numbers: number[]; readonly positions: number[]; stop(): void } {
    const [numbers, positions]: [number[], number[]] = [[], []];
    const stop = server.app.events.subscribe((it) => {
      if (it.productId !== shop.productId) return;
      numbers.push(numberOf(it));
      positions.push(it.position);
    });
    return { numbers, positions, stop };
  }
  const commit = (server: TestServer, number: number) => server.withActor(actor(), (tx) => publish(tx, event(number)));
  // All rows: the sequence is one of the whole database, and each test counts from its own start.
  const readPositions = async () =>
    (await owner.query<{ position: number | null }>('select position from events order by id')).rows.map(
      (row) => row.position,
    );

  it(`skips and repeats nothing in ${TRANSACTIONS} transactions that commit in random order, while a transaction in another database is open`, async () => {
    const foreign = await openForeignTransaction(
      inject('databaseServerUrl'),
      `munjigi_foreign_${randomBytes(6).toString('hex')}`,
    );
    const records = [record(one), record(two)];
    const { seed, random } = seededRandom(process.env['EVENT_SEED']);
    const committed: number[] = [];
    const ofKey = Array.from({ length: KEYS }, () => 0);
    let next = 0;
    async function work(worker: number): Promise<void> {
      const server = worker % 2 === 0 ? one : two;
      while (next < TRANSACTIONS) {
        const number = (next += 1);
        const key = Math.floor(random() * KEYS);
        const [pauses, isKept] = [[random(), random()].map((it) => Math.floor(it * 4) / 1000), random() < 0.7];
        const ids: number[] = [];
        const done = server.withActor(actor(), async (tx) => {
          // The first event depends on no other transaction, the second on all earlier transactions with the same key.
          ids.push(number * 10);
          await publish(tx, event(number * 10));
          await sql`select pg_sleep(${pauses[0]})`.execute(tx);
          await sql`select pg_advisory_xact_lock(20261122, ${key})`.execute(tx);
          const turn = (ofKey[key] = (ofKey[key] ?? 0) + 1);
          ids.push(1e9 + key * 1e8 + turn);
          await publish(tx, event(1e9 + key * 1e8 + turn));
          await sql`select pg_sleep(${pauses[1]})`.execute(tx);
          if (!isKept) throw new Error('rolled back on purpose');
        });
        if (isKept) await done.then(() => committed.push(...ids));
        else await expect(done).rejects.toThrow('on purpose');
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
    await until(
      'all events at both processes',
      () => records.every(({ numbers }) => numbers.length >= committed.length),
      30_000,
    );
    await commit(one, 1);
    await until('an event after all of them', () => records.every(({ numbers }) => numbers.at(-1) === 1));
    await foreign.end();

    const [first, second] = records.map(({ numbers }) => numbers.slice(0, -1));
    expect(second, `seed ${seed}`).toEqual(first);
    expect(
      [...(first ?? [])].sort((a, b) => a - b),
      `seed ${seed}`,
    ).toEqual([...committed].sort((a, b) => a - b));
    for (let key = 0; key < KEYS; key += 1) {
      const turns = (first ?? []).filter((number) => number > 1e9 + key * 1e8 && number < 1e9 + (key + 1) * 1e8);
      expect(turns, `key ${key}, seed ${seed}`).toEqual([...turns].sort((a, b) => a - b));
    }
    for (const it of records) {
      expect(it.positions.every((position, index) => index === 0 || position > (it.positions[index - 1] ?? 0))).toBe(
        true,
      );
      it.stop();
    }
  }, 600_000);

  it('delivers the events of a process that was killed between its commit and the sequencing', async () => {
    const records = [record(one), record(two)];
    await insertUnsequenced(owner, { productId: shop.productId, storeId: storeId(), count: 3 });
    await until('the events', () => records.every(({ numbers }) => numbers.length === 3));
    expect(records.map(({ numbers }) => numbers)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    for (const it of records) it.stop();
  });

  it('delivers events to a process that loses a NOTIFY', async () => {
    const records = [record(one), record(two)];
    // From here on no notification reaches the process until its listening connection is restored.
    await owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen munjigi_events'",
    );
    await commit(one, 7);
    await until('the event', () => records.every(({ numbers }) => numbers.length === 1));
    for (const it of records) it.stop();
  });

  it('gives consecutive positions when two processes sequence at once', async () => {
    const before = one.app.events.position();
    const records = [record(one), record(two)];
    await insertUnsequenced(owner, { productId: shop.productId, storeId: storeId(), count: 3000 });
    // The call gives up after two seconds of waiting for other callers. The processes retry later, and so do these
    // callers.
    const sequencePage = (server: TestServer) =>
      server.app.db
        .doAtOnce(SYSTEM, statement<{ sequenced: number }>`select sequenced from sequence_events(50)`)
        .catch((error: unknown) => {
          if ((error as { code?: string }).code !== '55P03') throw error;
          return undefined;
        });
    const sequenceAll = async (server: TestServer) => {
      let page: Awaited<ReturnType<typeof sequencePage>>;
      do page = await sequencePage(server);
      while (page?.[0]?.sequenced !== 0);
    };
    await Promise.all([one, two, one, two].map(sequenceAll));
    await until('all events', () => records.every(({ numbers }) => numbers.length === 3000));
    for (const it of records) {
      expect(it.numbers).toEqual(Array.from({ length: 3000 }, (_, index) => index + 1));
      expect(it.positions).toEqual(Array.from({ length: 3000 }, (_, index) => before + index + 1));
      it.stop();
    }
  });

  it('continues when a process stops in the middle of sequencing', async () => {
    const records = [record(one), record(two)];
    const stopped = await connectOwner(one.databaseUrl);
    await insertUnsequenced(owner, { productId: shop.productId, storeId: storeId(), count: 1 });
    await stopped.query('begin');
    await stopped.query('select sequence_events(10)'); // This transaction never commits.
    await commit(two, 2);
    await until('both events', () => records.every(({ numbers }) => numbers.includes(2)), 20_000);
    expect(records.map(({ numbers }) => numbers)).toEqual([
      [1, 2],
      [1, 2],
    ]);
    await stopped.end();
    for (const it of records) it.stop();
  });

  it('lets neither role of the program choose a position', async () => {
    for (const role of ['munjigi_app', 'munjigi_system']) {
      await owner.query('begin');
      await owner.query(`set local role ${role}`);
      await expect(
        owner.query(
          "insert into events (product_id, name, data, position) values (gen_random_uuid(), 'store.changed', '{}', 1)",
        ),
      ).rejects.toThrow('permission denied');
      await owner.query('rollback');
    }
  });

  it('sweeps in pages with one transaction each, and keeps events that are not sequenced', async () => {
    await sweepEvents(one.app.db, new Date(Date.now() + 60_000));
    const start = one.app.events.position();
    await insertUnsequenced(owner, {
      productId: shop.productId,
      storeId: storeId(),
      count: 5000,
      createdAt: new Date(Date.now() - 48 * 3600_000),
    });
    await until('they are sequenced', () => one.app.events.position() === start + 5000);
    await commit(one, 1);
    await until('a new event', () => one.app.events.position() === start + 5001);
    const blocker = await connectOwner(one.databaseUrl);
    await blocker.query('begin');
    await blocker.query('select from events where position = $1 for update', [start + 3000]);
    const sweeping = sweepEvents(one.app.db, new Date(Date.now() - 24 * 3600_000));
    await until(
      'the first page is gone while the second one waits',
      async () => (await readPositions()).length === 3001,
    );
    await blocker.query('rollback');
    await blocker.end();
    await sweeping;
    expect(await readPositions()).toEqual([start + 5001]);
    // All rows: the table has one row.
    expect((await owner.query('select position from events_floor')).rows).toEqual([{ position: start + 5000 }]);
  });

  it('is sequenced without a NOTIFY in an ordinary commit', async () => {
    const listener = await connectOwner(one.databaseUrl);
    const received: number[] = [];
    listener.on('notification', ({ payload }) => received.push(Number(payload)));
    await listener.query('listen munjigi_events');
    const start = one.app.events.position();
    await one.withActor(actor(), async (tx) => {
      for (let number = 1; number <= 200; number += 1) await publish(tx, event(number));
    });
    await until('all of them', () => one.app.events.position() === start + 200);
    await until('the notification', () => received.includes(start + 200));
    await sleep(20);
    expect(received).toEqual([start + 200]);
    await listener.end();
  });
});
