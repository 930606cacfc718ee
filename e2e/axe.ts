import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from './fixtures.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules of the application: colours do not depend on the language, and names do not depend on the mode. */
export const MODES = ['dark', 'light'] as const;
type Mode = (typeof MODES)[number];

/** The rules that check colours: the only ones whose result depends on the mode, and not on the language. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
export type RuleSet = 'all' | 'colours' | 'all-but-colours';
const OPTIONS: Readonly<Record<RuleSet, object>> = {
  all: { runOnly: { type: 'tag', values: RULES } },
  colours: { runOnly: { type: 'rule', values: COLOUR_RULES } },
  'all-but-colours': {
    runOnly: { type: 'tag', values: RULES },
    rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
  },
};

/** The violations that axe finds on the page, or only within a selector. */
export async function violations(page: Page, within?: string, rules: RuleSet = 'all'): Promise<string[]> {
  // Content below a bar at the top, at the current scroll position, is no violation.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  // Evaluated, not added as a script: the application's content security policy allows none.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const results = await page.evaluate(
    ({ options, selector }) =>
      (window as unknown as { axe: { run(context: Document | string, options: object): Promise<AxeResults> } }).axe.run(
        selector ?? document,
        { ...options, resultTypes: ['violations'], preload: false },
      ),
    { options: OPTIONS[rules], selector: within ?? null },
  );
  return results.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`)
        .join(' | ')}`,
  );
}

/**
 * Runs something in each of the modes, with the rules that each has to be judged by: all in the first one, those of colours in the
 * next. Sets on the document what the setting sets; settings-and-theme.spec.ts proves that it does so.
 */
export async function inModes(
  page: Page,
  modes: readonly Mode[],
  run: (mode: Mode, rules: RuleSet) => Promise<void>,
): Promise<void> {
  for (const [index, mode] of modes.entries()) {
    await page.evaluate((colorScheme) => (document.documentElement.dataset['colorScheme'] = colorScheme), mode);
    // A colour in transition must not be checked.
    await page.waitForFunction(() =>
      document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
    );
    await run(mode, index === 0 ? 'all' : 'colours');
  }
}

interface Part {
  readonly what: string;
  readonly modes?: readonly Mode[];
  /** A selector; not given: the whole page. */
  readonly within?: string;
}

/** In `npm test` a part of a screen is judged in one mode, by `npm run proof -- languages` in both. */
const MODES_OF_PARTS = process.env['BROWSER_PROOF'] === '1' ? MODES : (['dark'] as const);

/** Expects no violation, in the given modes or in those of parts. */
export async function expectAccessible(page: Page, { what, modes = MODES_OF_PARTS, within }: Part): Promise<void> {
  await inModes(page, modes, async (mode, rules) =>
    expect(await violations(page, within, rules), `${what}, ${mode}`).toEqual([]),
  );
}
