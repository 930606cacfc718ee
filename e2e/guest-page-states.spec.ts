import { PAGE_STATES } from '../apps/guest/src/testing/page-states.ts';
import { SAMPLE_TOKEN } from '../apps/guest/src/testing/sample-page.ts';
import { violations } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { openPlainDocuments } from './support/plain-document.ts';
import { saveShot } from './support/shots.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 4);

/** Each state of the page of a guest on a small phone, in both languages (docs/guest-page-states.md). */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, hasOwnContext: true });

for (const { name, page: data, shows } of PAGE_STATES) {
  test(`the page of a guest: ${name} (GP-9, GP-10, GP-11)`, inSweep(), async ({ page }) => {
    await openPlainDocuments(page);
    await page.route('**/api/v2/guest/page', (route) => route.fulfill({ json: data }));
    await page.goto(`/g/${SAMPLE_TOKEN}`);
    for (const language of ['kr', 'en'] as const) {
      if (language === 'en') await page.getByRole('button', { name: 'English' }).tap();
      for (const words of shows) await expect(page.locator('main')).toContainText(words[language]);
      await expect(page.locator('.skeleton')).toHaveCount(0);
      expect(await page.evaluate(findLayoutFaults)).toEqual([]);
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize({ width: 360, height: await page.evaluate(() => document.body.scrollHeight) });
      await saveShot(page, `state-${name}-${language}`);
    }
  });
}
