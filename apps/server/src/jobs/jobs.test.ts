/** @module-tag engines */
// @sweep 1/8 (decision 086)
import pino from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { SYSTEM, type Database } from '../db/index.ts';
import { fakeClock, HOUR_MS, MINUTE_MS, startTestServer, until, type TestServer } from '../testing/index.ts';
import {
  enqueueJob,
  LANE_SLOTS,
  startJobs,
  type Job,
  type JobHandlers,
  type Jobs,
  type PeerOutcome,
  type RecurringJob,
  type RecurringJobs,
} from './index.ts';

/** A job that waits until the test releases it. */
function gate<T = void>() {
  let open: (result: T) => void = () => undefined;
  const opened = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('jobs', () => {
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

  const put = (kind: string, payload: unknown, more: { dedupeKey?: string; peer?: string } = {}) =>
    server.withActor(SYSTEM, (tx) => enqueueJob(tx, { kind, payload, dueAt: clock.now(), ...more }));
  function run(
    handlers: JobHandlers,
    {
      recurring = {},
      ...more
    }: { recurring?: RecurringJobs; leaseMs?: number; clock?: { now(): Date }; db?: Database } = {},
  ): Jobs {
    const jobs = startJobs({ db: server.app.db, clock, log: pino({ level: 'silent' }), handlers, recurring, ...more });
    runners.push(jobs);
    return jobs;
  }
  const left = (kind: string) =>
    server.withActor(SYSTEM, (tx) => tx.selectFrom('jobs').selectAll().where('kind', '=', kind).execute());
  const set = (kind: string, to: { due_at?: Date; locked_until?: Date; claimed_by?: string }) =>
    server.withActor(SYSTEM, (tx) => tx.updateTable('jobs').set(to).where('kind', '=', kind).execute());
  const isPlanned = (kind: string) => until(`${kind} is planned`, async () => (await left(kind)).length === 1);
  const later = (ms: number) => new Date(clock.now().getTime() + ms);

  it('without a lane do not compile', async () => {
    const ran: number[] = [];
    const handlers: JobHandlers = {
      'test.once': { lane: 'timers', run: async (payload) => void ran.push(payload as number) },
    };
    const all = [run(handlers), run(handlers), run(handlers)];
    await Promise.all(Array.from({ length: 60 }, (_, number) => put('test.once', number)));
    await until('all ran', async () => {
      await Promise.all(all.map((it) => it.runDue()));
      return (await left('test.once')).length === 0;
    });
    expect(ran.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, number) => number));
  });

  it('have a lane, or do not compile', () => {
    expectTypeOf<{ run: () => Promise<void> }>().not.toExtend<Job>();
    expectTypeOf<{ everyMs: number; run: () => Promise<void> }>().not.toExtend<RecurringJob>();
    // A recurring job has no peer, so a limit per peer could not apply to it.
    expectTypeOf<{ lane: 'outbound'; everyMs: number; run: () => Promise<void> }>().not.toExtend<RecurringJob>();
  });

  it('are taken over from a killed process after its lease, and not before', async () => {
    await put('test.orphan', 1);
    await set('test.orphan', { locked_until: later(MINUTE_MS), claimed_by: uuidv7() });
    let ran = 0;
    const jobs = run({ 'test.orphan': { lane: 'urgent', run: async () => void (ran += 1) } });
    await jobs.runDue();
    expect(ran).toBe(0);
    clock.advance(MINUTE_MS + 1);
    await jobs.runDue();
    expect([ran, await left('test.orphan')]).toEqual([1, []]);
  });

  it('renew their lease while they run longer than it lasts', async () => {
    const { opened, open } = gate();
    const realTime = { now: () => new Date() };
    let ran = 0;
    const handlers: JobHandlers = { 'test.long': { lane: 'upkeep', run: () => ((ran += 1), opened) } };
    const dueAt = new Date();
    await server.withActor(SYSTEM, (tx) => enqueueJob(tx, { kind: 'test.long', payload: null, dueAt }));
    run(handlers, { leaseMs: 600, clock: realTime });
    const lease = async () => (await left('test.long'))[0]?.locked_until?.getTime() ?? 0;
    await until('it runs', async () => ran === 1 && (await lease()) > 0);
    const first = await lease();
    const other = run(handlers, { leaseMs: 600, clock: realTime });
    await until('the lease was renewed past its first end', async () => (await lease()) > first + 1200);
    await other.runDue();
    expect(ran).toBe(1);
    open();
    await until('it ended', async () => (await left('test.long')).length === 0);
  });

  it('that lost their lease leave the row to the process that took over', async () => {
    const { opened, open } = gate();
    let ran = 0;
    const jobs = run({ 'test.lost': { lane: 'urgent', run: () => ((ran += 1), opened) } });
    await put('test.lost', null);
    await until('it runs', () => ran === 1);
    const other = uuidv7();
    await set('test.lost', { claimed_by: other, locked_until: later(MINUTE_MS) });
    open();
    await jobs.runDue();
    expect(await left('test.lost')).toMatchObject([{ claimed_by: other, locked_until: later(MINUTE_MS) }]);
    await server.withActor(SYSTEM, (tx) => tx.deleteFrom('jobs').where('kind', '=', 'test.lost').execute());
  });

  it('of a door run while every slot of the other lanes is occupied by jobs that do not end', async () => {
    const { opened, open } = gate();
    let stuck = 0;
    let relocked = 0;
    const hang = async () => {
      stuck += 1;
      await opened;
    };
    run({
      'test.hanging-timer': { lane: 'timers', run: hang },
      'test.hanging-upkeep': { lane: 'upkeep', run: hang },
      'test.hanging-post': { lane: 'outbound', run: async () => (await hang(), null) },
      'test.relock': { lane: 'urgent', run: async () => void (relocked += 1) },
    });
    for (let number = 0; number < 40; number += 1) {
      await put('test.hanging-timer', number);
      await put('test.hanging-upkeep', number);
      await put('test.hanging-post', number, { peer: uuidv7() });
    }
    await until(
      'the other lanes are full',
      () => stuck === LANE_SLOTS.timers + LANE_SLOTS.upkeep + LANE_SLOTS.outbound,
    );
    await put('test.relock', null);
    await until('the door job ran', () => relocked === 1);
    open();
    await until(
      'all ended',
      async () =>
        (await Promise.all(['test.hanging-timer', 'test.hanging-upkeep', 'test.hanging-post'].map(left))).flat()
          .length === 0,
    );
  });

  it('are claimed for each slot that becomes free, without waiting for the slowest job', async () => {
    const { opened, open } = gate();
    let quick = 0;
    const jobs = run({
      'test.slow': { lane: 'timers', run: () => opened },
      'test.quick': { lane: 'timers', run: async () => void (quick += 1) },
    });
    for (let number = 1; number < LANE_SLOTS.timers; number += 1) await put('test.slow', number);
    for (let number = 0; number < 50; number += 1) await put('test.quick', number);
    await until('the quick ones ran', () => quick === 50);
    expect(await left('test.slow')).toHaveLength(LANE_SLOTS.timers - 1);
    open();
    await jobs.runDue();
    expect(await left('test.slow')).toEqual([]);
  });

  it('for one peer occupy few slots, however many are due', async () => {
    const { opened, open } = gate<PeerOutcome>();
    const [hanging, healthy] = [uuidv7(), uuidv7()];
    const started: string[] = [];
    const jobs = run({
      'test.post': {
        lane: 'outbound',
        run: async (payload) => (started.push(String(payload)), payload === hanging ? opened : 'ANSWERED'),
      },
    });
    for (let number = 0; number < 40; number += 1) await put('test.post', hanging, { peer: hanging });
    for (let number = 0; number < 40; number += 1) await put('test.post', healthy, { peer: healthy });
    await until('those of the healthy peer ran', () => started.filter((it) => it === healthy).length === 40);
    expect(started.filter((it) => it === hanging)).toHaveLength(4);
    open('ANSWERED');
    await jobs.runDue();
    expect(started.filter((it) => it === hanging)).toHaveLength(40);
  });

  it('for a peer that times out wait longer each time, are probed one at a time by all processes, and run when it answers', async () => {
    const peer = uuidv7();
    let outcome: PeerOutcome = 'TIMED_OUT';
    let sent = 0;
    const handlers: JobHandlers = { 'test.suspended': { lane: 'outbound', run: async () => ((sent += 1), outcome) } };
    const all = [run(handlers), run(handlers)];
    const runAll = () => Promise.all(all.map((it) => it.runDue()));
    for (let number = 0; number < 20; number += 1) await put('test.suspended', number, { peer });
    await runAll();
    // Several requests were under way when the third timed out: at most the slots of a peer in each process.
    expect(sent).toBeLessThanOrEqual(3 + 2 * 4);
    for (const [pauseSeconds, probes] of [
      [60, 1],
      [120, 2],
      [240, 3],
    ] as const) {
      const before = sent;
      clock.advance(pauseSeconds * 1000 - 1);
      await runAll();
      expect(sent, `before ${pauseSeconds} s passed`).toBe(before);
      clock.advance(1);
      await runAll();
      expect(sent, `probe ${probes}`).toBe(before + 1);
    }
    outcome = 'ANSWERED';
    clock.advance(480_000);
    await until('all were sent', async () => {
      await runAll();
      return (await left('test.suspended')).length === 0;
    });
    expect(sent).toBe(20);
    expect(
      await server.withActor(SYSTEM, (tx) => tx.selectFrom('job_peers').selectAll().where('peer', '=', peer).execute()),
    ).toEqual([]);
  });

  it('continue for a suspended peer whose probe sent no request', async () => {
    const peer = uuidv7();
    const ran: number[] = [];
    await server.withActor(SYSTEM, (tx) =>
      tx
        .insertInto('job_peers')
        .values({ peer, timeouts: 5, suspended_until: clock.now(), changed_at: clock.now() })
        .execute(),
    );
    for (let number = 0; number < 3; number += 1) await put('test.obsolete', number, { peer });
    await run({
      'test.obsolete': { lane: 'outbound', run: async (payload) => (ran.push(payload as number), null) },
    }).runDue();
    expect(ran.sort()).toEqual([0, 1, 2]);
  });

  it('that another job enqueues during a claim have run when runDue resolves', async () => {
    const { opened: mayEnd, open: end } = gate();
    const { opened: mayAnswer, open: answer } = gate();
    let [isFirstRunning, isHolding, didSecondRun, heldClaims] = [false, false, false, 0];
    const { db } = server.app;
    const slow: Database = {
      ...db,
      async withActor(actor, work) {
        const result = await db.withActor(actor, work);
        // This claim found no job while the first one ran.
        if (isHolding && Array.isArray(result) && result.length === 0) {
          heldClaims += 1;
          await mayAnswer;
        }
        return result;
      },
    };
    const first = async () => {
      isFirstRunning = true;
      await mayEnd;
      await put('test.second', null);
    };
    const jobs = run(
      {
        'test.first': { lane: 'timers', run: first },
        'test.second': { lane: 'timers', run: async () => void (didSecondRun = true) },
      },
      { db: slow },
    );
    await put('test.first', null);
    await until('the first job runs', () => isFirstRunning);
    isHolding = true;
    const allRan = jobs.runDue();
    await until('its claim is held', () => heldClaims > 0);
    isHolding = false;
    end();
    await until('the first job ended', async () => (await left('test.first')).length === 0);
    answer();
    await allRan;
    expect(didSecondRun).toBe(true);
  });

  it('that recur run for the first time one period after the first start', async () => {
    let ran = 0;
    const jobs = run(
      {},
      { recurring: { 'test.first-period': { lane: 'timers', everyMs: 60_000, run: async () => void (ran += 1) } } },
    );
    await isPlanned('test.first-period');
    clock.advance(59_000);
    await jobs.runDue();
    expect(ran).toBe(0);
    clock.advance(1_000);
    await jobs.runDue();
    expect(ran).toBe(1);
  });

  it('that recur run after a start although an earlier clock had scheduled them far in the future', async () => {
    let ran = 0;
    const recurring: RecurringJobs = {
      'test.again': { lane: 'timers', everyMs: 1000, run: async () => void (ran += 1) },
    };
    const before = run({}, { recurring });
    await isPlanned('test.again');
    clock.advance(1000);
    await until('it ran', () => ran > 0);
    await before.close();
    await set('test.again', { due_at: later(30 * HOUR_MS) });
    run({}, { recurring });
    await until('it ran again', () => ran > 1);
  });

  it('that recur run while the clock is moved back and forward under a running process', async () => {
    const own = fakeClock();
    let ran = 0;
    run(
      {},
      {
        clock: own,
        leaseMs: 300,
        recurring: { 'test.jumping': { lane: 'urgent', everyMs: 1000, run: async () => void (ran += 1) } },
      },
    );
    const untilNextRun = (name: string) => {
      const before = ran;
      return until(name, () => ran > before);
    };
    await isPlanned('test.jumping');
    own.advance(1000);
    await until('it ran', () => ran > 0);
    own.advance(30 * HOUR_MS);
    await untilNextRun('it ran after the clock was set forward');
    own.advance(-30 * HOUR_MS);
    await untilNextRun('it ran after the clock was set back');
  });

  it('that recur run at once when the clock was moved forward by more than their period while they ran', async () => {
    let ran = 0;
    const recurring: RecurringJobs = {
      'test.overtaken': {
        lane: 'upkeep',
        everyMs: HOUR_MS,
        run: async () => {
          ran += 1;
          if (ran === 1) clock.advance(2 * HOUR_MS);
        },
      },
    };
    run({}, { recurring });
    await isPlanned('test.overtaken');
    clock.advance(HOUR_MS);
    await until('it ran at the new time too', () => ran === 2);
  });

  it('do not run twice in one process when the clock passes their lease', async () => {
    const { opened, open } = gate();
    let ran = 0;
    run({
      'test.forward': { lane: 'urgent', run: () => ((ran += 1), opened) },
      'test.witness': { lane: 'urgent', run: async () => undefined },
    });
    await put('test.forward', null);
    await until('it runs', () => ran === 1);
    clock.advance(HOUR_MS);
    await put('test.witness', null);
    await until('the jobs of the new time ran', async () => (await left('test.witness')).length === 0);
    expect(ran).toBe(1);
    open();
    await until('it ended', async () => (await left('test.forward')).length === 0);
  });

  it('under way at shutdown finish, and no others start', async () => {
    const { opened, open } = gate();
    const started: unknown[] = [];
    const jobs = run({ 'test.closing': { lane: 'upkeep', run: (payload) => (started.push(payload), opened) } });
    for (let number = 0; number <= LANE_SLOTS.upkeep; number += 1) await put('test.closing', number);
    await until('the lane is full', () => started.length === LANE_SLOTS.upkeep);
    const closed = jobs.close();
    open();
    await closed;
    expect([started.length, await left('test.closing')]).toEqual([
      LANE_SLOTS.upkeep,
      [expect.objectContaining({ attempts: 0, locked_until: null })],
    ]);
  });

  it('that fail are retried after growing pauses', async () => {
    let tries = 0;
    const jobs = run({
      'test.failing': {
        lane: 'timers',
        run: async () => {
          tries += 1;
          if (tries < 3) throw new Error('not yet');
        },
      },
    });
    await put('test.failing', null);
    for (const [expected, pauseMs] of [
      [1, 1000],
      [2, 2000],
    ] as const) {
      await jobs.runDue();
      const [job] = await left('test.failing');
      expect([tries, job?.due_at, job?.last_error, job?.claimed_by]).toEqual([
        expected,
        later(pauseMs),
        'Error: not yet',
        null,
      ]);
      clock.advance(pauseMs);
    }
    await jobs.runDue();
    expect([tries, await left('test.failing')]).toEqual([3, []]);
  });

  it('are inserted once for a key, and never by a transaction that failed', async () => {
    for (let time = 0; time < 3; time += 1) await put('test.keyed', time, { dedupeKey: 'the-key' });
    expect((await left('test.keyed')).map((job) => job.payload)).toEqual([0]);
    const failed = server.withActor(SYSTEM, async (tx) => {
      await enqueueJob(tx, { kind: 'test.rolled-back', payload: null, dueAt: clock.now() });
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
    expect(await left('test.rolled-back')).toEqual([]);
  });
});
