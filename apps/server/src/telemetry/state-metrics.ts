import { Counter, Gauge, type Registry } from 'prom-client';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import { SYSTEM, type Database, type Tx } from '../db/index.ts';
import { readEventBacklog } from '../events/index.ts';
import { LANES, readBacklog, type Lane } from '../jobs/index.ts';
import { readLastVerifications } from '../modules/audit/index.ts';
import { readMessageBacklog, readProviderFailureSeconds } from '../modules/messages/index.ts';

interface Observed {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly metrics: Registry;
  /** Whether a process listens to the devices. */
  readonly isListeningSomewhere: (tx: Tx) => Promise<boolean>;
  /** The jobs of this version by their kind. */
  readonly jobs: Readonly<Record<string, { readonly lane: Lane }>>;
}

/** Shorter than the time-out of a scrape, 10 s by default: other figures arrive also while the database hangs. */
const READ_MS = 5000;
/** The figures of one scrape come from one reading, which scrapes of the same moment share. */
const SHARED_MS = 1000;

/**
 * What the database says about the whole server, the same from every process: jobs and messages that should be done, the
 * process that listens to the devices, and the verification of the audit log. A figure that could not be read is missing or
 * NaN, and counted.
 */
export function observeState({ db, clock, log, metrics, isListeningSomewhere, jobs }: Observed): void {
  const gauges = createGauges(metrics, () => refresh());
  let reading: { readonly at: number; readonly done: Promise<void> } | null = null;
  function refresh(): Promise<void> {
    if (reading === null || performance.now() - reading.at > SHARED_MS)
      reading = { at: performance.now(), done: read() };
    return reading.done;
  }

  async function read(): Promise<void> {
    gauges.forget();
    try {
      const now = clock.now();
      const secondsSince = (at: Date | null) => (at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1000));
      const state = Promise.all([
        db.withActor(SYSTEM, (tx) =>
          Promise.all([
            readBacklog(tx, now),
            readMessageBacklog(tx, now),
            isListeningSomewhere(tx),
            readEventBacklog(tx),
            readProviderFailureSeconds(tx, now),
          ]),
        ),
        readLastVerifications(db),
      ]);
      const [[backlog, messages, isListening, events, providerFailureSeconds], verifications] = await Promise.race([
        state,
        rejectAfter(READ_MS),
      ]);
      for (const lane of LANES) {
        const due = backlog.filter(({ kind }) => jobs[kind]?.lane === lane);
        gauges.jobsDue.set(
          { lane },
          due.reduce((sum, { count }) => sum + count, 0),
        );
        gauges.jobsAge.set({ lane }, Math.max(0, ...due.map(({ oldestAt }) => secondsSince(oldestAt))));
      }
      for (const { audience, count, oldestAt } of messages) {
        gauges.messagesDue.set({ audience }, count);
        gauges.messagesAge.set({ audience }, secondsSince(oldestAt));
      }
      gauges.listeners.set(Number(isListening));
      gauges.eventsWaiting.set(events.count);
      gauges.eventsAge.set(events.oldestSeconds);
      gauges.providerFailure.set(providerFailureSeconds);
      gauges.auditFaults.set(verifications.filter(({ isFaulty }) => isFaulty).length);
      if (verifications.length > 0)
        gauges.auditAge.set(Math.max(...verifications.map(({ finishedAt }) => secondsSince(finishedAt))));
    } catch (error) {
      gauges.failures.inc();
      log.warn({ err: error }, 'figures for /metrics could not be read');
    }
  }
}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`The database did not answer within ${ms} ms`)), ms).unref();
  });
}

/** `collect` runs before each scrape. `forget` clears the figures of the last one. */
function createGauges(metrics: Registry, collect: () => Promise<void>) {
  const gaugeOf = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers: [metrics], collect });
  const failures = new Counter({
    name: 'munjigi_state_read_failures_total',
    help: 'Scrapes whose figures of jobs, messages, listeners and audit log could not be read',
    registers: [metrics],
    collect,
  });
  const jobsDue = gaugeOf('munjigi_jobs_due', 'Due jobs that no process runs', ['lane']);
  const jobsAge = gaugeOf('munjigi_jobs_oldest_due_seconds', 'How long the oldest of them has been due', ['lane']);
  const messagesDue = gaugeOf('munjigi_messages_due', 'Messages that should have left', ['audience']);
  const messagesAge = gaugeOf('munjigi_messages_oldest_due_seconds', 'For how long, the oldest of them', ['audience']);
  const listeners = gaugeOf(
    'munjigi_device_listeners',
    'Processes that listen to the devices of the broker: 1, or 0 while none does',
  );
  const eventsWaiting = gaugeOf(
    'munjigi_events_unsequenced',
    'Committed events without a position, which no process has received, counted up to 10,000',
  );
  const eventsAge = gaugeOf(
    'munjigi_events_oldest_unsequenced_seconds',
    'How long ago the oldest of them was committed',
  );
  const providerFailure = gaugeOf(
    'munjigi_message_provider_failing_seconds',
    'For how long a provider of messages has failed or refused the account, the longest; 0 while none does',
  );
  const auditFaults = gaugeOf('munjigi_audit_faults', 'Chains of the audit log whose last verification found a fault');
  const auditAge = gaugeOf('munjigi_audit_verified_seconds', 'How long ago the least recently verified chain was');
  return {
    failures,
    jobsDue,
    jobsAge,
    messagesDue,
    messagesAge,
    listeners,
    eventsWaiting,
    eventsAge,
    providerFailure,
    auditFaults,
    auditAge,
    forget(): void {
      for (const gauge of [jobsDue, jobsAge, messagesDue, messagesAge]) gauge.reset();
      for (const gauge of [listeners, eventsWaiting, eventsAge, providerFailure, auditFaults, auditAge])
        gauge.set(Number.NaN);
    },
  };
}
