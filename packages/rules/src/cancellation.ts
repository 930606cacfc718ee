import type { CancellationTier } from '@munjigi/contract';

export interface Cancellation {
  /** Of the tier that counts; `null` when none is met. */
  readonly hoursBefore: number | null;
  readonly refundPercent: number;
  /** Rounded down to the won. */
  readonly refundAmount: number;
}

/**
 * The refund of a cancellation at `now`: of the tiers whose hours are met, the one with the most hours applies; below
 * all nothing.
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
  /** Won that no refund has reserved. */
  readonly leftAmount: number;
}

/** Which payments give back how much of an amount: those through a provider first, which need no person, then the others; each kind in its order. */
export function allocateRefund<T extends RefundablePayment>(
  payments: readonly T[],
  amount: number,
): { readonly payment: T; readonly amount: number }[] {
  const inOrder = [
    ...payments.filter((payment) => payment.isOnline),
    ...payments.filter((payment) => !payment.isOnline),
  ];
  let left = amount;
  return inOrder.flatMap((payment) => {
    const part = Math.min(left, payment.leftAmount);
    left -= part;
    return part > 0 ? [{ payment, amount: part }] : [];
  });
}
