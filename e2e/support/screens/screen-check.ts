import type { Page } from '@playwright/test';
import { inModes, MODES, violations } from '../axe.ts';
import { expect } from '../fixtures.ts';
import { findLayoutFaults } from '../layout-faults.ts';
import { saveShot } from '../shots.ts';

export const LANGUAGES = ['kr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The sizes at which `npm run proof -- screens` shows each screen to each person. */
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;

interface Sight {
  readonly width: number;
  readonly height: number;
  readonly name: string;
}

/** Expects of what the page shows, at a size and in both modes: accessible, nothing cut or covered. Keeps pictures. */
export async function checkScreenAt(page: Page, { width, height, name }: Sight): Promise<void> {
  await page.setViewportSize({ width, height });
  await inModes(page, MODES, async (mode, rules) => {
    await saveShot(page, `${name}-${width}-${mode}`);
    expect.soft(await violations(page, undefined, rules), `${name} ${width} ${mode}`).toEqual([]);
  });
  expect.soft(await page.evaluate(findLayoutFaults), `${name} ${width}`).toEqual([]);
}
