import type { Locator } from '@playwright/test';

/**
 * Counts what a finger does on the glass in a journey: each tap, and one tap for each field that is typed into, unless the
 * page has put the cursor there. The keys of the keyboard are part of typing.
 */
export function createTaps() {
  const taps: string[] = [];
  const count = async (target: Locator) =>
    taps.push(
      await target.evaluate((element) => {
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
        return (label ?? element).textContent ?? '';
      }),
    );
  return {
    count: () => taps.length,
    /** What was tapped, in order. */
    list: () => taps.map((words) => words.replaceAll(/\s+/g, ' ').trim()).join(' · '),
    tap: async (target: Locator) => {
      await count(target);
      await target.tap();
    },
    type: async (target: Locator, words: string) => {
      if (!(await target.evaluate((field) => field === document.activeElement))) await count(target);
      await target.fill(words);
    },
  };
}

export type Taps = ReturnType<typeof createTaps>;
