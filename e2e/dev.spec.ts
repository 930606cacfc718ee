import type { Page } from '@playwright/test';
import { startDevCheckout } from './support/dev-checkout.ts';
import { expect, test } from './support/fixtures.ts';
import { ANY_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);
/** `npm run proof -- dev` repeats the changes, and prints how long each took to be seen. */
const EDITS = Number(process.env['DEV_EDITS'] ?? 1);

/** A mark that a reload of the page would remove. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSamePage: true }));
const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window);

test.describe('npm run dev', () => {
  test.use({ hasOwnContext: true });
  // The first start prepares the packages for the browser and creates a database.
  test.setTimeout(300_000);

  test(
    'shows a change of the staff’s application, of each page of guests and of the server, and keeps the page',
    inSweep(ANY_WIDTH),
    async ({ context, page, expectError }) => {
      // The link and the store do not exist.
      expectError(/40[14]/);
      const dev = await startDevCheckout();
      try {
        const times = new Map<string, number[]>();
        const seen = async (what: string, change: () => void, isSeen: () => Promise<void>): Promise<void> => {
          const startedAt = performance.now();
          change();
          await isSeen();
          times.set(what, [...(times.get(what) ?? []), performance.now() - startedAt]);
        };
        const pages = {
          'staff’s application': {
            page,
            address: '/auth/jwt/sign-in',
            file: 'apps/admin/src/features/accounts/auth-layout.tsx',
            text: '<h1>{title}',
          },
          'page of a guest': {
            page: await context.newPage(),
            address: '/g/mjg_unknown',
            file: 'apps/guest/src/reservation/guest-app.tsx',
            text: "<p>{page === null ? text('title') : page.product.name}",
          },
          'page of a store': {
            page: await context.newPage(),
            address: '/b/playroom/01900000-0000-7000-8000-000000000000',
            file: 'apps/guest/src/book/booking-app.tsx',
            text: '<p>{store?.product.name ?? shownNames.product}',
          },
        };
        for (const [what, { page: opened, address, file, text }] of Object.entries(pages)) {
          await opened.goto(`${dev.url}${address}`);
          await expect(opened.locator('main:not([aria-busy=true]) h1')).toBeVisible();
          // The first start cuts the fonts, which keeps everything waiting for some seconds.
          await opened.waitForLoadState('networkidle');
          await mark(opened);
          let current = text;
          for (let count = 1; count <= EDITS; count += 1) {
            // The watcher takes changes of one file within 50 ms for one.
            if (count > 1) await opened.waitForTimeout(500);
            const changed = `${text} «${String(count)}»`;
            await seen(
              what,
              () => dev.edit(file, current, changed),
              () => expect(opened.locator('main')).toContainText(`«${String(count)}»`),
            );
            current = changed;
          }
          expect(await isSamePage(opened)).toBe(true);
        }
        let current = "status: 'alive'";
        for (let count = 1; count <= EDITS; count += 1) {
          // A developer takes longer than this from one change to the next; the next server loads its packages meanwhile.
          if (count > 1) await page.waitForTimeout(3000);
          const changed = `status: 'alive ${String(count)}'`;
          await seen(
            'server',
            () => dev.edit('apps/server/src/http/observability.ts', current, changed),
            () =>
              expect
                .poll(async () => (await fetch(`${dev.url}/healthz`)).json(), { intervals: [50] })
                .toMatchObject({ status: `alive ${String(count)}` }),
          );
          current = changed;
        }
        console.log([...times].map(([what, each]) => `${what}: ${each.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`));
      } finally {
        await dev.stop();
      }
    },
  );
});
