import { listKeys } from '../list-keys.ts';
/**
 * Jobs run in lanes. Each lane has its own slots in each process, so a lane that is full delays no other lane
 * (decision 043).
 */
export const LANE_SLOTS = {
  /** Jobs that a door, an emergency or an access code needs. */
  urgent: 12,
  /** Short jobs within the database, due by the clock or an event. */
  timers: 6,
  /** Cleanup and verification, which may take long. */
  upkeep: 2,
  /** Messages to guests and messages to staff, each of which one process sends at a time (decisions 067 and 071). */
  messages: 2,
  /** HTTP requests to addresses chosen by others. Their jobs name the peer that they call. */
  outbound: 32,
} as const;

export type Lane = keyof typeof LANE_SLOTS;
export const LANES = listKeys(LANE_SLOTS);
type InnerLane = Exclude<Lane, 'outbound'>;

/** Whether a peer answered before the deadline, with any status; `null` when nothing was sent. */
export type PeerOutcome = 'ANSWERED' | 'TIMED_OUT' | null;

/** Runs one job. It can run again after a crash, so running it twice must have the same effect as running it once. */
export type Job =
  | { readonly lane: InnerLane; readonly run: (payload: unknown) => Promise<void> }
  | { readonly lane: 'outbound'; readonly run: (payload: unknown) => Promise<PeerOutcome> };

/** The jobs by their kind. */
export type JobHandlers = Readonly<Record<string, Job>>;

export interface ClaimedJob {
  readonly id: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly attempts: number;
  readonly peer: string | null;
  /** The single request that tests whether a suspended peer answers again. */
  readonly isProbe: boolean;
}

/** Runs every `everyMs` milliseconds in one of the processes, for the first time one period after the first start. */
export interface RecurringJob {
  readonly lane: InnerLane;
  readonly everyMs: number;
  /**
   * An SQL condition for whether there may be work at the instant `$1`, such as `exists (select from … where due_at <=
   * $1)`. Runs as `SYSTEM` before each run, and a job without work does not run. It must cost a lookup in an index, and
   * may only be true too often. A job without it always runs.
   */
  readonly hasWork?: string;
  readonly run: () => Promise<void>;
}
export type RecurringJobs = Readonly<Record<string, RecurringJob>>;
