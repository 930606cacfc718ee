/** A taxed amount: three integers of won that sum to it. */
export interface VatSplit {
  readonly supplyAmount: number;
  readonly vatAmount: number;
  readonly taxFreeAmount: number;
}

/**
 * `numerator / denominator` rounded to the nearest integer, halves up. `numerator` must not be negative, `denominator`
 * must be positive.
 */
export function roundedHalfUp(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/**
 * Splits an amount that includes VAT: an eleventh of the taxed part, rounded half up (docs/domain.md 5). Called once
 * per transaction; sums add the stored parts.
 */
export function splitVat(amount: number, taxFreeAmount = 0): VatSplit {
  const vatAmount = roundedHalfUp(BigInt(amount - taxFreeAmount), 11n);
  return { supplyAmount: amount - taxFreeAmount - vatAmount, vatAmount, taxFreeAmount };
}

export function amountOf({ supplyAmount, vatAmount, taxFreeAmount }: VatSplit): number {
  return supplyAmount + vatAmount + taxFreeAmount;
}

/**
 * Splits a refund in proportion to its payment, rounded half up, never more of a part than is left of it; the last
 * refund takes the rest. Throws a RangeError for an amount that is not positive or more than is left.
 */
export function splitRefund(paid: VatSplit, refunded: VatSplit, amount: number): VatSplit {
  const remaining: VatSplit = {
    supplyAmount: paid.supplyAmount - refunded.supplyAmount,
    vatAmount: paid.vatAmount - refunded.vatAmount,
    taxFreeAmount: paid.taxFreeAmount - refunded.taxFreeAmount,
  };
  if (amount <= 0 || amount > amountOf(remaining))
    throw new RangeError(`${amount} is not within what is left, ${amountOf(remaining)}`);
  if (amount === amountOf(remaining)) return remaining;
  const share = (part: number) => roundedHalfUp(BigInt(part) * BigInt(amount), BigInt(amountOf(paid)));
  const vatAmount = Math.min(share(paid.vatAmount), remaining.vatAmount);
  const taxFreeAmount = Math.min(share(paid.taxFreeAmount), remaining.taxFreeAmount);
  // After many small refunds, remainders of rounding go to the supply value until it is used up, and then to the other
  // parts.
  const supplyAmount = Math.min(amount - vatAmount - taxFreeAmount, remaining.supplyAmount);
  const rest = amount - supplyAmount - vatAmount - taxFreeAmount;
  const toVat = Math.min(rest, remaining.vatAmount - vatAmount);
  return { supplyAmount, vatAmount: vatAmount + toVat, taxFreeAmount: taxFreeAmount + rest - toVat };
}
