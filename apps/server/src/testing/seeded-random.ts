/** Random numbers that repeat for the same seed, which a failed run names. */
export function seededRandom(given?: string): { readonly seed: number; readonly random: () => number } {
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(given);
  let state = seed >>> 0;
  // The mulberry32 generator.
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { seed, random };
}
