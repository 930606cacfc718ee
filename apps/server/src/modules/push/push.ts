import { SYSTEM } from '../../db/index.ts';
import type { EventReader } from '../../events/index.ts';
import type { JobHandlers, RecurringJobs } from '../../jobs/index.ts';
import { sendPush, type SendDeps } from './send.ts';
import { plantPlace, SEND, startSpreading } from './spread.ts';

interface Deps extends SendDeps {
  readonly events: EventReader;
}

/** Tells browsers that are closed what happens (NT-4). */
export function startPush(deps: Deps): {
  readonly handlers: JobHandlers;
  readonly recurring: RecurringJobs;
  /** Before the first event that a browser has to be told of. */
  start(): Promise<void>;
  close(): Promise<void>;
} {
  const spreading = startSpreading(deps);
  return {
    handlers: { [SEND]: { lane: 'outbound', run: (payload) => sendPush(deps, payload) } },
    // It removes browsers of ended sessions as well.
    recurring: { 'push.spread': { lane: 'timers', everyMs: 5000, run: spreading.run } },
    start: () => deps.db.withActor(SYSTEM, plantPlace),
    close: spreading.close,
  };
}
