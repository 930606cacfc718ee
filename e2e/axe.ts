import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from './fixtures.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Those of the application; colours are no matter of language, names are none of mode. */
export const MODES = ['dark', 'light'] as const;
type Mode = (typeof MODES)[number];

/** What axe finds on the page, or only within what a selector names. */
export async function violations(page: Page, within?: string): Promise<string[]> {
  // Evaluated, not added as a script: the application's own policy allows none.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const results = await page.evaluate(
    ({ tags, selector }) =>
      (window as unknown as { axe: { run(context: Document | string, options: object): Promise<AxeResults> } }).axe.run(selector ?? document, { runOnly: { type: 'tag', values: tags } }),
    { tags: RULES, selector: within ?? null },
  );
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`).join(' | ')}`);
}

/** Does something in each of the modes. What the setting does is done to the document; that it does so is proven in settings-and-theme.spec.ts. */
export async function inModes(page: Page, modes: readonly Mode[], run: (mode: Mode) => Promise<void>): Promise<void> {
  for (const mode of modes) {
    await page.evaluate((colorScheme) => (document.documentElement.dataset['colorScheme'] = colorScheme), mode);
    // A colour on its way to another is no colour to judge.
    await page.waitForFunction(() => document.getAnimations().every((it) => !(it instanceof CSSTransition)));
    await run(mode);
  }
}

interface Part {
  readonly what: string;
  readonly modes?: readonly Mode[];
  /** A selector; not given: the whole page. */
  readonly within?: string;
}

/** Expects no violation, in both modes unless some are named. */
export async function expectAccessible(page: Page, { what, modes = MODES, within }: Part): Promise<void> {
  await inModes(page, modes, async (mode) => expect(await violations(page, within), `${what}, ${mode}`).toEqual([]));
}
