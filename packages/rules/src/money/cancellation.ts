import type { CancellationTier } from '@munjigi/contract';

export interface Cancellation {
  /** The hours of the tier that applies; `null` when none is met. */
  readonly hoursBefore: number | null;
  readonly refundPercent: number;
  /** The part of the refund in won that is owed in full, at every tier (GT-13). */
  readonly owedAmount: number;
  /** The whole refund in won, rounded down. */
  readonly refundAmount: number;
}

interface CancelledStay {
  readonly startsAt: Date;
  readonly now: Date;
  readonly paidAmount: number;
  /** The part of the paid amount that is owed already. */
  readonly owedAmount?: number;
}

/**
 * The refund of a cancellation at `now`: of the tiers whose hours are met, the one with the most hours applies; below
 * all of them only owed money is refunded.
 */
export function cancellationOf(
  tiers: readonly CancellationTier[],
  { startsAt, now, paidAmount, owedAmount = 0 }: CancelledStay,
): Cancellation {
  const hoursLeft = (startsAt.getTime() - now.getTime()) / 3_600_000;
  let met: CancellationTier | null = null;
  for (const tier of tiers) {
    if (tier.hoursBefore <= hoursLeft && (met === null || tier.hoursBefore > met.hoursBefore)) met = tier;
  }
  const refundPercent = met?.refundPercent ?? 0;
  return {
    hoursBefore: met?.hoursBefore ?? null,
    refundPercent,
    owedAmount: Math.min(owedAmount, paidAmount),
    refundAmount: refundOf(paidAmount, refundPercent, owedAmount),
  };
}

/** What a cancellation refunds until a time. */
interface RefundStep {
  readonly until: Date;
  readonly refundPercent: number;
}

/**
 * The refund of a cancellation by its time, soonest first. The last step ends with the start; steps with one percentage
 * are one step. A step is over at its `until` exactly, except that a tier still applies at its hour.
 */
export function refundStepsOf(tiers: readonly CancellationTier[], startsAt: Date): RefundStep[] {
  const soonestFirst = tiers.toSorted((one, other) => other.hoursBefore - one.hoursBefore);
  const steps = soonestFirst.map(({ hoursBefore, refundPercent }) => ({
    until: new Date(startsAt.getTime() - hoursBefore * 3_600_000),
    refundPercent,
  }));
  if (soonestFirst.at(-1)?.hoursBefore !== 0) steps.push({ until: startsAt, refundPercent: 0 });
  return steps.filter(({ refundPercent }, index) => steps[index + 1]?.refundPercent !== refundPercent);
}

/** The owed part of a paid amount, and `percent` (whole) of the rest, rounded down to the won. */
export function refundOf(paidAmount: number, percent: number, owedAmount = 0): number {
  const owed = Math.min(owedAmount, paidAmount);
  return owed + Math.floor(((paidAmount - owed) * percent) / 100);
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
