import type { PaymentRow } from '../payment/payment-row.ts';
import type { ProviderPaymentRow } from '../payment/provider-payments.sql.ts';

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

/**
 * The bank of the guest can refuse the transfer of a refund days after the provider made it. The refund of a virtual
 * account is looked up again after these hours.
 */
const AFTER_REFUND_HOURS = [1, 24, 72];

const FIRST_REFUND_PAUSE_MS = 5000;
const LONGEST_REFUND_PAUSE_MS = 10 * MINUTE_MS;

/**
 * The pause before the next lookup of a payment whose refund waits. A provider can take a day for a refund that it has
 * accepted, so the pause grows with the age of the oldest one.
 */
function pauseOfRefunds(refunds: PaymentRow['refunds'], now: Date): number | null {
  const ages = refunds.flatMap(({ state, at }) =>
    state === 'REQUESTED' ? [now.getTime() - new Date(at).getTime()] : [],
  );
  if (ages.length === 0) return null;
  return Math.min(LONGEST_REFUND_PAUSE_MS, Math.max(FIRST_REFUND_PAUSE_MS, Math.max(...ages) / 10));
}

/** Returns the time of the next of these hours after an instant; `null`: all of them are over. */
function nextAfter(at: Date, hours: readonly number[], now: Date): Date | null {
  const next = hours.map((hour) => at.getTime() + hour * HOUR_MS).find((time) => time > now.getTime());
  return next === undefined ? null : new Date(next);
}

function nextAfterRefund({ method, refunds }: Pick<PaymentRow, 'method' | 'refunds'>, now: Date): Date | null {
  const done = refunds.filter(({ state }) => state === 'DONE').map(({ at }) => new Date(at).getTime());
  if (method !== 'VIRTUAL_ACCOUNT' || done.length === 0) return null;
  return nextAfter(new Date(Math.max(...done)), AFTER_REFUND_HOURS, now);
}

/** Returns the time of the next scheduled lookup, or `null` when no lookup is scheduled. */
export function nextLookupAt(
  payment: Pick<PaymentRow, 'state' | 'method' | 'paid_at' | 'created_at' | 'refunds'>,
  online: Pick<ProviderPaymentRow, 'confirm_asked_at'>,
  now: Date,
): Date | null {
  const after = (ms: number) => new Date(now.getTime() + ms);
  const ageMs = now.getTime() - payment.created_at.getTime();
  const pauseMs = pauseOfRefunds(payment.refunds, now);
  if (pauseMs !== null) return after(pauseMs);
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
      const times = [
        nextAfter(payment.paid_at ?? new Date(0), AFTER_PAID_HOURS, now),
        nextAfterRefund(payment, now),
      ].filter((time) => time !== null);
      return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));
    }
    case 'CANCELED':
      return nextAfterRefund(payment, now);
    default:
      return null;
  }
}

/** Returns the time of the next lookup after a failed one: exponential backoff, at most ten minutes. */
export function nextLookupAfterFailure(failures: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(10 * MINUTE_MS, 1000 * 2 ** Math.min(failures, 10)));
}
