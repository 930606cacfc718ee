/**
 * Jobs: inserted by the transaction that causes them, run once by one of the processes, with a lease and attempts, in
 * lanes.
 */
export { readBacklog } from './backlog.sql.ts';
export { DueWork } from './due-work.ts';
export { enqueueJob, jobRow, type NewJob } from './enqueue.ts';
export {
  LANE_SLOTS,
  LANES,
  type Job,
  type JobHandlers,
  type Lane,
  type PeerOutcome,
  type RecurringJob,
  type RecurringJobs,
} from './lanes.ts';
export { allowProbe, findSuspensions, resetPeer, sweepPeers } from './peers.sql.ts';
export { startJobs, type Jobs } from './runner.ts';
