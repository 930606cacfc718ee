/**
 * Jobs run in lanes. Each lane has its own slots in each process, so a lane that is full delays no other lane
 * (decision 043).
 */
export const LANE_SLOTS = {
  /** Work that a door, an emergency or an access code waits for. */
  urgent: 12,
  /** Short work within the database, due by the clock or an event. */
  timers: 6,
  /** Sweeps and verifications, which may take long. */
  upkeep: 2,
  /** HTTP requests to addresses that others chose. Their jobs name the peer that they call. */
  outbound: 32,
} as const;

export type Lane = keyof typeof LANE_SLOTS;
export const LANES = Object.keys(LANE_SLOTS) as readonly Lane[];
type InnerLane = Exclude<Lane, 'outbound'>;

/** Whether a peer answered before the deadline, with any status; `null` when nothing was sent. */
export type PeerOutcome = 'ANSWERED' | 'TIMED_OUT' | null;

/** Runs one job. It can run again after a crash, so running it twice must have the effect of running it once. */
export type Job =
  | { readonly lane: InnerLane; readonly run: (payload: unknown) => Promise<void> }
  | { readonly lane: 'outbound'; readonly run: (payload: unknown) => Promise<PeerOutcome> };

/** By kind. */
export type JobHandlers = Readonly<Record<string, Job>>;

export interface ClaimedJob {
  readonly id: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly attempts: number;
  readonly peer: string | null;
  /** The one request that finds out whether a suspended peer answers again. */
  readonly isProbe: boolean;
}

/** Runs every `everyMs` milliseconds in one of the processes, for the first time one period after the first start. */
export interface RecurringJob {
  readonly lane: InnerLane;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}
export type RecurringJobs = Readonly<Record<string, RecurringJob>>;
