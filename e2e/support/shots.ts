import type { Page } from '@playwright/test';

const folder = process.env['SCREENS_DIR'];

/** The height up to which a picture shows what is below the edge of the window. */
const MOST_HEIGHT = 2_700;

/** Saves a picture of the page in the folder SCREENS_DIR; does nothing without that setting. */
export async function saveShot(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  await page.evaluate(async () => document.fonts.ready);
  const { width, height } = await page.evaluate(() => ({
    width: window.innerWidth,
    height: Math.max(window.innerHeight, document.documentElement.scrollHeight),
  }));
  const clip = { x: 0, y: 0, width, height: Math.min(height, MOST_HEIGHT) };
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true, clip });
}
