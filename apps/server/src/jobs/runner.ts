import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { SYSTEM, type Database } from '../db/index.ts';
import type { Clock } from '../clock.ts';

/** Does one job. It can be called again after a crash, so doing it twice must be the same as doing it once. */
export type JobHandler = (payload: unknown) => Promise<void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

export interface Jobs {
  /** Does everything that is due by the clock; resolves with how many jobs were done. For tests and shutdown. */
  runDue(): Promise<number>;
  close(): Promise<void>;
}

interface Options {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly handlers: JobHandlers;
  /** Repeated for ever, by whichever process is first: kind → every so many milliseconds. */
  readonly recurring: Readonly<Record<string, { everyMs: number; run: () => Promise<void> }>>;
}

const LEASE_MS = 60_000;
const LONGEST_PAUSE_MS = 300_000;
const BATCH = 20;
const TICK_MS = 200;

export function startJobs({ db, clock, log, handlers, recurring }: Options): Jobs {
  let isClosed = false;
  let current: Promise<number> = Promise.resolve(0);
  const all: Record<string, JobHandler> = { ...handlers };
  for (const [kind, job] of Object.entries(recurring)) all[kind] = job.run;

  async function runDue(): Promise<number> {
    let done = 0;
    for (;;) {
      const claimed = await claim();
      await Promise.all(claimed.map(work));
      done += claimed.length;
      if (claimed.length < BATCH || isClosed) return done;
    }
  }

  async function claim(): Promise<ClaimedJob[]> {
    const now = clock.now();
    return db.withActor(SYSTEM, async (tx) => {
      const { rows } = await sql<ClaimedJob>`
        update jobs set locked_until = ${new Date(now.getTime() + LEASE_MS)}, attempts = attempts + 1
        where id in (
          select id from jobs
          where due_at <= ${now} and (locked_until is null or locked_until < ${now}) and kind = any (${Object.keys(all)})
          order by due_at limit ${BATCH} for update skip locked)
        returning id, kind, payload, attempts`.execute(tx);
      return rows;
    });
  }

  async function work(job: ClaimedJob): Promise<void> {
    try {
      await all[job.kind]?.(job.payload);
      await finish(job);
    } catch (error) {
      log.error({ err: error, job: job.kind, attempts: job.attempts }, 'a job failed; it will be tried again');
      const pauseMs = Math.min(LONGEST_PAUSE_MS, 500 * 2 ** job.attempts);
      await db.withActor(SYSTEM, (tx) =>
        tx
          .updateTable('jobs')
          .set({ locked_until: null, due_at: new Date(clock.now().getTime() + pauseMs), last_error: String(error).slice(0, 500) })
          .where('id', '=', job.id)
          .execute(),
      );
    }
  }

  async function finish(job: ClaimedJob): Promise<void> {
    const again = recurring[job.kind];
    await db.withActor(SYSTEM, async (tx) => {
      if (again) {
        const dueAt = new Date(clock.now().getTime() + again.everyMs);
        await tx.updateTable('jobs').set({ locked_until: null, due_at: dueAt, attempts: 0, last_error: null }).where('id', '=', job.id).execute();
      } else {
        await tx.deleteFrom('jobs').where('id', '=', job.id).execute();
      }
    });
  }

  async function plantRecurring(): Promise<void> {
    await db.withActor(SYSTEM, async (tx) => {
      for (const [kind, { everyMs }] of Object.entries(recurring)) {
        // One that a clock which has since been set back put far off would not come for as long.
        const latest = new Date(clock.now().getTime() + Math.max(everyMs, LONGEST_PAUSE_MS));
        await sql`insert into jobs (id, kind, dedupe_key, payload, due_at)
          values (gen_random_uuid(), ${kind}, 'recurring', '{}', ${clock.now()})
          on conflict (kind, dedupe_key) do update set due_at = excluded.due_at, locked_until = null where jobs.due_at > ${latest}`.execute(tx);
      }
    });
  }

  let timer: NodeJS.Timeout | undefined;
  function tick(): void {
    if (isClosed) return;
    current = runDue().catch((error: unknown) => {
      log.error({ err: error }, 'jobs could not be claimed');
      return 0;
    });
    void current.finally(() => {
      if (!isClosed) timer = setTimeout(tick, TICK_MS);
    });
  }
  const planted = plantRecurring().then(tick, (error: unknown) => {
    log.error({ err: error }, 'recurring jobs could not be planted');
    tick();
  });

  return {
    runDue,
    async close() {
      isClosed = true;
      await planted;
      clearTimeout(timer);
      await current;
    },
  };
}

interface ClaimedJob {
  id: string;
  kind: string;
  payload: unknown;
  attempts: number;
}
