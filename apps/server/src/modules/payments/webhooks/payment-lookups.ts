import type { FastifyBaseLogger } from 'fastify';
import { DueWork, type RecurringJobs } from '../../../jobs/index.ts';
import { lookUpPayment, type ProviderDeps } from '../provider/payment-lookup.ts';
import { findDuePayments, type DuePayment } from '../payment/provider-payments.sql.ts';
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

type LookupDeps = ProviderDeps & { readonly log: FastifyBaseLogger };

export function startPaymentLookups(deps: LookupDeps): PaymentLookups {
  const { db, clock, providers, log } = deps;
  const lookups = new DueWork<DuePayment>({
    find: (busy, most) => findDuePayments(db, clock.now(), busy, most),
    work: (payment) => lookUpPayment(deps, payment),
    reportFailedSearch: (error) => log.error({ err: error }, 'payments that are due could not be found'),
    reportFailure: ({ id }, error) =>
      log.error({ err: error, paymentId: id }, 'a payment could not be looked up; it will be tried again'),
  });
  return {
    nudge: () => lookups.nudge(),
    close() {
      providers.close();
      return lookups.close();
    },
  };
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
