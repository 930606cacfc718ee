/** @module-tag engines */
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../db/index.ts';
import { fakeClock, HOUR_MS, startTestServer, until, type TestServer } from '../testing/index.ts';
import { enqueue, startJobs, type JobHandlers, type Jobs } from './index.ts';

describe('due work', () => {
  const clock = fakeClock();
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());

  const put = (kind: string, payload: unknown, key?: string) =>
    server.withActor(SYSTEM, (tx) => enqueue(tx, { kind, payload, dueAt: clock.now(), ...(key === undefined ? {} : { dedupeKey: key }) }));
  const runner = (handlers: JobHandlers): Jobs => startJobs({ db: server.app.db, clock, log: pino({ level: 'silent' }), handlers, recurring: {} });
  const left = (kind: string) => server.withActor(SYSTEM, (tx) => tx.selectFrom('jobs').selectAll().where('kind', '=', kind).execute());

  it('is done once, by one of several processes', async () => {
    const done: number[] = [];
    const handlers = { 'test.once': async (payload: unknown) => void done.push(payload as number) };
    const runners = [runner(handlers), runner(handlers), runner(handlers)];
    await Promise.all(Array.from({ length: 60 }, (_, number) => put('test.once', number)));
    for (let round = 0; (await left('test.once')).length > 0 && round < 100; round += 1) await Promise.all(runners.map((it) => it.runDue()));
    expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, number) => number));
    for (const it of runners) await it.close();
  });

  it('is taken over from a process that died, after its lease', async () => {
    await put('test.orphan', 1);
    await server.withActor(SYSTEM, (tx) => tx.updateTable('jobs').set({ locked_until: new Date(clock.now().getTime() + 60_000) }).where('kind', '=', 'test.orphan').execute());
    let done = 0;
    const it = runner({ 'test.orphan': async () => void (done += 1) });
    await it.runDue();
    await sleep(300);
    expect(done).toBe(0);
    clock.advance(60_001);
    await it.runDue();
    await sleep(300);
    expect([done, await left('test.orphan')]).toEqual([1, []]);
    await it.close();
  });

  it('comes again soon after a start when a clock that was wrong had put it far off', async () => {
    let done = 0;
    const recurring = { 'test.again': { everyMs: 1000, run: async () => void (done += 1) } };
    const start = () => startJobs({ db: server.app.db, clock, log: pino({ level: 'silent' }), handlers: {}, recurring });
    const before = start();
    await until('it was done', () => done > 0);
    await before.close();
    const dueAt = new Date(clock.now().getTime() + 30 * HOUR_MS);
    await server.withActor(SYSTEM, (tx) => tx.updateTable('jobs').set({ due_at: dueAt }).where('kind', '=', 'test.again').execute());
    const after = start();
    await until('it was done again', () => done > 1);
    await after.close();
  });

  it('is tried again with growing pauses when it fails', async () => {
    let tries = 0;
    const it = runner({
      'test.failing': async () => {
        tries += 1;
        if (tries < 3) throw new Error('not yet');
      },
    });
    await put('test.failing', null);
    for (const [expected, pauseMs] of [[1, 1000], [2, 2000], [3, null]] as const) {
      for (let round = 0; tries < expected && round < 40; round += 1) await sleep(25);
      await sleep(100);
      const [job] = await left('test.failing');
      expect(tries).toBe(expected);
      if (pauseMs === null) expect(job).toBeUndefined();
      else {
        expect([job?.due_at.getTime(), job?.last_error]).toEqual([clock.now().getTime() + pauseMs, 'Error: not yet']);
        clock.advance(pauseMs);
      }
    }
    await it.close();
  });

  it('is put in once for one key, and again when that is done; never by a transaction that failed', async () => {
    for (let time = 0; time < 3; time += 1) await put('test.keyed', time, 'the-key');
    expect((await left('test.keyed')).map((job) => job.payload)).toEqual([0]);
    const failed = server.withActor(SYSTEM, async (tx) => {
      await enqueue(tx, { kind: 'test.rolled-back', payload: null, dueAt: clock.now() });
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
    expect(await left('test.rolled-back')).toEqual([]);
  });
});
