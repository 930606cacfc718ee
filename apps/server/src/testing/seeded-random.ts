import { createSeededRandom } from '@munjigi/rules/seeded-random';

/** Random numbers that repeat for the same seed, which a failed run names. */
export function seededRandom(given?: string): { readonly seed: number; readonly random: () => number } {
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(given);
  return { seed, random: createSeededRandom(seed) };
}
