/** The most rooms that are created at a time. */
export const MOST_NEW_ROOMS = 50;

/** Names that continue the first one: `룸 1`, `룸 2`, …; a first name without a number gets one. */
export function continueNames(first: string, count: number): string[] {
  const name = first.trim();
  const [, stem = '', digits = ''] = /^(.*?)([0-9]{1,6})$/.exec(name) ?? [];
  if (digits === '') return Array.from({ length: count }, (_, index) => (name === '' ? '' : `${name} ${index + 1}`));
  return Array.from(
    { length: count },
    (_, index) => `${stem}${String(Number(digits) + index).padStart(digits.length, '0')}`,
  );
}
