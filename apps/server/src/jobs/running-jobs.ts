import { SYSTEM } from '../db/index.ts';
import type { Claim } from './claims.sql.ts';
import { IdleJobs, nextRunAt } from './idle-jobs.ts';
import type { JobProcess } from './job-process.ts';
import { LANE_SLOTS, LANES, type ClaimedJob, type Lane, type PeerOutcome } from './lanes.ts';
import { recordPeerOutcome } from './peers.sql.ts';

interface RunningJob {
  readonly kind: string;
  readonly lane: Lane;
  readonly ended: Promise<void>;
}

/** The longest pause before a failed job is retried. */
export const LONGEST_PAUSE_MS = 300_000;

/** The jobs that this process runs, from their start until their end is stored. */
export class RunningJobs {
  private readonly process: JobProcess;
  private readonly running = new Map<string, RunningJob>();
  private readonly idle: IdleJobs;
  private ended = 0;

  constructor(jobProcess: JobProcess) {
    this.process = jobProcess;
    this.idle = new IdleJobs(jobProcess);
  }

  get size(): number {
    return this.running.size;
  }

  /** How many jobs have ended since the process started. */
  get endedCount(): number {
    return this.ended;
  }

  has(jobId: string): boolean {
    return this.running.has(jobId);
  }

  listKinds(): readonly string[] {
    return [...this.running.values()].map(({ kind }) => kind);
  }

  countFreeSlots(): ReadonlyMap<Lane, number> {
    const free = new Map<Lane, number>(LANES.map((lane) => [lane, LANE_SLOTS[lane]]));
    for (const { lane } of this.running.values()) free.set(lane, (free.get(lane) ?? 0) - 1);
    return free;
  }

  /** The state of this process that a claim or a renewal of leases needs. */
  describeClaim(): Claim {
    const { id, clock, leaseMs } = this.process;
    return { processId: id, now: clock.now(), leaseMs, running: [...this.running.keys()] };
  }

  /** Starts the jobs of one claim. */
  startAll(jobs: readonly ClaimedJob[], onEnd: (lane: Lane) => void): void {
    const idleOf = this.idle.endIdle(jobs, this.process.clock.now());
    for (const job of jobs) this.start(job, idleOf(job), onEnd);
  }

  private start(job: ClaimedJob, idle: Promise<ReadonlySet<string>>, onEnd: (lane: Lane) => void): void {
    const { lanes, log } = this.process;
    const lane = lanes.get(job.kind);
    if (lane === undefined) throw new Error(`A job of the unknown kind ${job.kind} was claimed`);
    const ended = this.run(job, idle)
      .catch((error: unknown) =>
        log.error({ err: error, job: job.kind }, 'the end of a job could not be stored; it runs again after its lease'),
      )
      .finally(() => {
        this.running.delete(job.id);
        this.ended += 1;
        onEnd(lane);
      });
    this.running.set(job.id, { kind: job.kind, lane, ended });
  }

  /** Resolves when the jobs that run now have ended. */
  async waitForEnds(): Promise<void> {
    await Promise.all([...this.running.values()].map(({ ended }) => ended));
  }

  async waitForEndsWithin(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'LATE'>((resolve) => {
      timer = setTimeout(() => resolve('LATE'), ms);
    });
    if ((await Promise.race([this.waitForEnds(), late])) === 'LATE')
      this.process.log.warn(
        { jobs: this.listKinds() },
        'jobs still run at shutdown; another process takes over after their leases',
      );
    clearTimeout(timer);
  }

  private async run(job: ClaimedJob, idle: Promise<ReadonlySet<string>>): Promise<void> {
    const { clock, log, handlers, recurring } = this.process;
    const startedAt = clock.now();
    if (this.idle.includes(job.kind) && (await idle).has(job.id)) return;
    try {
      const outcome = (await (handlers[job.kind] ?? recurring[job.kind])?.run(job.payload)) ?? null;
      await this.finish(job, startedAt, outcome);
    } catch (error) {
      log.error({ err: error, job: job.kind, attempts: job.attempts }, 'a job failed; it will be tried again');
      await this.retryLater(job, error);
    }
  }

  /** A job that another process took over, because its lease could not be renewed, is left to that process. */
  private async finish(job: ClaimedJob, startedAt: Date, outcome: PeerOutcome): Promise<void> {
    const { id: processId, db, clock, recurring } = this.process;
    const recurringJob = recurring[job.kind];
    await db.withActor(SYSTEM, async (tx) => {
      const now = clock.now();
      if (recurringJob) {
        const dueAt = nextRunAt(recurringJob.everyMs, startedAt, now);
        await tx
          .updateTable('jobs')
          .set({ locked_until: null, claimed_by: null, due_at: dueAt, attempts: 0, last_error: null })
          .where('id', '=', job.id)
          .where('claimed_by', '=', processId)
          .execute();
      } else {
        await Promise.all([
          tx.deleteFrom('jobs').where('id', '=', job.id).where('claimed_by', '=', processId).execute(),
          recordPeerOutcome(tx, job, outcome, now),
        ]);
      }
    });
  }

  private async retryLater(job: ClaimedJob, error: unknown): Promise<void> {
    const { id: processId, db, clock } = this.process;
    const now = clock.now();
    const pauseMs = Math.min(LONGEST_PAUSE_MS, 500 * 2 ** job.attempts);
    await db.withActor(SYSTEM, async (tx) => {
      await tx
        .updateTable('jobs')
        .set({
          locked_until: null,
          claimed_by: null,
          due_at: new Date(now.getTime() + pauseMs),
          last_error: String(error).slice(0, 500),
        })
        .where('id', '=', job.id)
        .where('claimed_by', '=', processId)
        .execute();
      await recordPeerOutcome(tx, job, null, now);
    });
  }
}
