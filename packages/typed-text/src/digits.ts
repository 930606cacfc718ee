/** A whole number with a comma before each third digit: `20,000`, the same in both languages. */
export function groupDigits(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
