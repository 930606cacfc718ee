import { v7 as uuidv7 } from 'uuid';
import { JobClaimer } from './claims.ts';
import type { JobProcess } from './job-process.ts';
import { RunningJobs } from './running-jobs.ts';
import { Upkeep } from './upkeep.ts';

export interface Jobs {
  /**
   * Runs all due jobs of all lanes, and waits for those that are running; resolves with the number of jobs that ended
   * meanwhile. For tests.
   */
  runDue(): Promise<number>;
  /** The kinds of the jobs that this process runs, each as often as it runs. */
  listRunning(): readonly string[];
  /**
   * Claims no further jobs, and waits for running ones for a limited time; another process takes over after the lease.
   */
  close(): Promise<void>;
}

interface Options extends Pick<JobProcess, 'db' | 'clock' | 'log' | 'handlers' | 'recurring'> {
  /**
   * How long the jobs of a killed process stay claimed. Leases of running jobs are renewed three times within this
   * time.
   */
  readonly leaseMs?: number;
}

const LEASE_MS = 30_000;
/** Longer than the deadline of an outbound request. */
const SHUTDOWN_MS = 15_000;

export function startJobs(options: Options): Jobs {
  return new JobRunner(options);
}

class JobRunner implements Jobs {
  private readonly closing = new AbortController();
  private readonly running: RunningJobs;
  private readonly claims: JobClaimer;
  private readonly upkeep: Upkeep;
  /** Settles when the recurring jobs are inserted and the repeated work has begun. */
  private readonly started: Promise<void>;

  constructor({ leaseMs = LEASE_MS, ...options }: Options) {
    const { handlers, recurring } = options;
    const jobProcess: JobProcess = {
      ...options,
      id: uuidv7(),
      lanes: new Map(
        [...Object.entries(handlers), ...Object.entries(recurring)].map(([kind, { lane }]) => [kind, lane]),
      ),
      leaseMs,
      closing: this.closing.signal,
    };
    this.running = new RunningJobs(jobProcess);
    this.claims = new JobClaimer(jobProcess, this.running);
    this.upkeep = new Upkeep(jobProcess, this.running);
    this.started = this.start(jobProcess);
  }

  async runDue(): Promise<number> {
    const { running } = this;
    const before = running.endedCount;
    for (;;) {
      const endedBefore = running.endedCount;
      const claimed = await this.claims.claimNext();
      // Jobs that ended during the claim can have made more jobs due than the claim saw.
      const isIdle = claimed === 0 && running.size === 0 && running.endedCount === endedBefore;
      if (this.closing.signal.aborted || isIdle) return running.endedCount - before;
      await running.waitForEnds();
    }
  }

  listRunning(): readonly string[] {
    return this.running.listKinds();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.started;
    await this.claims.stop();
    await this.running.waitForEndsWithin(SHUTDOWN_MS);
    await this.upkeep.stop();
  }

  private start({ log }: JobProcess): Promise<void> {
    return this.upkeep
      .plantRecurringJobs()
      .catch((error: unknown) => log.error({ err: error }, 'recurring jobs could not be planted'))
      .finally(() => {
        if (this.closing.signal.aborted) return;
        this.claims.repeat();
        this.upkeep.repeat();
      });
  }
}
