import type { CancellationTier } from '@munjigi/contract';

export interface Cancellation {
  /** The hours of the tier that applies; `null` when none is met. */
  readonly hoursBefore: number | null;
  readonly refundPercent: number;
  /** The refund in won, rounded down. */
  readonly refundAmount: number;
}

/**
 * The refund of a cancellation at `now`: of the tiers whose hours are met, the one with the most hours applies; below
 * all of them nothing is refunded.
 */
export function cancellationOf(
  tiers: readonly CancellationTier[],
  { startsAt, now, paidAmount }: { readonly startsAt: Date; readonly now: Date; readonly paidAmount: number },
): Cancellation {
  const hoursLeft = (startsAt.getTime() - now.getTime()) / 3_600_000;
  let met: CancellationTier | null = null;
  for (const tier of tiers) {
    if (tier.hoursBefore <= hoursLeft && (met === null || tier.hoursBefore > met.hoursBefore)) met = tier;
  }
  const refundPercent = met?.refundPercent ?? 0;
  return { hoursBefore: met?.hoursBefore ?? null, refundPercent, refundAmount: refundOf(paidAmount, refundPercent) };
}

/** `percent` (whole) of an amount, rounded down to the won. */
export function refundOf(paidAmount: number, percent: number): number {
  return Math.floor((paidAmount * percent) / 100);
}

interface RefundablePayment {
  readonly isOnline: boolean;
  /** In won: the part of the payment that no refund has reserved. */
  readonly leftAmount: number;
}

/**
 * Distributes a refund over payments: those through a provider first, because they need no person, then the others;
 * each kind in the given order.
 */
export function allocateRefund<T extends RefundablePayment>(
  payments: readonly T[],
  amount: number,
): { readonly payment: T; readonly amount: number }[] {
  const inOrder = [
    ...payments.filter((payment) => payment.isOnline),
    ...payments.filter((payment) => !payment.isOnline),
  ];
  let remaining = amount;
  return inOrder.flatMap((payment) => {
    const part = Math.min(remaining, payment.leftAmount);
    remaining -= part;
    return part > 0 ? [{ payment, amount: part }] : [];
  });
}
