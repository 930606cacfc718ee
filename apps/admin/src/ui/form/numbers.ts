import { readWon } from '@munjigi/typed-text';

/**
 * A whole number as it was typed or pasted, such as `14,000.00`, or `null` when it is not a whole number or outside of
 * the limits.
 */
export function wholeNumber(text: string, min: number, max: number): number | null {
  const read = readWon(text);
  return 'won' in read && read.won >= min && read.won <= max ? read.won : null;
}

/** A number with at most two decimal places, or as many as are said, as it was typed, or `null`. */
export function percentNumber(
  text: string,
  { places = 2, most = 100 }: { readonly places?: 2 | 3; readonly most?: number } = {},
): number | null {
  if (!(places === 2 ? /^\d{1,3}(\.\d{1,2})?$/ : /^\d{1,3}(\.\d{1,3})?$/).test(text.trim())) return null;
  const value = Number(text);
  return value <= most ? value : null;
}
