import type { Locator, Page } from '@playwright/test';
import { startVirtualLock, type VirtualLock } from '@munjigi/virtual-devices';
import { brokerOf } from './support/broker.ts';
import { expect, test } from './support/fixtures.ts';
import type { Playroom } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** Connects a lock that the demo does not know to the server's broker, in the store 강남점. */
async function newLock(server: string, name: string, moveMs = 300): Promise<VirtualLock> {
  return startVirtualLock({
    url: brokerOf(server),
    prefix: 'playroom/gangnam',
    name,
    label: `시험 ${name}`,
    form: 'bundle',
    moveMs,
    relockMs: 60_000,
  });
}
interface Scene {
  readonly page: Page;
  readonly playroom: Playroom;
  readonly server: string;
}
const cardOf = (page: Page, name: string): Locator =>
  page.getByTestId('door-card').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Announces a lock, makes it a door on the screen, passes both to `work`, and removes the lock afterwards. */
async function withDoor(
  { page, playroom, server }: Scene,
  name: string,
  work: (card: Locator, lock: VirtualLock) => Promise<void>,
  moveMs?: number,
): Promise<void> {
  // A room for this test only: a door without a room would be an entrance to every room of the store.
  const room = await playroom.addRoom(`문 시험룸 ${name}`);
  const lock = await newLock(server, name, moveMs);
  try {
    const row = page
      .getByTestId('discovered-locks')
      .getByRole('listitem')
      .filter({ hasText: `시험 ${name}` });
    await row.getByRole('button', { name: `시험 ${name} 등록` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('룸').selectOption(room.id);
    await dialog.getByRole('button', { name: '등록' }).click();
    await page
      .getByRole('dialog', { name: `시험 ${name} 추가됨` })
      .getByRole('button', { name: '완료' })
      .click();
    const card = cardOf(page, `시험 ${name}`);
    await expect(card.getByTestId('lock-state')).toHaveText('잠김');
    await expect(card.getByTestId('online-state')).toHaveText('온라인');
    await work(card, lock);
  } finally {
    await lock.stop();
  }
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard/door');
  await expect(page.getByTestId('door-card').first()).toBeVisible();
});

test('head office sees the doors of all stores, grouped by store', inSweep(), async ({ page }) => {
  await expect(page.getByRole('heading', { level: 2 })).toContainText(['강남점', '홍대점', '부산서면점']);
  expect(await page.getByTestId('door-card').count()).toBeGreaterThanOrEqual(29);
  const card = cardOf(page, '12번 우면룸 문');
  await expect(card.getByText('12번 우면룸', { exact: true })).toBeVisible();
});

test(
  'a door shows its lock, its leaf, its connection, its battery and when it was last seen',
  inSweep(),
  async ({ page, playroom, server }) => {
    await withDoor({ page, playroom, server }, 'whole', async (card, lock) => {
      await expect(card.getByText('문 시험룸 whole', { exact: true })).toBeVisible();
      lock.swing('OPEN');
      await expect(card.getByText('문 열려 있음')).toBeVisible();
      lock.swing('CLOSED');
      await expect(card.getByText('문 닫혀 있음')).toBeVisible();
      await expect(card.getByText('배터리 90%')).toBeVisible();
      await expect(card.getByText(/응답$/)).toBeVisible();
    });
  },
);

test(
  'a door that is offline says so in words, with the next step in place of its buttons',
  inSweep(),
  async ({ page }) => {
    const card = cardOf(page, '12번 우면룸 문');
    await expect(card.getByTestId('online-state')).toHaveText('기기 오프라인');
    await expect(card.getByTestId('cannot-open')).toHaveText('오프라인이라 열 수 없어요. 급하면 비상 열쇠를 쓰세요.');
    await expect(card.getByRole('button', { name: /열기|잠그기/ })).toHaveCount(0);
  },
);

test('opening and locking a door is shown step by step until the device has confirmed', async ({
  page,
  playroom,
  server,
}) => {
  await withDoor(
    { page, playroom, server },
    'steps',
    async (card, lock) => {
      lock.slow(1000);
      const step = (name: string) => card.getByTestId('command-steps').locator(`[data-step=${name}]`);
      await card.getByRole('button', { name: '시험 steps 열기' }).click();
      await expect(card.getByRole('button', { name: '시험 steps 열기' })).toHaveText('여는 중…');
      await expect(step('requested')).toHaveAttribute('data-state', /active|done/);
      await expect(step('sent')).toHaveAttribute('data-state', 'done');
      await expect(card.getByTestId('lock-state')).toHaveText('움직이는 중');
      await expect(step('done')).toHaveAttribute('data-state', 'done');
      await expect(card.getByTestId('door-outcome')).toContainText(/문이 열렸어요\. [\d,]+\s?ms/);
      await expect(card.getByTestId('lock-state')).toHaveText('잠금 풀림');
      await expect(card.getByText(/김본부 · \d{2}:\d{2}/)).toBeVisible();
      lock.slow(0);
      await card.getByRole('button', { name: '시험 steps 잠그기' }).click();
      await expect(card.getByTestId('door-outcome')).toContainText('문이 잠겼어요.');
      await expect(card.getByTestId('lock-state')).toHaveText('잠김');
      // Slow enough for a poll once a second to see the bolt move.
    },
    2500,
  );
});

test("a double tap on a door's button sends one command", inSweep(), async ({ page, playroom, server }) => {
  await withDoor({ page, playroom, server }, 'tap', async (card, lock) => {
    lock.slow(500);
    await card.getByRole('button', { name: '시험 tap 열기' }).dblclick();
    await expect(card.getByTestId('door-outcome')).toContainText('문이 열렸어요.');
    expect(lock.received.map(({ payload }) => payload)).toEqual(['UNLOCK']);
  });
});

test('a jammed lock shows the fault in plain words', inSweep(), async ({ page, playroom, server }) => {
  await withDoor({ page, playroom, server }, 'stuck', async (card, lock) => {
    lock.jammed(true);
    await card.getByRole('button', { name: '시험 stuck 열기' }).click();
    await expect(card.getByTestId('door-outcome')).toContainText('도어록이 걸려 움직이지 못했어요.');
    await expect(card.getByTestId('door-outcome')).toContainText('문을 살짝');
  });
});

test(
  'a lock that goes offline is shown as offline at once on an open screen',
  inSweep(),
  async ({ page, playroom, server }) => {
    await withDoor({ page, playroom, server }, 'away', async (card, lock) => {
      await lock.offline(true);
      await expect(card.getByTestId('online-state')).toHaveText('기기 오프라인');
      await lock.offline(false);
      await expect(card.getByTestId('online-state')).toHaveText('온라인');
    });
  },
);

test(
  'a lock that is turned at the door itself is shown without a request',
  inSweep(),
  async ({ page, playroom, server }) => {
    await withDoor({ page, playroom, server }, 'hand', async (card, lock) => {
      lock.turn('UNLOCKED');
      await expect(card.getByTestId('lock-state')).toHaveText('잠금 풀림');
      lock.swing('OPEN');
      await expect(card.getByText('문 열려 있음')).toBeVisible();
    });
  },
);

test('a discovered lock becomes a door with a name and a room', inSweep(), async ({ page, playroom, server }) => {
  // A room for this test only, because another test opens the only door of each room of the demo.
  const room = await playroom.addRoom('뒷문 시험룸');
  const lock = await newLock(server, 'found');
  try {
    const row = page.getByTestId('discovered-locks').getByRole('listitem').filter({ hasText: '시험 found' });
    await expect(row).toContainText('강남점');
    await row.getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: '출입문으로 등록' });
    await dialog.getByLabel('출입문 이름').fill('');
    await dialog.getByRole('button', { name: '등록' }).click();
    await expect(dialog.getByText('이름은 1–60자로 입력해 주세요.')).toBeVisible();
    await dialog.getByLabel('출입문 이름').fill('뒷문');
    await dialog.getByLabel('룸').selectOption(room.id);
    await dialog.getByRole('button', { name: '등록' }).click();
    await expect(page.getByText('뒷문 등록을 마쳤어요.')).toBeVisible();
    const added = page.getByRole('dialog', { name: '뒷문 추가됨' });
    await added.getByRole('button', { name: '열기 테스트' }).click();
    await expect(added.getByTestId('test-result')).toContainText(/기기가 [\d,]+ ms 만에 응답했고/);
    await added.getByRole('button', { name: '완료' }).click();
    await expect(row).toHaveCount(0);
    await expect(cardOf(page, '뒷문').getByText('뒷문 시험룸')).toBeVisible();
  } finally {
    await lock.stop();
  }
});

test(
  'when two people edit a door, the second one sees both versions and chooses',
  inSweep(),
  async ({ page, playroom, server, another, expectError }) => {
    expectError(/409/);
    await withDoor({ page, playroom, server }, 'edit', async (card) => {
      const colleague = await another('admin');
      await colleague.goto('/dashboard/door');
      await cardOf(colleague, '시험 edit').getByRole('button', { name: '시험 edit 설정' }).click();
      await card.getByRole('button', { name: '시험 edit 설정' }).click();
      await page.getByRole('dialog').getByLabel('열림 유지 시간').fill('601');
      await page.getByRole('dialog').getByRole('button', { name: '저장' }).click();
      await expect(page.getByText('1에서 600 사이의 숫자를 입력해 주세요.')).toBeVisible();
      await page.getByRole('dialog').getByLabel('열림 유지 시간').fill('11');
      await page.getByRole('dialog').getByRole('button', { name: '저장' }).click();
      await expect(page.getByText('저장했어요.')).toBeVisible();
      await colleague.getByLabel('열림 유지 시간').fill('22');
      await colleague.getByRole('button', { name: '저장' }).click();
      const stale = colleague.getByTestId('stale-door');
      await expect(stale).toContainText('11초');
      await expect(stale).toContainText('22초');
      await colleague.getByRole('button', { name: '내 값으로 저장' }).click();
      await expect(colleague.getByText('저장했어요.')).toBeVisible();
    });
  },
);

test('the search and the view of the doors are in the address', inSweep(), async ({ page }) => {
  await page.getByLabel('이름이나 룸으로 찾기').fill('우면');
  await expect(page.getByTestId('door-card')).toHaveCount(1);
  await page.getByLabel('보기', { exact: true }).selectOption('attention');
  await expect(page).toHaveURL(/q=.+&show=attention/);
  await page.reload();
  await expect(page.getByTestId('door-card')).toHaveCount(1);
  await page.getByLabel('이름이나 룸으로 찾기').fill('없는 문');
  await expect(page.getByText('조건에 맞는 문이 없어요')).toBeVisible();
  await page.getByRole('button', { name: '조건 지우기' }).click();
  await expect(page).toHaveURL('/dashboard/door');
});

test(
  'doors that cannot be read show the reason and are read again on request',
  inSweep(),
  async ({ page, expectError }) => {
    expectError(/500/);
    const failing = { requests: 0 };
    await page.route(/\/api\/v2\/playroom\/door\?/, (route) => {
      failing.requests += 1;
      return route.fulfill({
        status: 500,
        json: { type: 'x', title: 'x', status: 500, code: 'INTERNAL', requestId: 'the-request', instance: '/' },
      });
    });
    await page.reload();
    await expect(page.getByTestId('error-state')).toContainText('서버에 문제가 생겼어요.');
    await expect(page.getByTestId('error-state')).toContainText('the-request');
    const { requests } = failing;
    await page.getByRole('button', { name: '다시 시도' }).click();
    await expect.poll(() => failing.requests).toBeGreaterThan(requests);
    await expect(page.getByTestId('error-state')).toBeVisible();
    await page.unrouteAll();
    // The screen may already have read the doors again.
    const retryButton = page.getByRole('button', { name: '다시 시도' });
    await expect(async () => {
      if (await retryButton.isVisible()) await retryButton.click({ timeout: 1_000 });
      await expect(page.getByTestId('door-card').first()).toBeVisible({ timeout: 1_000 });
    }).toPass();
  },
);
