import { SYSTEM } from '../db/index.ts';
import { plantRecurring, renewLeases } from './claims.sql.ts';
import type { JobProcess } from './job-process.ts';
import { LONGEST_PAUSE_MS, type RunningJobs } from './running-jobs.ts';

/** Inserts missing recurring jobs and renews the leases of running jobs, three times during a lease. */
export class Upkeep {
  private readonly process: JobProcess;
  private readonly running: RunningJobs;
  private timer: NodeJS.Timeout | undefined;
  private latest: Promise<void> = Promise.resolve();

  constructor(jobProcess: JobProcess, running: RunningJobs) {
    this.process = jobProcess;
    this.running = running;
  }

  async plantRecurringJobs(): Promise<void> {
    const { db, clock, recurring } = this.process;
    const now = clock.now();
    const after = (ms: number) => new Date(now.getTime() + ms);
    const plans = Object.entries(recurring).map(([kind, { everyMs }]) => ({
      kind,
      first: after(everyMs),
      latest: after(Math.max(everyMs, LONGEST_PAUSE_MS)),
    }));
    await db.withActor(SYSTEM, (tx) => plantRecurring(tx, now, plans));
  }

  /** Runs after each pause until the process closes. */
  repeat(): void {
    const { log, leaseMs, closing } = this.process;
    this.timer = setTimeout(() => {
      this.latest = this.run()
        .catch((error: unknown) => log.error({ err: error }, 'leases of jobs could not be renewed'))
        .finally(() => {
          if (!closing.aborted) this.repeat();
        });
    }, leaseMs / 3);
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.latest;
  }

  private async run(): Promise<void> {
    const { db, log } = this.process;
    await this.plantRecurringJobs();
    const claim = this.running.describeClaim();
    if (claim.running.length === 0) return;
    const renewed = await db.withActor(SYSTEM, (tx) => renewLeases(tx, claim));
    const lost = claim.running.filter((jobId) => this.running.has(jobId)).length - renewed;
    if (lost > 0) log.warn({ jobs: lost }, 'leases of jobs that run were lost; another process may run them too');
  }
}
