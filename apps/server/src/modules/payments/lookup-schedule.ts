import type { PaymentRow } from './payment-row.ts';
import type { ProviderPaymentRow } from './provider-payments.sql.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * After this time a guest can no longer agree at either provider (Toss: 30 minutes, and 10 more until it takes the
 * money).
 */
export const OPEN_FOR_MS = HOUR_MS;

/**
 * A message can be lost, and a refund made at the provider may send none. A paid payment is looked up again after these
 * hours.
 */
const AFTER_PAID_HOURS = [1, 24, 7 * 24];

/** Returns the time of the next scheduled lookup, or `null` when no lookup is scheduled. */
export function nextLookupAt(
  payment: Pick<PaymentRow, 'state' | 'paid_at' | 'created_at' | 'refunds'>,
  online: Pick<ProviderPaymentRow, 'confirm_asked_at'>,
  now: Date,
): Date | null {
  const after = (ms: number) => new Date(now.getTime() + ms);
  const ageMs = now.getTime() - payment.created_at.getTime();
  if (payment.refunds.some(({ state }) => state === 'REQUESTED')) return after(5000);
  switch (payment.state) {
    case 'READY':
    case 'ABORTED':
      if (
        payment.state === 'READY' &&
        online.confirm_asked_at !== null &&
        now.getTime() - online.confirm_asked_at.getTime() < 15 * MINUTE_MS
      )
        return after(5000);
      return ageMs < OPEN_FOR_MS ? after(5 * MINUTE_MS) : null;
    case 'WAITING_FOR_DEPOSIT':
      return after(10 * MINUTE_MS);
    case 'DONE':
    case 'PARTIAL_CANCELED': {
      const sinceMs = now.getTime() - (payment.paid_at?.getTime() ?? 0);
      const next = AFTER_PAID_HOURS.find((hours) => hours * HOUR_MS > sinceMs);
      return next === undefined ? null : after(next * HOUR_MS - sinceMs);
    }
    default:
      return null;
  }
}

/** Returns the time of the next lookup after a failed one: exponential backoff, at most ten minutes. */
export function nextLookupAfterFailure(failures: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(10 * MINUTE_MS, 1000 * 2 ** Math.min(failures, 10)));
}
