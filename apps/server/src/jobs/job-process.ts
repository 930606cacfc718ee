import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/index.ts';
import type { JobHandlers, Lane, RecurringJobs } from './lanes.ts';

/** A process that runs jobs, with the data that all parts of its runner use. */
export interface JobProcess {
  readonly id: string;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly handlers: JobHandlers;
  readonly recurring: RecurringJobs;
  /** The lane of each kind of job. */
  readonly lanes: ReadonlyMap<string, Lane>;
  /** How long its jobs stay claimed after it was killed. */
  readonly leaseMs: number;
  /** Aborted when the process closes: it then claims no further jobs and repeats nothing. */
  readonly closing: AbortSignal;
}
