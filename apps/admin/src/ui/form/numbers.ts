/** A whole number as it was typed, or `null` when it is none or outside of the limits. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  if (!/^\d{1,12}$/.test(text.trim())) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}

/** A number with at most two decimal places as it was typed, or `null`. */
export function percentNumber(text: string): number | null {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text.trim())) return null;
  const value = Number(text);
  return value <= 100 ? value : null;
}
