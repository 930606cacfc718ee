import type { Browser, Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { withGuest } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { issueLink } from './support/guest-link.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { dayFromNow } from './support/playroom.ts';

/** A guest shares a link with a friend, who opens the door and cannot do more (GT-21 to GT-24). */
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  locale: 'ko-KR',
  timezoneId: 'Asia/Seoul',
} as const;
test.use({ ...PHONE, hasOwnContext: true });

/** Opens the panel of the guest, creates a link and returns its address. */
async function share(page: Page): Promise<string> {
  await page.getByTestId('manage').getByRole('button', { name: '함께 오는 분께 공유' }).tap();
  const panel = page.getByTestId('share-panel');
  await expect(panel).toContainText('취소도 할 수 있어요');
  const created = page.waitForResponse(
    (reply) => reply.url().endsWith('/guest/companion') && reply.request().method() === 'POST',
  );
  await panel.getByRole('button', { name: '링크 만들어 보내기' }).tap();
  const { path } = (await (await created).json()) as { readonly path: string };
  expect(path).toMatch(/^\/g\/mjc_[\w-]{43}$/);
  await expect(panel.getByTestId('companion-link')).toHaveCount(1);
  await expectGoodScreen(page);
  return path;
}

async function expectGoodScreen(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(findLayoutFaults)).toEqual([]);
}

async function withFriend(browser: Browser, link: string, work: (friend: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext(PHONE);
  try {
    const friend = await context.newPage();
    await friend.goto(link);
    await work(friend);
  } finally {
    await context.close();
  }
}

test('a friend opens the door with the link that the guest shared, can do nothing else, and loses it when the guest revokes it', async ({
  page,
  browser,
  playroom,
  server,
  expectError,
}) => {
  expectError(/status of 401/);
  await withGuest(playroom, server, 0, async ({ guest, lock, doorName }) => {
    await page.goto(await issueLink(playroom, guest.id));
    await page.reload();
    await withFriend(browser, await share(page), async (friend) => {
      await expect(friend).toHaveTitle('출입 안내');
      await expect(friend.getByTestId('when')).toContainText('예약하신 분이 공유한 링크');
      const door = friend.getByTestId('door').filter({ hasText: doorName });
      const open = door.getByRole('button');
      await open.tap();
      await expect(open).toContainText('한 번 더 누르면 열려요');
      await open.tap();
      await expect(door.getByTestId('door-result')).toContainText('밀거나 당겨');
      expect(lock.openings()).toBe(1);
      // The code of the keypad, as soon as the lock has acknowledged it.
      await expect(friend.getByTestId('codes').locator('.digits')).toBeVisible({ timeout: 20_000 });
      await expectGoodScreen(friend);
      for (const part of ['manage', 'pay', 'rating', 'cancel-panel', 'share-panel'])
        await expect(friend.getByTestId(part)).toHaveCount(0);
      await expect(friend.getByRole('button', { name: /취소|결제|공유|알림 설정/ })).toHaveCount(0);
      const words = await friend.locator('main').innerText();
      const { code } = await playroom.read(guest.id);
      expect(words).not.toMatch(/문앞손님|원\b|010-0000/);
      expect(words).not.toContain(code);
      await friend.reload();
      await expect(friend.getByTestId('doors')).toBeVisible();
      // The request of the friend reaches the help desk as theirs.
      await friend.getByRole('button', { name: '들어갈 수 없어요' }).tap();
      await expect(friend.getByTestId('help-state')).toBeVisible();
      // A use of the friend's does not make the link of the guest a shared one.
      const row = page.getByTestId('companion-link');
      await row.getByRole('button', { name: '폐기' }).tap();
      await expectGoodScreen(page);
      await row.getByRole('button', { name: '링크 폐기하기' }).tap();
      await expect(row).toHaveCount(0);
      await expect(friend.getByTestId('invalid-link')).toContainText('사용이 끝난 링크');
      await expectGoodScreen(friend);
      expect(lock.openings()).toBe(1);
    });
  });
});

test('the page of a friend says that the guest has cancelled, and has no door any more', async ({
  page,
  browser,
  playroom,
}) => {
  const room = await playroom.addRoom(`일행과 취소 ${Date.now()}`);
  const stay = await playroom.book(room, dayFromNow(26), '10:00', '12:00');
  await page.goto(await issueLink(playroom, stay.id));
  await page.reload();
  await withFriend(browser, await share(page), async (friend) => {
    await expect(friend.getByTestId('when')).toContainText('예약 확정');
    await expectGoodScreen(friend);
    await page.getByTestId('manage').getByRole('button', { name: '예약 취소' }).tap();
    await page
      .getByTestId('cancel-panel')
      .getByRole('button', { name: /^예약 취소하기$/ })
      .tap();
    await expect(page.getByTestId('cancelled')).toBeVisible();
    await expect(friend.getByTestId('ended-by')).toContainText('이용할 수 없게 된 예약');
    await expect(friend.getByTestId('door')).toHaveCount(0);
    await expectGoodScreen(friend);
    await friend.getByRole('button', { name: 'English' }).tap();
    await expect(friend.getByTestId('ended-by')).toContainText('no longer opens the door');
    await expectGoodScreen(friend);
  });
});
