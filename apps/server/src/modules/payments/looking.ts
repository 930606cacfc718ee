import type { FastifyBaseLogger } from 'fastify';
import type { RecurringJobs } from '../../jobs/index.ts';
import { look, type ProviderDeps } from './look.ts';
import { findDue, type DuePayment, type ProviderName } from './provider-payments.sql.ts';
import { retryWaiting, sweepWebhooks } from './waiting-webhooks.ts';
import { sweepCounts } from './webhooks.sql.ts';

/**
 * Looks payments up outside the job lanes: a provider that does not answer for a minute must not delay the locking of a
 * door.
 */
export interface Looking {
  /** Starts the lookups that are due. */
  nudge(): void;
  /** Aborts the open requests to providers. Resolves when no lookup is running. */
  close(): Promise<void>;
}

/** Concurrent lookups at one provider of a product. A provider that never answers delays only its own payments. */
const AT_ONCE = 8;

export function startLooking(deps: ProviderDeps & { readonly log: FastifyBaseLogger }): Looking {
  const underWay = new Map<string, Promise<void>>();
  const asked = new Map<ProviderName, number>();
  /** Payments whose lookup failed. They are not retried before the next nudge. */
  const failed = new Set<string>();
  let isClosed = false;
  let pulling: Promise<void> | null = null;
  let isWanted = false;

  async function pull(): Promise<void> {
    do {
      isWanted = false;
      const most = 2 * AT_ONCE + underWay.size + failed.size;
      const due = await findDue(deps.db, deps.clock.now(), busy(), most);
      for (const it of due) {
        if (isClosed) break;
        if (underWay.has(it.id) || failed.has(it.id) || busy().includes(it.provider)) continue;
        begin(it);
        // Due payments of other providers may follow those of the busy one.
        if (due.length === most && busy().includes(it.provider)) isWanted = true;
      }
    } while (isWanted && !isClosed);
  }

  function busy(): ProviderName[] {
    return [...asked].filter(([, count]) => count >= AT_ONCE).map(([provider]) => provider);
  }

  function begin(it: DuePayment): void {
    asked.set(it.provider, (asked.get(it.provider) ?? 0) + 1);
    const end = () => {
      underWay.delete(it.id);
      const left = (asked.get(it.provider) ?? 1) - 1;
      if (left === 0) asked.delete(it.provider);
      else asked.set(it.provider, left);
      start();
    };
    underWay.set(
      it.id,
      look(deps, it)
        .catch((error: unknown) => tell(it.id, error))
        .finally(end),
    );
  }

  function tell(id: string, error: unknown): void {
    failed.add(id);
    deps.log.error({ err: error, paymentId: id }, 'a payment could not be looked up; it will be tried again');
  }

  function start(): void {
    isWanted = true;
    if (isClosed || pulling) return;
    pulling = pull()
      .catch((error: unknown) => deps.log.error({ err: error }, 'payments that are due could not be found'))
      .finally(() => {
        pulling = null;
      });
  }

  return {
    nudge() {
      failed.clear();
      start();
    },
    async close() {
      isClosed = true;
      deps.providers.close();
      await pulling;
      await Promise.all(underWay.values());
    },
  };
}

export const providerTimers = ({ looking, ...deps }: ProviderDeps & { readonly looking: Looking }): RecurringJobs => ({
  // Also finds lookups that were requested by a process that was killed.
  'payments.look': { lane: 'timers', everyMs: 1000, run: async () => looking.nudge() },
  'payments.sweep-webhook-counts': {
    lane: 'upkeep',
    everyMs: 60_000,
    run: () => sweepCounts(deps.db, deps.clock.now()),
  },
  'payments.sweep-webhooks': { lane: 'upkeep', everyMs: 3600_000, run: () => sweepWebhooks(deps) },
  'payments.retry-waiting-webhooks': { lane: 'upkeep', everyMs: 600_000, run: () => retryWaiting(deps) },
});
