import { createSeededRandom } from '@munjigi/rules/seeded-random';

export interface SeededRandom {
  /** A random number from 0 (included) to 1 (excluded). */
  next(): number;
  /** A random integer; both bounds are included. */
  int(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
}

/** A fixed sequence for a fixed seed, so that every demo of a day is the same demo. */
export function seededRandom(seed: number): SeededRandom {
  const next = createSeededRandom(seed);
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick(list) {
      const found = list[Math.floor(next() * list.length)];
      if (found === undefined) throw new Error('Nothing to pick from');
      return found;
    },
  };
}
