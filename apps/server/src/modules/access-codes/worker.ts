import { setTimeout as sleep } from 'node:timers/promises';
import type { EventName } from '@munjigi/contract';
import type { JobHandlers, RecurringJobs } from '../../jobs/index.ts';
import type { LinkWatcher } from '../devices/index.ts';
import type { AccessDeps } from './deps.ts';
import { applyCodeReport } from './code-reports.ts';
import { lockLostJobs } from './lock-lost.ts';
import { reviewPoolsDue } from './pools.ts';
import { pushDue } from './push.ts';
import { reviewDue } from './review.ts';
import { reviewSuspensionsDue } from './suspensions.ts';

/** Events that may make work due at once. The recurring jobs find work that becomes due by time. */
const CALLS: ReadonlySet<EventName> = new Set<EventName>([
  'reservation.changed',
  'access-code.changed',
  'door-spares.changed',
  'emergency.changed',
]);
/** Pause between two rounds, for bursts such as a thousand reservations at once. */
const PAUSE_MS = 20;

export interface AccessCodes {
  readonly jobs: JobHandlers;
  readonly recurring: RecurringJobs;
  readonly watcher: Pick<LinkWatcher, 'reported'>;
  close(): Promise<void>;
}

/** Starts the background work on codes. Any number of processes can run it; each piece of work is claimed by one. */
export function startAccessCodes(deps: AccessDeps): AccessCodes {
  let isAtWork: Promise<void> | null = null;
  let isCalled = false;
  let isClosed = false;

  async function work(): Promise<void> {
    // First, because a lockdown waits for no other work.
    await reviewSuspensionsDue(deps);
    await reviewDue(deps);
    await reviewPoolsDue(deps);
    await pushDue(deps);
  }
  /** Runs one round at a time. A call during a round starts another one afterwards. */
  function call(): void {
    isCalled = true;
    if (isClosed || isAtWork !== null) return;
    isAtWork = (async () => {
      while (isCalled && !isClosed) {
        isCalled = false;
        await work().catch((error: unknown) =>
          deps.log.error({ err: error }, 'codes could not be worked on; it is tried again'),
        );
        if (isCalled) await sleep(PAUSE_MS);
      }
    })().finally(() => {
      isAtWork = null;
    });
  }
  const unsubscribe = deps.events.subscribe(({ name }) => {
    if (CALLS.has(name)) call();
  });
  return {
    jobs: lockLostJobs(deps),
    recurring: recurringCodeJobs(deps),
    watcher: { reported: (tx, link, report) => applyCodeReport(deps, tx, link, report) },
    async close() {
      isClosed = true;
      unsubscribe();
      await isAtWork;
    },
  };
}

/** Separate jobs, so that a failing lock does not block reservations. */
function recurringCodeJobs(deps: AccessDeps): RecurringJobs {
  return {
    'access-codes.review': {
      lane: 'urgent',
      everyMs: 1000,
      hasWork: 'exists (select from access_reviews where due_at <= $1)',
      run: () => reviewDue(deps),
    },
    'access-codes.spares': {
      lane: 'urgent',
      everyMs: 1000,
      hasWork: 'exists (select from access_pools where due_at <= $1)',
      run: () => reviewPoolsDue(deps),
    },
    'access-codes.suspensions': {
      lane: 'urgent',
      everyMs: 1000,
      hasWork: 'exists (select from access_suspensions where due_at <= $1)',
      run: () => reviewSuspensionsDue(deps),
    },
    'access-codes.push': {
      lane: 'urgent',
      everyMs: 1000,
      hasWork: 'exists (select from access_code_places where due_at <= $1)',
      run: () => pushDue(deps),
    },
  };
}
