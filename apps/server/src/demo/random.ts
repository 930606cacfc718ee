export interface SeededRandom {
  /** A random number from 0 (included) to 1 (excluded). */
  next(): number;
  /** A random integer; both bounds are included. */
  int(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
}

/** A fixed sequence for a fixed seed (mulberry32), so that every demo of a day is the same demo. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
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
