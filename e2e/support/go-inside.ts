import type { Page } from '@playwright/test';

/**
 * Opens a screen by the router, as a link inside the application does, which costs a tenth of loading the page. Loads
 * the page if no page is open.
 */
export async function goInside(page: Page, address: string): Promise<void> {
  if (page.url() === 'about:blank' || page.url().endsWith('/empty-page')) return void (await page.goto(address));
  await page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}
