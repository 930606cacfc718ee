import type { FastifyBaseLogger } from 'fastify';
import type { EventReader } from '../../events/index.ts';
import type { JobHandlers, RecurringJobs } from '../../jobs/index.ts';
import { attemptDelivery, type WebhookSendDeps } from './webhook-delivery.ts';
import { DELIVER, startWebhookSpread, sweepDeliveries } from './webhook-spread.ts';

interface Deps extends WebhookSendDeps {
  readonly events: EventReader;
  readonly log: FastifyBaseLogger;
}

const SECOND_MS = 1000;
const DAY_MS = 24 * 3600_000;
/** Deliveries are deleted this long after they ended. */
const KEPT_DAYS = 30;

/** Starts the jobs that create and send webhooks (AP-7). */
export function startWebhooks(deps: Deps): {
  readonly handlers: JobHandlers;
  readonly recurring: RecurringJobs;
  close(): Promise<void>;
} {
  const spreading = startWebhookSpread(deps);
  return {
    handlers: { [DELIVER]: { lane: 'outbound', run: (payload) => attemptDelivery(deps, payload) } },
    recurring: {
      'webhooks.spread': { lane: 'timers', everyMs: 5 * SECOND_MS, run: spreading.run },
      'webhooks.sweep': {
        lane: 'upkeep',
        everyMs: DAY_MS / 24,
        run: () => sweepDeliveries(deps.db, new Date(deps.clock.now().getTime() - KEPT_DAYS * DAY_MS)),
      },
    },
    close: spreading.close,
  };
}
