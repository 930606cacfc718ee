import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from './fixtures.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The colour modes of the application. Colours do not depend on the language, and accessible names not on the mode. */
export const MODES = ['dark', 'light'] as const;
type Mode = (typeof MODES)[number];

/** The rules that check colours are the only ones whose result depends on the mode and not on the language. */
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
  // Content that the top bar covers at the current scroll position is no violation, so scroll to the top first.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  // `evaluate` instead of a script element, because the content security policy of the application forbids that.
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
 * Runs `work` in each mode with the rules that apply: all rules in the first mode, only the colour rules in the next
 * ones. It sets the attributes that the mode setting sets; settings-and-theme.spec.ts proves that they are the same.
 */
export async function inModes(
  page: Page,
  modes: readonly Mode[],
  run: (mode: Mode, rules: RuleSet) => Promise<void>,
): Promise<void> {
  for (const [index, mode] of modes.entries()) {
    await page.evaluate((colorScheme) => (document.documentElement.dataset['colorScheme'] = colorScheme), mode);
    // Waits for the end of colour transitions, whose intermediate colours must not be checked.
    await page.waitForFunction(() =>
      document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
    );
    await run(mode, index === 0 ? 'all' : 'colours');
  }
}

interface Part {
  readonly what: string;
  readonly modes?: readonly Mode[];
  /** A selector of the part to check; without it the whole page. */
  readonly within?: string;
}

/** `npm test` checks the parts of a screen in one mode, `npm run proof -- languages` in both. */
const MODES_OF_PARTS = process.env['BROWSER_PROOF'] === '1' ? MODES : (['dark'] as const);

/** Expects no accessibility violation in the given modes, by default those of parts. */
export async function expectAccessible(page: Page, { what, modes = MODES_OF_PARTS, within }: Part): Promise<void> {
  await inModes(page, modes, async (mode, rules) =>
    expect(await violations(page, within, rules), `${what}, ${mode}`).toEqual([]),
  );
}
