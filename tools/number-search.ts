/** Shorter numbers also occur alone in a text of amounts, times and the groups of an id. */
const SHORTEST = 6;

/**
 * Whether a text contains these digits with no letter or digit beside them, so that digits in the middle of a random id,
 * hash or timestamp do not count. Throws on fewer than six digits.
 */
export function hasNumber(text: string, digits: string): boolean {
  if (!/^\d+$/.test(digits) || digits.length < SHORTEST)
    throw new Error(`«${digits}» is not a number of at least ${SHORTEST} digits`);
  return new RegExp(String.raw`(?<![\dA-Za-z])${digits}(?![\dA-Za-z])`).test(text);
}
