/** @module-tag engines */
import pg from 'pg';
import pino from 'pino';
import { Registry } from 'prom-client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM, type Database } from '../db/index.ts';
import { publishAll } from '../events/index.ts';
import { enqueueJob } from '../jobs/index.ts';
import { observeState } from './state-metrics.ts';
import { fakeClock, startTestServer, until, type Shop, type TestServer } from '../testing/index.ts';

describe('the figures of the whole server in /metrics', () => {
  const clock = fakeClock();
  let server: TestServer;
  let shop: Shop;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    shop = await server.makeShop();
  });
  afterAll(() => server.close());

  /** Reads the figures of a registry whose server runs jobs of the kind `test.never`, which no process does. */
  async function readFigures(db: Database = server.app.db): Promise<Record<string, number>> {
    const metrics = new Registry();
    observeState({
      db,
      clock,
      log: pino({ level: 'silent' }),
      metrics,
      isListeningSomewhere: server.app.devices.isListeningSomewhere,
      jobs: { 'test.never': { lane: 'urgent' } },
    });
    const lines = (await metrics.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
  }

  it('are read by every scrape', async () => {
    await until('the server listens', async () => {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      return text.includes('\nmunjigi_device_listeners 1\n');
    });
    const text = await (await fetch(`${server.url}/metrics`)).text();
    for (const name of [
      'munjigi_jobs_due{lane="urgent"}',
      'munjigi_jobs_oldest_due_seconds{lane="outbound"}',
      'munjigi_messages_due{audience="guests"}',
      'munjigi_messages_oldest_due_seconds{audience="staff"}',
      'munjigi_audit_faults',
      'munjigi_events_unread',
      'munjigi_message_provider_failing_seconds',
    ])
      expect(text).toContain(`\n${name} 0\n`);
  });

  it('count the due jobs of a lane with the age of the oldest, and none that run or are not due', async () => {
    const dueAt = (secondsAgo: number) => new Date(clock.now().getTime() - secondsAgo * 1000);
    const add = (secondsAgo: number) =>
      server.withActor(SYSTEM, (tx) => enqueueJob(tx, { kind: 'test.never', payload: {}, dueAt: dueAt(secondsAgo) }));
    for (const secondsAgo of [90, 30, 60, -60]) await add(secondsAgo);
    await server.withActor(SYSTEM, (tx) =>
      tx
        .updateTable('jobs')
        .set({ locked_until: dueAt(-30), claimed_by: uuidv7() })
        .where('kind', '=', 'test.never')
        .where('due_at', '=', dueAt(60))
        .execute(),
    );
    const figures = await readFigures();
    expect(figures['munjigi_jobs_due{lane="urgent"}']).toBe(2);
    expect(figures['munjigi_jobs_oldest_due_seconds{lane="urgent"}']).toBe(90);
    expect(figures['munjigi_jobs_due{lane="timers"}']).toBe(0);
  });

  it('count the events that the sequencer did not reach, with the age of the oldest', async () => {
    const owner = new pg.Client({ connectionString: server.databaseUrl });
    await owner.connect();
    try {
      // Holds the lock of the sequencer, as a session that stopped in the middle does.
      await owner.query('begin');
      await owner.query("select pg_advisory_xact_lock(hashtextextended('munjigi.sequence_events', 0))");
      await server.withActor(SYSTEM, (tx) =>
        publishAll(tx, [
          { productId: shop.productId, storeId: null, name: 'store.changed', data: { id: shop.productId } as never },
        ]),
      );
      expect(await readFigures()).toMatchObject({ munjigi_events_unsequenced: 1 });
      await until(
        'it grows old',
        async () => Number((await readFigures())['munjigi_events_oldest_unsequenced_seconds']) > 0.1,
      );
    } finally {
      await owner.query('rollback');
      await owner.end();
    }
    await until('it has a position', async () => (await readFigures())['munjigi_events_unsequenced'] === 0);
    expect(await readFigures()).toMatchObject({ munjigi_events_oldest_unsequenced_seconds: 0 });
  });

  it('say for how long a provider of messages has failed', async () => {
    const failing = (since: Date | null) =>
      server.withActor(SYSTEM, (tx) =>
        tx
          .updateTable('message_providers')
          .set({ failures: since === null ? 0 : 3, failing_since: since })
          .where('product_id', '=', shop.productId)
          .execute(),
      );
    const admin = await server.signIn(shop, ['ADMIN']);
    const messageProvider = await admin.call('POST', `/${shop.slug}/message-provider`, {
      provider: 'SOLAPI',
      account: 'MEASURED',
      secret: 'of-the-test',
      senderPhone: '02-1234-5678',
    });
    expect(messageProvider.status).toBe(200);
    await failing(new Date(clock.now().getTime() - 90_000));
    expect(await readFigures()).toMatchObject({ munjigi_message_provider_failing_seconds: 90 });
    await failing(null);
    expect(await readFigures()).toMatchObject({ munjigi_message_provider_failing_seconds: 0 });
  });

  it('count the chains of the audit log with a fault, by their last finished verification', async () => {
    const owner = new pg.Client({ connectionString: server.databaseUrl });
    await owner.connect();
    const addVerification = (minutesAgo: number, fault: number | null, isFinished = true) =>
      owner.query(
        `insert into audit_verifications (product_id, id, started_at, finished_at, seq, hash, fault_seq, fault_what)
         values ($1, $2, $3, $4, 10, '\\x00', $5, $6)`,
        [
          shop.productId,
          uuidv7(),
          new Date(clock.now().getTime() - minutesAgo * 60_000),
          isFinished ? new Date(clock.now().getTime() - minutesAgo * 60_000) : null,
          fault,
          fault === null ? null : 'CHANGED',
        ],
      );
    try {
      await owner.query('alter table audit_verifications no force row level security');
      await owner.query('delete from audit_verifications');
      await addVerification(20, null);
      expect(await readFigures()).toMatchObject({ munjigi_audit_faults: 0, munjigi_audit_verified_seconds: 1200 });
      await addVerification(10, 7);
      await addVerification(5, null, false);
      expect(await readFigures()).toMatchObject({ munjigi_audit_faults: 1, munjigi_audit_verified_seconds: 600 });
    } finally {
      await owner.query('alter table audit_verifications force row level security');
      await owner.end();
    }
  });

  it.each([
    ['is away', () => Promise.reject(new Error('away'))],
    ['hangs', () => new Promise<never>(() => undefined)],
  ])('are missing or not a number while the database %s, and the scrape works', async (_what, withActor) => {
    const figures = await readFigures({ ...server.app.db, withActor });
    expect(figures['munjigi_jobs_due{lane="urgent"}']).toBeUndefined();
    expect(figures['munjigi_device_listeners']).toBeNaN();
    expect(figures['munjigi_audit_faults']).toBeNaN();
    expect(figures['munjigi_state_read_failures_total']).toBe(1);
  });
});
