import type { Page } from '@playwright/test';

const folder = process.env['SCREENS_DIR'];

/** Saves a picture of the page in the folder SCREENS_DIR; does nothing without that setting. */
export async function takeShot(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  await page.evaluate(async () => document.fonts.ready);
  await page.screenshot({ path: `${folder}/${name}.png` });
}
