import type { CancellationTier } from '@munjigi/contract';

export interface Cancellation {
  /** Of the tier that counts; `null` when none is met. */
  readonly hoursBefore: number | null;
  readonly refundPercent: number;
  /** Rounded down to the won. */
  readonly refundAmount: number;
}

/** What a cancellation at `now` gives back: of the tiers whose hours are met, the one with the most hours counts; below all nothing. */
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
