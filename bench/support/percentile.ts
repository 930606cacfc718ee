/** The value that this share (0 to 1) of the values does not exceed, by nearest rank; NaN for an empty list. */
export function percentileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.min(sorted.length, Math.ceil(sorted.length * share)) - 1)] ?? Number.NaN;
}
