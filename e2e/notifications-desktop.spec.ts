import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

// Some of these tests have the permission to show notifications.
test.use({ hasOwnContext: true });

/** Answers the poll for notifications with counts that the test may change. */
async function answerPolls(page: Page, counts: { total: number; unconfirmedCount: number }): Promise<void> {
  await page.route('**/api/v2/playroom/payment/notification?page=0&limit=1', (route) =>
    route.fulfill({ json: { ...counts, items: [] } }),
  );
}

/** How often the page asks for the count. */
const POLL_MS = 5_000;

/** Moves the clock of the page on to its next poll. The test has installed the clock. */
const nextPoll = (page: Page) => page.clock.runFor(POLL_MS);

/** Records the desktop notifications in the page, where the test can read them. */
async function noteNotices(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const notices: string[] = [];
    const Plain = window.Notification;
    class RecordedNotification extends Plain {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        notices.push(`${title} / ${options?.body ?? ''}`);
        Object.assign(window, { lastNotice: this });
      }
    }
    Object.assign(window, { notices, Notification: RecordedNotification });
  });
  return () => page.evaluate(() => (window as unknown as { notices: string[] }).notices);
}

const become = (page: Page, state: string) =>
  page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test(
  'the page title begins with the count of notifications on every screen, and is plain when the count is zero',
  inSweep(),
  async ({ page, signIn }) => {
    await page.clock.install();
    const counts = { total: 42, unconfirmedCount: 3 };
    await answerPolls(page, counts);
    await signIn('admin');
    await page.goto('/dashboard');
    await expect(page).toHaveTitle('(3) 대시보드 · Munjigi');
    await page.getByTestId('notification-bell').click();
    await expect(page).toHaveTitle('(3) 결제 알림 조회 · Munjigi');
    counts.unconfirmedCount = 0;
    await nextPoll(page);
    await expect(page).toHaveTitle('결제 알림 조회 · Munjigi');
    await page.goto('/dashboard/admin/device-history');
    await expect(page).toHaveTitle('기기 제어 조회 · Munjigi');
  },
);

test(
  'desktop notifications appear only after the person switched them on, and only while the tab is hidden',
  inSweep({ tag: '@notifying' }),
  async ({ page, context, signIn }) => {
    await context.grantPermissions(['notifications']);
    await page.clock.install();
    const counts = { total: 42, unconfirmedCount: 1 };
    await answerPolls(page, counts);
    const notices = await noteNotices(page);
    await signIn('admin');
    await page.goto('/dashboard/admin/notification');
    const toggle = page.getByRole('switch', { name: '이 컴퓨터에 새 알림 띄우기' });
    await expect(toggle).not.toBeChecked();
    await toggle.check();
    await page.goto('/dashboard/admin/device-history');
    await expect(page).toHaveTitle(/^\(1\)/);
    Object.assign(counts, { total: 43, unconfirmedCount: 2 });
    await nextPoll(page);
    await expect(page).toHaveTitle(/^\(2\)/);
    expect(await notices()).toEqual([]);
    await become(page, 'hidden');
    Object.assign(counts, { total: 46, unconfirmedCount: 5 });
    await nextPoll(page);
    await expect.poll(notices).toEqual(['새 결제 알림 3건 / 확인할 알림이 5건 있어요.']);
    await page.evaluate(() =>
      (window as unknown as { lastNotice: EventTarget }).lastNotice.dispatchEvent(new Event('click')),
    );
    await expect(page).toHaveURL('/dashboard/admin/notification');
    // The choice is stored and can be switched off.
    await expect(toggle).toBeChecked();
    await toggle.uncheck();
    await become(page, 'hidden');
    Object.assign(counts, { total: 47, unconfirmedCount: 6 });
    await nextPoll(page);
    await expect(page).toHaveTitle(/^\(6\)/);
    expect(await notices()).toHaveLength(1);
  },
);

test('a browser that denies notifications gets an explanation', async ({ page, signIn }) => {
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await signIn('admin');
  await page.goto('/dashboard/admin/notification');
  await expect(page.getByRole('switch', { name: '이 컴퓨터에 새 알림 띄우기' })).toBeDisabled();
  await expect(page.getByText('브라우저가 알림을 막고 있어요.')).toBeVisible();
});
