import { SYSTEM } from '../../db/index.ts';
import type { EventReader } from '../../events/index.ts';
import type { JobHandlers, RecurringJobs } from '../../jobs/index.ts';
import { sendPush, type PushSendDeps } from './send.ts';
import { insertPushPosition, SEND, startPushSpread } from './spread.ts';

interface Deps extends PushSendDeps {
  readonly events: EventReader;
}

/** Starts push notifications to closed browsers (NT-4). */
export function startPush(deps: Deps): {
  readonly handlers: JobHandlers;
  readonly recurring: RecurringJobs;
  /** Call it before the first event that may need a notification. */
  start(): Promise<void>;
  close(): Promise<void>;
} {
  const spreading = startPushSpread(deps);
  return {
    handlers: { [SEND]: { lane: 'outbound', run: (payload) => sendPush(deps, payload) } },
    // Also deletes subscriptions of ended sessions.
    recurring: { 'push.spread': { lane: 'timers', everyMs: 5000, run: spreading.run } },
    start: () => deps.db.withActor(SYSTEM, insertPushPosition),
    close: spreading.close,
  };
}
