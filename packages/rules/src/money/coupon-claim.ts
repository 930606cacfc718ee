/** Facts of a stay that used a coupon of head office. Amounts are in won. */
export interface CouponClaimFacts {
  readonly discountAmount: number;
  readonly priceAmount: number;
  /** All money that the store has kept. */
  readonly paidAmount: number;
  /** The part of it that a payment provider or a channel has taken. */
  readonly onlineAmount: number;
  /** The terms of the coupon limit its discount. */
  readonly hasLimit: boolean;
  readonly decision: 'APPROVED' | 'REFUSED' | null;
}

export interface CouponClaimResult {
  readonly state: 'BOOKED' | 'WITHHELD' | 'REFUSED';
  readonly withheldFor: 'NO_ONLINE_MONEY' | 'NO_LIMIT' | null;
  /** What head office owes the store, in won. */
  readonly amount: number;
}

/**
 * Computes what head office owes a store for a discount (CP-5): the share of the price that a provider or a channel has
 * taken and not returned. The store can record cash alone, so cash counts only after head office has approved the claim.
 */
export function claimOf(facts: CouponClaimFacts): CouponClaimResult {
  const { decision, hasLimit } = facts;
  if (decision === 'REFUSED') return { state: 'REFUSED', withheldFor: null, amount: 0 };
  const isApproved = decision === 'APPROVED';
  if (!isApproved && !hasLimit) return { state: 'WITHHELD', withheldFor: 'NO_LIMIT', amount: 0 };
  const amount = shareOf(facts, isApproved ? facts.paidAmount : facts.onlineAmount, isApproved);
  return amount === 0
    ? { state: 'WITHHELD', withheldFor: 'NO_ONLINE_MONEY', amount }
    : { state: 'BOOKED', withheldFor: null, amount };
}

function shareOf({ discountAmount, priceAmount }: CouponClaimFacts, keptAmount: number, isApproved: boolean): number {
  // No guest paid for a stay that the coupon made free, so only head office can say that it took place.
  if (priceAmount === 0) return isApproved ? discountAmount : 0;
  const share = BigInt(Math.max(0, Math.min(keptAmount, priceAmount)));
  return Number((BigInt(discountAmount) * share) / BigInt(priceAmount));
}
