import type { CancellationTier } from '@munjigi/contract';
import { wholeNumber } from '../../ui/form/numbers.ts';

/** A tier as it is typed. `key` identifies it while its place changes. */
export interface TierDraft {
  readonly key: number;
  readonly hoursBefore: string;
  readonly refundPercent: string;
}

export function toTierDrafts(tiers: readonly CancellationTier[]): readonly TierDraft[] {
  return [...tiers]
    .sort((a, b) => b.hoursBefore - a.hoursBefore)
    .map((tier, key) => ({ key, hoursBefore: String(tier.hoursBefore), refundPercent: String(tier.refundPercent) }));
}

/** Sorts the tier with the most hours first; one without a valid number stays at the end. */
export function sortTiers(tiers: readonly TierDraft[]): readonly TierDraft[] {
  const hours = (tier: TierDraft) => wholeNumber(tier.hoursBefore, 0, 8760) ?? -1;
  return [...tiers].sort((a, b) => hours(b) - hours(a));
}

export function toCancellationTiers(tiers: readonly TierDraft[]): CancellationTier[] {
  return sortTiers(tiers).map(({ hoursBefore, refundPercent }) => ({
    hoursBefore: Number(hoursBefore),
    refundPercent: Number(refundPercent),
  }));
}

/** Adds a tier below the last one, with half of its numbers. */
export function withNewTier(tiers: readonly TierDraft[]): readonly TierDraft[] {
  const key = Math.max(-1, ...tiers.map((tier) => tier.key)) + 1;
  const last = sortTiers(tiers).at(-1);
  const hoursBefore = last === undefined ? 24 : Math.max(0, Math.floor(Number(last.hoursBefore) / 2));
  const refundPercent = last === undefined ? 100 : Math.floor(Number(last.refundPercent) / 2);
  return [...tiers, { key, hoursBefore: String(hoursBefore || 0), refundPercent: String(refundPercent || 0) }];
}

export type TierFault = 'hours' | 'percent' | 'twice';

/** The problem of each tier, by its key. */
export function findTierFaults(tiers: readonly TierDraft[]): ReadonlyMap<number, TierFault> {
  const faults = new Map<number, TierFault>();
  const seen = new Set<number>();
  for (const { key, hoursBefore, refundPercent } of tiers) {
    const hours = wholeNumber(hoursBefore, 0, 8760);
    if (hours === null) faults.set(key, 'hours');
    else if (seen.has(hours)) faults.set(key, 'twice');
    else if (wholeNumber(refundPercent, 0, 100) === null) faults.set(key, 'percent');
    if (hours !== null) seen.add(hours);
  }
  return faults;
}

/** Whether a later cancellation would get a higher refund, which is possible but probably a mistake. */
export function growsLater(tiers: readonly TierDraft[]): boolean {
  const percents = toCancellationTiers(tiers).map((tier) => tier.refundPercent);
  return percents.some((percent, at) => percent > (percents[at - 1] ?? 100));
}
