import type { FastifyBaseLogger } from 'fastify';
import type { RecurringJobs } from '../../../jobs/index.ts';
import { lookUpPayment, type ProviderDeps } from '../provider/payment-lookup.ts';
import { findDuePayments, type DuePayment, type ProviderName } from '../payment/provider-payments.sql.ts';
import { retryWaitingMessages, sweepWebhooks } from './waiting-webhooks.ts';
import { sweepCounts } from './webhooks.sql.ts';

/**
 * Looks payments up outside the job lanes, because a provider that does not answer for a minute must not delay the
 * locking of a door.
 */
export interface PaymentLookups {
  /** Starts the lookups that are due. */
  nudge(): void;
  /** Aborts the open requests to providers. Resolves when no lookup is running. */
  close(): Promise<void>;
}

/** Concurrent lookups at one provider of a product. A provider that never answers delays only its own payments. */
const AT_ONCE = 8;

export function startPaymentLookups(deps: LookupDeps): PaymentLookups {
  return new DueLookups(deps);
}

type LookupDeps = ProviderDeps & { readonly log: FastifyBaseLogger };

class DueLookups implements PaymentLookups {
  private readonly deps: LookupDeps;
  private readonly underWay = new Map<string, Promise<void>>();
  /** The number of lookups that are under way at each provider. */
  private readonly counts = new Map<ProviderName, number>();
  /** Payments whose lookup failed. They are not retried before the next nudge. */
  private readonly failed = new Set<string>();
  private isClosed = false;
  private pulling: Promise<void> | null = null;
  private isRequested = false;

  constructor(deps: LookupDeps) {
    this.deps = deps;
  }

  nudge(): void {
    this.failed.clear();
    this.start();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.deps.providers.close();
    await this.pulling;
    await Promise.all(this.underWay.values());
  }

  private start(): void {
    this.isRequested = true;
    if (this.isClosed || this.pulling) return;
    this.pulling = this.pull()
      .catch((error: unknown) => this.deps.log.error({ err: error }, 'payments that are due could not be found'))
      .finally(() => {
        this.pulling = null;
      });
  }

  private async pull(): Promise<void> {
    const { db, clock } = this.deps;
    do {
      this.isRequested = false;
      const most = 2 * AT_ONCE + this.underWay.size + this.failed.size;
      const duePayments = await findDuePayments(db, clock.now(), this.listBusy(), most);
      for (const payment of duePayments) {
        if (this.isClosed) break;
        const { id, provider } = payment;
        if (this.underWay.has(id) || this.failed.has(id) || this.listBusy().includes(provider)) continue;
        this.begin(payment);
        // Due payments of other providers may follow those of the busy one.
        if (duePayments.length === most && this.listBusy().includes(provider)) this.isRequested = true;
      }
    } while (this.isRequested && !this.isClosed);
  }

  private listBusy(): ProviderName[] {
    return [...this.counts].filter(([, count]) => count >= AT_ONCE).map(([provider]) => provider);
  }

  private begin(payment: DuePayment): void {
    const { id, provider } = payment;
    this.counts.set(provider, (this.counts.get(provider) ?? 0) + 1);
    this.underWay.set(
      id,
      lookUpPayment(this.deps, payment)
        .catch((error: unknown) => this.reportFailure(id, error))
        .finally(() => this.end(payment)),
    );
  }

  private end({ id, provider }: DuePayment): void {
    this.underWay.delete(id);
    const remaining = (this.counts.get(provider) ?? 1) - 1;
    if (remaining === 0) this.counts.delete(provider);
    else this.counts.set(provider, remaining);
    this.start();
  }

  private reportFailure(id: string, error: unknown): void {
    this.failed.add(id);
    this.deps.log.error({ err: error, paymentId: id }, 'a payment could not be looked up; it will be tried again');
  }
}

export const providerTimers = ({
  lookups,
  ...deps
}: ProviderDeps & { readonly lookups: PaymentLookups }): RecurringJobs => ({
  // Also finds lookups that were requested by a process that was killed.
  'payments.look': {
    lane: 'timers',
    everyMs: 1000,
    hasWork: 'exists (select from provider_payments where look_at <= $1)',
    run: async () => lookups.nudge(),
  },
  'payments.sweep-webhook-counts': {
    lane: 'upkeep',
    everyMs: 60_000,
    run: () => sweepCounts(deps.db, deps.clock.now()),
  },
  'payments.sweep-webhooks': { lane: 'upkeep', everyMs: 3600_000, run: () => sweepWebhooks(deps) },
  'payments.retry-waiting-webhooks': { lane: 'upkeep', everyMs: 600_000, run: () => retryWaitingMessages(deps) },
});
