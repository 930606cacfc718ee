import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { withBookingDesk, type BookingDesk } from './support/booking-desk.ts';
import { fillForm, openForm, wholeDay } from './support/booking-form.ts';
import { expect, test } from './support/fixtures.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import type { Playroom } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 2);

/** The messages of a guest lead to the page on their phone, at any hour (MS-6, MS-11, MS-13). */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, hasOwnContext: true });

const WORDS = {
  kr: { message: '님', waiting: '결제 대기', by: '매장에서 취소했어요' },
  en: { message: 'eservation', waiting: 'Awaiting payment', by: 'Cancelled by the store' },
} as const;

const LINK = /https?:\/\/\S+/;

interface Received {
  readonly to: string;
  readonly body: string;
}

/** Waits for a message with a link to the phone that came after another one, and returns it. */
async function receive({ ask }: Playroom, { phone }: BookingDesk, before = ''): Promise<string> {
  let body = '';
  await expect(async () => {
    const { items } = await ask<{ items: Received[] }>('admin', 'GET', 'demo-inbox');
    const own = items.filter(({ to }) => to.replaceAll('-', '') === phone.replaceAll('-', ''));
    body = own.find((item) => LINK.test(item.body))?.body ?? '';
    expect(['', before]).not.toContain(body);
  }).toPass({ timeout: 30_000 });
  return body;
}

/** Opens the link of a message in another browser, as the phone does. */
async function openLink(page: Page, body: string): Promise<void> {
  const { pathname } = new URL(LINK.exec(body)?.[0] ?? '');
  await page.goto(pathname);
}

for (const { language, locale } of [
  { language: 'kr', locale: 'ko-KR' },
  { language: 'en', locale: 'en-US' },
] as const)
  test.describe(`in ${language}`, () => {
    test.use({ locale });

    test(
      `the messages of a hold and of its cancellation are in the language of the guest and open their page, ${language} (MS-11, MS-13)`,
      inSweep(),
      async ({ page, browser, playroom, server }) => {
        const words = WORDS[language];
        await withBookingDesk(playroom, server, async (desk) => {
          await openForm(page, desk, wholeDay(page));
          await fillForm(page, desk);
          await page.getByTestId('book').tap();
          await page.waitForURL(/\/g\/mjg_/);
          const held = await receive(playroom, desk);
          expect(held).toContain(desk.storeName);
          expect(held).toContain(words.message);
          const context = await browser.newContext({
            baseURL: server,
            locale,
            hasTouch: true,
            viewport: { width: 360, height: 740 },
          });
          try {
            const phone = await context.newPage();
            await openLink(phone, held);
            await expect(phone.getByTestId('when')).toContainText(words.waiting);
            await expect(phone.getByTestId('pay').getByRole('button')).toBeVisible();
            await expect(phone.getByTestId('refund-rules')).toBeVisible();
            expect(await violations(phone)).toEqual([]);
            expect(await phone.evaluate(findLayoutFaults)).toEqual([]);

            const { items } = await playroom.ask<{ items: { id: string; version: number }[] }>(
              'admin',
              'GET',
              `reservation?storeId=${desk.storeId}&limit=10`,
            );
            const [stay] = items;
            await playroom.ask('admin', 'POST', `reservation/${String(stay?.id)}/cancel`, { version: stay?.version });
            const cancelled = await receive(playroom, desk, held);
            expect(cancelled).toContain(words.message);
            await openLink(phone, cancelled);
            await expect(phone.getByTestId('ended-by')).toContainText(words.by);
            expect(await violations(phone)).toEqual([]);
          } finally {
            await context.close();
          }
        });
      },
    );
  });
