/** The seeds of a test with random steps: the first one by default, SEEDS of them in `npm run proof -- seeds`. */
export const SEEDS: readonly number[] = Array.from(
  { length: Number(process.env['SEEDS'] ?? 1) },
  (_, index) => index + 1,
);
