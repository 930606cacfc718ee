/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { sql } from 'kysely';
import pino from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM, type Database } from '../db/index.ts';
import { fakeClock, startTestServer, until, type TestServer } from '../testing/index.ts';
import { preferIndexes } from './claims.sql.ts';
import { composeFinding, nextRunAt } from './idle-jobs.ts';
import { enqueueJob, startJobs, type Jobs, type RecurringJobs } from './index.ts';

const SECOND_MS = 1000;

describe('recurring jobs that state when they have work', () => {
  const clock = fakeClock();
  let server: TestServer;
  const runners: Jobs[] = [];
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.close();
  });
  afterAll(() => server.close());

  const later = (ms: number) => new Date(clock.now().getTime() + ms);
  const rowOf = (kind: string) =>
    server.withActor(SYSTEM, (tx) => tx.selectFrom('jobs').selectAll().where('kind', '=', kind).executeTakeFirst());

  /** A recurring job whose work is a row of `jobs` with another kind, with its runner. */
  async function start(name: string, { db = server.app.db, hasWork }: { db?: Database; hasWork?: string } = {}) {
    const [kind, cause] = [`test.${name}`, `test.cause-of-${name}`];
    const runs: Date[] = [];
    const recurring: RecurringJobs = {
      [kind]: {
        lane: 'timers',
        everyMs: SECOND_MS,
        hasWork: hasWork ?? `exists (select from jobs where kind = '${cause}' and due_at <= $1)`,
        run: async () => void runs.push(clock.now()),
      },
      [`${kind}-always`]: { lane: 'timers', everyMs: SECOND_MS, run: async () => undefined },
    };
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
    const jobs = startJobs({ db, clock, log, handlers: {}, recurring });
    runners.push(jobs);
    await until(`${kind} is planned`, async () => (await rowOf(kind)) !== undefined);
    return {
      kind,
      runs,
      lines,
      jobs,
      putWork: (dueAt: Date) => server.withActor(SYSTEM, (tx) => enqueueJob(tx, { kind: cause, payload: null, dueAt })),
    };
  }

  it('do not run without work, and are due again after their period', async () => {
    const { kind, runs, jobs } = await start('idle');
    for (let period = 0; period < 3; period += 1) {
      clock.advance(SECOND_MS);
      await jobs.runDue();
      expect(await rowOf(kind)).toMatchObject({
        due_at: later(SECOND_MS),
        locked_until: null,
        claimed_by: null,
        attempts: 0,
      });
    }
    expect(runs).toEqual([]);
  });

  it('run when work is due, and not before', async () => {
    const { runs, jobs, putWork } = await start('working');
    await putWork(later(2 * SECOND_MS));
    clock.advance(SECOND_MS);
    await jobs.runDue();
    expect(runs).toEqual([]);
    clock.advance(SECOND_MS);
    await jobs.runDue();
    expect(runs).toEqual([clock.now()]);
    clock.advance(SECOND_MS);
    await jobs.runDue();
    expect(runs).toHaveLength(2);
  });

  it('run once when two processes find the same work', async () => {
    const [one, other] = [await start('shared'), await start('shared')];
    await one.putWork(clock.now());
    clock.advance(SECOND_MS);
    await Promise.all([one.jobs.runDue(), other.jobs.runDue()]);
    expect(one.runs.length + other.runs.length).toBe(1);
  });

  it('all run when their work cannot be found', async () => {
    const { kind, runs, lines, jobs } = await start('blind', { hasWork: '1 / (select 0) = 1' });
    clock.advance(SECOND_MS);
    await jobs.runDue();
    expect(runs).toHaveLength(1);
    expect(await rowOf(kind)).toMatchObject({ due_at: later(SECOND_MS), claimed_by: null, last_error: null });
    expect(lines).toEqual([expect.stringContaining('the work of recurring jobs could not be found')]);
  });

  it('without work leave the row to a process that took over before their end', async () => {
    const { db } = server.app;
    let [isClaimed, canTakeOver] = [false, false];
    const other = uuidv7();
    let claimedBy: string | null = null;
    const slow: Database = {
      ...db,
      async withActor(actor, work) {
        // The first transaction after the claim of the job ends the jobs without work.
        if (isClaimed && canTakeOver) {
          canTakeOver = false;
          await db.withActor(SYSTEM, (tx) =>
            tx
              .updateTable('jobs')
              .set({ claimed_by: other, locked_until: later(60 * SECOND_MS) })
              .where('kind', '=', 'test.lost')
              .execute(),
          );
          claimedBy = other;
        }
        const result = await db.withActor(actor, work);
        isClaimed ||= Array.isArray(result) && result.some((job: { kind?: string }) => job.kind === 'test.lost');
        return result;
      },
    };
    const { kind, runs, jobs } = await start('lost', { db: slow });
    canTakeOver = true;
    clock.advance(SECOND_MS);
    await jobs.runDue();
    expect([claimedBy, runs]).toEqual([other, []]);
    expect(await rowOf(kind)).toMatchObject({ claimed_by: other, locked_until: later(60 * SECOND_MS) });
  });

  it('are due at once when the clock passed their period meanwhile', () => {
    const startedAt = new Date('2026-03-02T00:00:00Z');
    const after = (ms: number) => new Date(startedAt.getTime() + ms);
    expect(nextRunAt(SECOND_MS, startedAt, after(SECOND_MS))).toEqual(after(2 * SECOND_MS));
    expect(nextRunAt(SECOND_MS, startedAt, after(SECOND_MS + 1))).toEqual(after(SECOND_MS + 1));
  });
});

describe('the work of the recurring jobs of the product', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('is found by indexes only, so that a large table delays no other job', async () => {
    const texts = [true, false].map((isUrgent) => composeFinding(server.app.recurring, isUrgent) ?? '');
    const plans = await server.withActor(SYSTEM, async (tx) => {
      await preferIndexes(tx);
      return Promise.all(
        texts.map((text) =>
          sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(text.replaceAll('$1', 'now()'))}`.execute(tx),
        ),
      );
    });
    const plan = plans.flatMap(({ rows }) => rows.map((row) => row['QUERY PLAN'])).join('\n');
    expect(plan).not.toContain('JIT');
    const scans = [...plan.matchAll(/(Seq|Index|Index Only|Bitmap Heap) Scan (?:using \w+ )?on (\w+)/g)];
    expect(scans.map(([, , table]) => table)).toEqual(
      expect.arrayContaining(['reservations', 'doors', 'emergency_doors', 'messages', 'provider_payments']),
    );
    // One row for each store, and its first row answers.
    expect(scans.filter(([, how]) => how === 'Seq').map(([, , table]) => table)).toEqual(['on_call_rules']);
  });
});
