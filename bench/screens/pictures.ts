import path from 'node:path';
import { openPlayroom } from '../../e2e/support/playroom.ts';
import type { Who } from '../../e2e/support/people.ts';
import { startDemoServer } from '../support/demo-server.ts';
import { launchBrowser, signInAtDemo } from './first-visits.ts';

/** Draws the pictures of the README from a fresh demo, in Korean and dark, so that they show the present screens. */

const PICTURES = [
  { file: 'board', path: '/dashboard/reservation', ready: '[data-testid=board-row]' },
  { file: 'doors', path: '/dashboard/door', ready: '[data-testid=door-card]' },
] as const;

const docs = path.resolve(import.meta.dirname, '../../docs');
const server = await startDemoServer();
const browser = await launchBrowser();
try {
  const token = await signInAtDemo(server.url, 'owner');
  const playroom = await openPlayroom(server.url, (who: Who) => signInAtDemo(server.url, who));
  const context = await browser.newContext({
    locale: 'ko-KR',
    colorScheme: 'dark',
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await page.addInitScript({ content: `sessionStorage.setItem('jwt_access_token', ${JSON.stringify(token)})` });
  for (const { file, path: address, ready } of PICTURES) {
    await page.goto(`${server.url}${address}?store=${playroom.storeId}`);
    await page.locator(ready).first().waitFor();
    await page.evaluate('document.fonts.ready.then(() => true)');
    // States of doors arrive with the event stream.
    await page.waitForTimeout(3000);
    await page.screenshot({ path: path.join(docs, `${file}.png`) });
    console.log(`docs/${file}.png`);
  }
} finally {
  await browser.close();
  await server.stop();
}
