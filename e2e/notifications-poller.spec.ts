import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

// Some of these tests stop the clock of their pages.
test.use({ hasOwnContext: true });

const PATH = '**/api/v2/playroom/payment/notification?*';

/**
 * Answers the poll with this many unconfirmed notifications, and records the requests and the sounds that were played.
 */
async function stub(
  page: Page,
  unconfirmedCount: number,
): Promise<{ sentRequests: URL[]; played: () => Promise<string[]> }> {
  const requests: URL[] = [];
  // The page requests the count at once when other tests change notifications (NT-4), so it gets no events.
  await page.route('**/events', () => new Promise<void>(() => undefined));
  // A guest of another test who asked for help rings with the same sound.
  await page.route('**/help-desk/raised', (route) => route.fulfill({ json: { items: [] } }));
  await page.route(PATH, async (route) => {
    requests.push(new URL(route.request().url()));
    await route.fulfill({ json: { total: 42, unconfirmedCount, items: [] } });
  });
  await page.addInitScript(() => {
    const played: string[] = [];
    Object.assign(window, { played });
    HTMLMediaElement.prototype.play = function play() {
      played.push(new URL(this.src, location.href).pathname);
      return Promise.resolve();
    };
  });
  return {
    sentRequests: requests,
    played: () => page.evaluate(() => (window as unknown as { played: string[] }).played),
  };
}

/** Waits for a request of the page, so that what it sent before has arrived at its route. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => fetch('/healthz').then((reply) => reply.text()));
}

test('the poller requests the count every 5000 ms with page 0 and limit 1', async ({ page, signIn }) => {
  await page.clock.install();
  const { sentRequests: requests } = await stub(page, 0);
  await signIn('admin');
  await page.goto('/dashboard');
  // On a slow machine there may be more than one request before the test looks.
  await expect.poll(() => requests.length).toBeGreaterThanOrEqual(1);
  expect(requests[0]?.search).toBe('?page=0&limit=1');
  await expect(page.getByTestId('notification-bell')).toBeVisible();
  // From here on only the test moves the clock, first to the moment of a poll.
  await page.clock.pauseAt(Date.now() + 30_000);
  await settle(page);
  const first = requests.length;
  for (; requests.length === first; await settle(page)) await page.clock.runFor(50);
  for (let round = 0; round < 3; round += 1) {
    const before = requests.length;
    await page.clock.runFor(4_900);
    await settle(page);
    expect(requests.length).toBe(before);
    const answered = page.waitForResponse(PATH);
    await page.clock.runFor(100);
    await answered;
    await settle(page);
    expect(requests.length).toBe(before + 1);
  }
});

test('the poller continues while the page is hidden, and sends no request on focus or reconnection', async ({
  page,
  signIn,
}) => {
  await page.clock.install();
  const { sentRequests: requests } = await stub(page, 0);
  await signIn('admin');
  await page.goto('/dashboard');
  await expect(page.getByTestId('notification-bell')).toBeVisible();
  await expect.poll(() => requests.length).toBeGreaterThanOrEqual(1);
  const become = (state: string) =>
    page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => next === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event(next === 'hidden' ? 'blur' : 'focus'));
    }, state);
  // From here on only the test moves the clock. A slow machine reaches this line seconds later, and time cannot go back.
  await page.clock.pauseAt(Date.now() + 30_000);
  await settle(page);
  await become('hidden');
  const first = requests.length;
  await page.clock.runFor(5_000);
  await expect.poll(() => requests.length).toBe(first + 1);
  await settle(page);
  await become('visible');
  await page.evaluate(() => {
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
  });
  await page.clock.runFor(1_000);
  await settle(page);
  expect(requests.length).toBe(first + 1);
});

test('the bell shows the number of unconfirmed notifications and leads to their lookup', async ({ page, signIn }) => {
  await stub(page, 3);
  await signIn('admin');
  await page.goto('/dashboard');
  await expect(page.getByTestId('unconfirmed-count')).toHaveText('3');
  await page.getByRole('link', { name: '확인할 결제 알림: 3' }).click();
  await expect(page).toHaveURL('/dashboard/admin/notification');
});

for (const who of ['admin', 'sub', 'care'] as const) {
  test(`a sound plays at each poll with unconfirmed notifications for ${who}`, inSweep(), async ({ page, signIn }) => {
    await page.clock.install();
    const { sentRequests: requests, played } = await stub(page, 2);
    await signIn(who);
    await page.goto('/dashboard');
    await expect.poll(async () => (await played())[0]).toBe('/sound/notification.mp3');
    await page.clock.runFor(5_000);
    // The clock also moves by itself, so a slow machine has polled more than twice.
    await expect.poll(() => requests.length).toBeGreaterThanOrEqual(2);
    await expect.poll(async () => requests.length - (await played()).length).toBe(0);
  });
}

test('no sound plays for a franchisee', inSweep(), async ({ page, signIn }) => {
  const { sentRequests: requests, played } = await stub(page, 2);
  await signIn('owner');
  await page.goto('/dashboard');
  await expect(page.getByTestId('unconfirmed-count')).toHaveText('2');
  expect(requests.length).toBeGreaterThan(0);
  expect(await played()).toEqual([]);
  await expect(page.getByTestId('notification-sound')).toHaveCount(0);
});

test('no sound plays when all notifications are confirmed', inSweep(), async ({ page, signIn }) => {
  await page.clock.install();
  const { sentRequests: requests, played } = await stub(page, 0);
  await signIn('admin');
  await page.goto('/dashboard');
  await expect(page.getByTestId('notification-bell')).toBeVisible();
  await page.clock.runFor(5_000);
  await expect.poll(() => requests.length).toBeGreaterThanOrEqual(2);
  expect(await played()).toEqual([]);
});

test('the notification sound can be muted for this tab', inSweep(), async ({ page, signIn }) => {
  await page.clock.install();
  const { sentRequests, played } = await stub(page, 1);
  await signIn('admin');
  await page.goto('/dashboard');
  await expect.poll(async () => (await played()).length).toBeGreaterThanOrEqual(1);
  await page.getByRole('button', { name: '알림음 끄기' }).click();
  await expect(page.getByRole('button', { name: '알림음 켜기' })).toBeVisible();
  const [before, requests] = [await played(), sentRequests.length];
  await page.clock.runFor(5_000);
  await expect.poll(() => sentRequests.length).toBeGreaterThan(requests);
  expect(await played()).toEqual(before);
  await expect(page.getByRole('button', { name: '알림음 켜기' })).toBeVisible();
});

test('a notification sound that cannot be played is only logged', inSweep(), async ({ page, signIn }) => {
  await stub(page, 1);
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () => Promise.reject(new Error('not allowed here'));
  });
  await signIn('admin');
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('notification sound could not be played'),
  );
  await page.goto('/dashboard');
  expect((await logged).type()).toBe('warning');
  await expect(page.getByTestId('unconfirmed-count')).toHaveText('1');
});

test('the notification sound is a file that a browser can play', async ({ page }) => {
  const reply = await page.request.get('/sound/notification.mp3');
  expect(reply.headers()['content-type']).toBe('audio/mpeg');
  expect((await reply.body()).length).toBeLessThan(12_000);
});

test('the server gives the same answer to both spellings of the notification path', async ({
  page,
  signIn,
  tokenOf,
  server,
}) => {
  const headers = { authorization: `Bearer ${await tokenOf('admin')}` };
  const ask = (spelling: string) =>
    fetch(`${server}/api/v2/playroom/${spelling}/notification?page=0&limit=1`, { headers }).then(
      (reply) => reply.json() as Promise<{ total: number; unconfirmedCount: number }>,
    );
  await signIn('admin');
  await page.goto('/dashboard');
  // A notification may arrive between two requests; after a repetition both agree.
  await expect(async () => {
    const [one, two] = await Promise.all([ask('payment'), ask('payments')]);
    expect(one.total).toBeGreaterThan(100);
    expect(two).toEqual(one);
    await expect(page.getByTestId('unconfirmed-count')).toHaveText(String(one.unconfirmedCount), { timeout: 1_000 });
  }).toPass();
});
