import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 8);

/**
 * Records in the page itself when the door's card first shows that it is open, so that the measurement does not include
 * the test.
 */
async function watchOpening(page: Page, doorName: string): Promise<void> {
  await page.evaluate((name) => {
    const card = [...document.querySelectorAll('[data-testid=door-card]')].find(
      (it) => it.querySelector('h3')?.textContent === name,
    );
    if (card === undefined) throw new Error(`There is no card of ${name}`);
    const seen = Object.assign(window, { openedAt: 0 });
    new MutationObserver(() => {
      const isOpen = card.querySelector('[data-testid=lock-state]')?.getAttribute('data-state') === 'UNLOCKED';
      if (isOpen && seen.openedAt === 0) seen.openedAt = performance.timeOrigin + performance.now();
    }).observe(card, { subtree: true, childList: true, attributes: true });
  }, doorName);
}

test('a second browser shows that a door opened within a second of the command', async ({ page, signIn, another }) => {
  await signIn('admin');
  const colleague = await another('owner');
  for (const each of [page, colleague]) {
    await each.goto('/dashboard/door');
    await expect(each.getByTestId('door-card').first()).toBeVisible();
  }
  const name = '2번 남산룸 문';
  const here = page.getByTestId('door-card').filter({ hasText: name }).first();
  const there = colleague.getByTestId('door-card').filter({ hasText: name }).first();
  await expect(there.getByTestId('lock-state')).toHaveText('잠김');
  await Promise.all([watchOpening(page, name), watchOpening(colleague, name)]);
  await here.getByRole('button', { name: `${name} 열기` }).click();
  await expect(there.getByTestId('command-steps').locator('[data-step=requested]')).toHaveAttribute(
    'data-state',
    'done',
  );
  await expect(there.getByTestId('door-outcome')).toContainText('문이 열렸어요.');
  await expect(here.getByTestId('door-outcome')).toContainText('문이 열렸어요.');
  // The lock reports its state independently of the outcome of the command, before or after it.
  const openedAt = async (of: Page): Promise<number> => {
    await of.waitForFunction(() => (window as unknown as { openedAt: number }).openedAt > 0);
    return of.evaluate(() => (window as unknown as { openedAt: number }).openedAt);
  };
  const [mine = 0, theirs = 0] = await Promise.all([page, colleague].map(openedAt));
  // The change came by the stream and not by a later poll. The limit is wide, because tests that run in parallel cannot
  // measure latency.
  expect(theirs - mine).toBeLessThan(8_000);
  await expect(there.getByText(/김본부 · \d{2}:\d{2}/)).toBeVisible();
});

test('a franchisee receives no events from other owners’ stores', inSweep(), async ({ page, signIn, another }) => {
  await signIn('owner2');
  const received: string[] = [];
  await page.addInitScript(() => {
    const plain = window.fetch;
    window.fetch = async (...input) => {
      const reply = await plain(...input);
      if (!new Request(...input).url.includes('/events')) return reply;
      const [one, two] = reply.body?.tee() ?? [];
      void two
        ?.pipeThrough(new TextDecoderStream())
        .pipeTo(new WritableStream({ write: (text) => console.info(`heard ${text}`) }))
        .catch(() => undefined);
      return new Response(one, reply);
    };
  });
  page.on('console', (message) => message.text().startsWith('heard ') && received.push(message.text()));
  await page.goto('/dashboard/door');
  await expect(page.getByTestId('door-card')).toHaveCount(13);
  const colleague = await another('admin');
  await colleague.goto('/dashboard/door');
  for (const [store, name] of [
    ['강남점', '3번 북악룸 문'],
    ['부산서면점', '3번 북악룸 문'],
  ] as const) {
    const section = colleague.getByRole('region', { name: store });
    const card = section.getByTestId('door-card').filter({ hasText: name });
    await card.getByRole('button', { name: `${name} 열기` }).click();
    await expect(card.getByTestId('door-outcome')).toContainText('문이 열렸어요.');
  }
  await expect.poll(() => received.filter((text) => text.includes('"action":"OPEN"')).length).toBeGreaterThan(0);
  const stores = new Set(received.flatMap((text) => [...text.matchAll(/"storeId":"([^"]+)"/g)].map((it) => it[1])));
  expect(stores.size).toBe(1);
});

test(
  'after an interruption the event stream resumes and the screen is up to date',
  inSweep(),
  async ({ page, signIn, context, another, expectError }) => {
    expectError(/ERR_INTERNET_DISCONNECTED|Failed to load/);
    await signIn('owner');
    await page.goto('/dashboard/door');
    const name = '4번 인왕룸 문';
    const card = page.getByTestId('door-card').filter({ hasText: name }).first();
    await expect(card.getByTestId('lock-state')).toHaveText('잠김');
    await context.setOffline(true);
    const colleague = await another('owner');
    await colleague.goto('/dashboard/door');
    const there = colleague.getByTestId('door-card').filter({ hasText: name }).first();
    await there.getByRole('button', { name: `${name} 열기` }).click();
    await expect(there.getByTestId('door-outcome')).toContainText('문이 열렸어요.');
    await context.setOffline(false);
    // A moment later the door locks itself again.
    await expect(card.getByTestId('door-outcome')).toContainText(/문이 (열렸|잠겼)어요\./);
  },
);
