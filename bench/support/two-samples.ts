/**
 * Tests whether two samples have one distribution. `p` is the probability of a difference of this size if they do. Both
 * tests use their large-sample forms.
 */

/** The largest distance of the two empirical distributions, and Kolmogorov's series with Stephens' correction for its probability. */
export function kolmogorovSmirnov(
  a: readonly number[],
  b: readonly number[],
): { readonly d: number; readonly p: number } {
  const [left, right] = [a, b].map((list) => [...list].sort((x, y) => x - y)) as [number[], number[]];
  let [i, j, d] = [0, 0, 0];
  while (i < left.length && j < right.length) {
    const at = Math.min(left[i] ?? Infinity, right[j] ?? Infinity);
    while ((left[i] ?? Infinity) <= at) i += 1;
    while ((right[j] ?? Infinity) <= at) j += 1;
    d = Math.max(d, Math.abs(i / left.length - j / right.length));
  }
  const n = Math.sqrt((a.length * b.length) / (a.length + b.length));
  const lambda = (n + 0.12 + 0.11 / n) * d;
  let p = 0;
  for (let k = 1; k <= 100; k += 1) p += 2 * (k % 2 === 1 ? 1 : -1) * Math.exp(-2 * k * k * lambda * lambda);
  return { d, p: lambda < 0.2 ? 1 : Math.min(1, Math.max(0, p)) };
}

/**
 * Uses ranks, where equal values share theirs, and the normal approximation without its correction for ties, because
 * times have almost no ties.
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): { readonly z: number; readonly p: number } {
  const all = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))].sort(
    (x, y) => x.value - y.value,
  );
  let ranksOfA = 0;
  for (let from = 0; from < all.length;) {
    let to = from;
    while (to < all.length && all[to]?.value === all[from]?.value) to += 1;
    ranksOfA += ((from + 1 + to) / 2) * all.slice(from, to).filter(({ isA }) => isA).length;
    from = to;
  }
  const u = ranksOfA - (a.length * (a.length + 1)) / 2;
  const z = (u - (a.length * b.length) / 2) / Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return { z, p: 2 * (1 - normal(Math.abs(z))) };
}

/** The standard normal distribution, by Abramowitz and Stegun 26.2.17, accurate to 7.5e-8. */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * x);
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}
