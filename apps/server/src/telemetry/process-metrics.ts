import { Gauge, Histogram, type Registry } from 'prom-client';
import { LANE_SLOTS, LANES, type JobHandlers, type Jobs, type RecurringJobs } from '../jobs/index.ts';

/** Measures how long transactions wait for a connection of the pool, in a histogram of seconds. */
export function connectionWaits(metrics: Registry): (ms: number) => void {
  const waits = new Histogram({
    name: 'munjigi_database_wait_seconds',
    help: 'How long a transaction waited for a connection of the pool',
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  });
  return (ms) => waits.observe(ms / 1000);
}

interface Holder {
  readonly metrics: Registry;
  readonly jobs: Pick<Jobs, 'listRunning'>;
  readonly handlers: JobHandlers;
  readonly recurring: RecurringJobs;
  readonly isListening: () => boolean;
}

/** What this process works on: the leases that it holds, and its jobs by lane beside the slots that it has for them. */
export function observeWork({ metrics, jobs, handlers, recurring, isListening }: Holder): void {
  const leases = new Gauge({
    name: 'munjigi_lease_held',
    help: '1 while this process holds the lease: of the device listener, or of a recurring job that it runs',
    labelNames: ['lease'],
    registers: [metrics],
    collect() {
      const running = new Set(jobs.listRunning());
      leases.set({ lease: 'device_listener' }, Number(isListening()));
      for (const kind of Object.keys(recurring)) leases.set({ lease: kind }, Number(running.has(kind)));
    },
  });
  const laneOf = (kind: string) => (handlers[kind] ?? recurring[kind])?.lane;
  const running = new Gauge({
    name: 'munjigi_jobs_running',
    help: 'Jobs that this process runs, by lane',
    labelNames: ['lane'],
    registers: [metrics],
    collect() {
      const kinds = jobs.listRunning();
      for (const lane of LANES) running.set({ lane }, kinds.filter((kind) => laneOf(kind) === lane).length);
    },
  });
  const slots = new Gauge({
    name: 'munjigi_job_slots',
    help: 'Jobs that this process can run at once, by lane',
    labelNames: ['lane'],
    registers: [metrics],
  });
  for (const lane of LANES) slots.set({ lane }, LANE_SLOTS[lane]);
}
