/** Due work: put in by the transaction that causes it, done once by one of the processes, with a lease and attempts. */
export { enqueue, jobRow, type NewJob } from './enqueue.ts';
export { startJobs, type Jobs, type JobHandlers } from './runner.ts';
