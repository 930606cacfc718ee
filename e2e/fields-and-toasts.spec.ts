import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { goInside } from './support/go-inside.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { at, dayFromNow } from './support/playroom.ts';
import { ANY_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** Fields, buttons and labels are never reformatted, covered or broken into lines (issue 14, point 17). */

/** Whether a touch at the middle of the element reaches it. */
const isReachable = (target: Locator) =>
  target.evaluate((it) => {
    const box = it.getBoundingClientRect();
    const above = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return above !== null && (it.contains(above) || above.contains(it));
  });

const headerButtons = (page: Page) => page.locator('.header').locator('a:visible, button:visible, select:visible');

/** Opens the dialog of a new policy in the third store of the demo, whose only owner has no right to other stores. */
async function openNewPolicy(page: Page): Promise<Locator> {
  await page.goto('/dashboard/store?tab=prices');
  await page.getByRole('button', { name: '정책 추가' }).click();
  return page.getByTestId('policy-editor');
}

test('a time of day is typed without a colon and shown as HH:mm', inSweep(ANY_WIDTH), async ({ page, signIn }) => {
  await signIn('owner2');
  const start = (await openNewPolicy(page)).getByLabel('시작 시각');
  await start.fill('1830');
  await start.press('Tab');
  await expect(start).toHaveValue('18:30');
});

test(
  'on the screens about money amounts stay on one line, and nothing is cut or covered',
  inSweep(ANY_WIDTH),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    for (const [address, heading] of [
      ['/dashboard/statistics', '매출 정산'],
      ['/dashboard/statistics/settlement', '정산서'],
      ['/dashboard/deposit', '입금 확인'],
    ] as const) {
      await goInside(page, `${address}?store=${playroom.storeId}`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      await expect(async () => expect(await page.evaluate(findLayoutFaults), address).toEqual([])).toPass();
    }
  },
);

test(
  'a toast with a button covers no button of the header and takes no touch beside its button',
  inSweep(ANY_WIDTH),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    const room = await playroom.addRoom(`토스트 ${String(page.viewportSize()?.width)} ${Date.now().toString(36)}`);
    const block = await playroom.ask<{ id: string }>('owner', 'POST', 'reservation', {
      kind: 'BLOCK',
      roomId: room.id,
      startsAt: at(dayFromNow(41), '10:00'),
      endsAt: at(dayFromNow(41), '11:00'),
      blockReason: 'REPAIR',
    });
    await page.goto(`/dashboard/reservation?store=${playroom.storeId}&date=${dayFromNow(41)}&reservation=${block.id}`);
    const drawer = page.getByRole('dialog', { name: '예약 상세' });
    await drawer.getByRole('button', { name: '옮기기', exact: true }).click();
    await drawer.getByLabel('시작', { exact: true }).selectOption({ label: '12:00' });
    await drawer.getByRole('button', { name: '옮기기', exact: true }).last().click();
    const toast = page.locator('[data-sonner-toast]').filter({ has: page.getByRole('button', { name: '되돌리기' }) });
    await expect(toast).toBeVisible();
    await expect(toast).toHaveCSS('pointer-events', 'none');
    await expect(toast.getByRole('button', { name: '되돌리기' })).toHaveCSS('pointer-events', 'auto');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    for (const button of await headerButtons(page).all())
      expect(await isReachable(button), (await button.getAttribute('aria-label')) ?? '').toBe(true);
  },
);

test(
  'a sticky footer never covers the field that has the keyboard focus',
  inSweep(ANY_WIDTH),
  async ({ page, signIn }) => {
    await signIn('owner2');
    const editor = await openNewPolicy(page);
    await editor.getByLabel('이름').focus();
    const covered: string[] = [];
    for (let count = 0; count < 40; count += 1) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      if ((await editor.locator(':focus').count()) === 0) break;
      await expect
        .poll(
          async () => (await isReachable(focused)) || focused.evaluate((it) => it.getBoundingClientRect().height < 2),
        )
        .toBe(true)
        .catch(async () => covered.push((await focused.evaluate((it) => it.outerHTML)).slice(0, 120)));
    }
    expect(covered).toEqual([]);
  },
);

test('a new price policy takes effect without a typed priority', inSweep(ANY_WIDTH), async ({ page, signIn }) => {
  await signIn('owner2');
  const editor = await openNewPolicy(page);
  const cell = page.getByTestId('price-week').locator('td[aria-label^="화요일 10:00 "]');
  await editor.getByLabel('이름').fill('바로 적용');
  await editor.getByLabel('시작 시각').fill('09:00');
  await editor.getByLabel('종료 시각').fill('11:00');
  await editor.getByLabel('금액').fill('2500');
  await expect(cell).toHaveAttribute('aria-label', /바로 적용/);
});

test(
  'content that cannot be read while offline says so in place of a skeleton',
  inSweep(ANY_WIDTH),
  async ({ page, context, playroom, signIn, expectError }) => {
    expectError(/ERR_INTERNET_DISCONNECTED|Failed to load|Failed to fetch/);
    await signIn('owner');
    await page.goto(`/dashboard/reservation?store=${playroom.storeId}&date=${dayFromNow(40)}`);
    await expect(page.getByTestId('board-row').first()).toBeVisible();
    await context.setOffline(true);
    await goInside(page, `/dashboard/reservation?store=${playroom.storeId}&date=${dayFromNow(90)}`);
    await expect(page.locator('main').getByRole('button', { name: '다시 시도' })).toBeVisible();
    await context.setOffline(false);
    // The screen reads it again without an action of the user.
    await expect(page.getByTestId('board-row').first()).toBeVisible();
  },
);

test(
  'the dialog of a payment provider says where to find its key and which webhook address to enter',
  inSweep(ANY_WIDTH),
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/dashboard/system/webhooks');
    await page
      .getByRole('button', { name: /^(연결하기|변경)$/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(/키는 .*(developers\.tosspayments\.com|admin\.portone\.io)/);
    await expect(dialog.getByLabel('웹훅 주소')).toHaveValue(/^https?:\/\/.+\/(toss|portone)/i);
  },
);
