import type { Page } from '@playwright/test';

/**
 * Lets the page request its data, which the test answers itself: the server puts no data into a document that a browser
 * loads ahead (decision 130).
 */
export async function openPlainDocuments(page: Page): Promise<void> {
  await page.setExtraHTTPHeaders({ purpose: 'prefetch' });
}
