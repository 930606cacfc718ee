import type { Emergency } from '@munjigi/contract';
import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { PASSWORD } from './support/people.ts';
import { ANY_WIDTH, SECOND_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** The demo's second chain: a lockdown in the first one would lock the doors that other tests open. */
const PRODUCT = 'studyroom';

// These tests lock down the same store.
test.describe.configure({ mode: 'serial' });
// The shared browser contexts belong to people of the first chain.
test.use({ hasOwnContext: true });

interface Chain {
  readonly token: string;
  readonly storeId: string;
  start(kind: Emergency['kind']): Promise<Emergency>;
  end(emergency: Pick<Emergency, 'id'>): Promise<void>;
  endAll(): Promise<void>;
}

async function openChain(server: string): Promise<Chain> {
  const ask = async <T>(method: string, path: string, body?: unknown, token?: string): Promise<T> => {
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const reply = await fetch(`${server}/api/v2/${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as T;
  };
  const { accessToken: token } = await ask<{ accessToken: string }>('POST', 'auth/login', {
    email: 'admin@study.test',
    password: PASSWORD,
  });
  const stores = await ask<{ items: { id: string; name: string }[] }>('GET', `${PRODUCT}/store`, undefined, token);
  const storeId = stores.items.find(({ name }) => name === '신촌점')?.id ?? '';
  const end = async ({ id }: Pick<Emergency, 'id'>) =>
    void (await ask('POST', `${PRODUCT}/door/emergency/${id}/end`, {}, token));
  return {
    token,
    storeId,
    end,
    start: (kind) => ask('POST', `${PRODUCT}/door/emergency`, { storeId, kind, reason: '훈련' }, token),
    endAll: async () => {
      const { items } = await ask<{ items: Emergency[] }>('GET', `${PRODUCT}/door/emergency`, undefined, token);
      for (const emergency of items) if (emergency.endedAt === null) await end(emergency);
    },
  };
}

let chain: Chain;
test.beforeEach(async ({ context, server, tokenOf }) => {
  // Waits until the demo is complete.
  await tokenOf('admin');
  chain = await openChain(server);
  await chain.endAll();
  await signInAs(context, chain.token);
});
test.afterEach(() => chain.endAll());

async function signInAs(context: BrowserContext, token: string): Promise<void> {
  await context.addInitScript((kept) => {
    if (window.origin !== 'null') sessionStorage.setItem('jwt_access_token', kept);
  }, token);
}

const bar = (page: Page) => page.getByTestId('emergency-bar');
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

for (const { width, height, lng, title, since, release, releaseOne } of [
  {
    width: 1440,
    height: 900,
    lng: 'kr',
    title: '신촌점 출입 통제 중',
    since: /한관리 · .+부터 · 훈련/,
    release: '신촌점 출입 통제 해제',
    releaseOne: '출입 통제 해제',
  },
  {
    width: 390,
    height: 844,
    lng: 'en',
    title: '신촌점 is locked down',
    since: /한관리 · since .+ · 훈련/,
    release: '신촌점 Lift the lockdown',
    releaseOne: 'Lift the lockdown',
  },
]) {
  test(
    `during a lockdown every screen shows a bar and no Open button, at ${width} px (${lng})`,
    inSweep(width === 1440 ? ANY_WIDTH : SECOND_WIDTH),
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(`/dashboard?lng=${lng}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByTestId('door-line').first().getByRole('button')).toBeVisible();
      await expect(bar(page)).toHaveCount(0);

      await chain.start('LOCKDOWN');
      await expect(bar(page)).toContainText(title);
      await expect(bar(page)).toContainText(since);
      // The doors of the overview.
      await expect(page.getByTestId('door-line').first().getByTestId('cannot-open')).toBeVisible();
      await expect(page.getByTestId('door-line').getByRole('button')).toHaveCount(0);
      // The room cards of the overview.
      await expect(page.getByTestId('room-openers').first().getByTestId('cannot-open').first()).toBeVisible();
      await expect(page.getByTestId('room-openers').getByRole('button')).toHaveCount(0);
      await expectAccessible(page, { what: 'the bar on the overview' });

      for (const path of [
        '/dashboard/reservation',
        '/dashboard/room',
        '/dashboard/store',
        '/dashboard/statistics',
        '/dashboard/support',
        '/dashboard/system/users',
      ]) {
        await page.goto(path);
        await expect(bar(page)).toContainText(title);
        expect(await isWide(page)).toBe(false);
      }

      await page.goto('/dashboard/door');
      const card = page.getByTestId('door-card');
      await expect(card.first().getByTestId('cannot-open')).toBeVisible();
      expect(await card.getByTestId('cannot-open').count()).toBe(await card.count());

      // The release button of the bar is on every screen.
      await page.goto('/dashboard/reservation');
      await bar(page).getByRole('button', { name: release }).click();
      await page.getByRole('dialog').getByRole('button', { name: releaseOne }).click();
      await expect(bar(page)).toHaveCount(0);
    },
  );
}

test(
  'a door chosen in the command palette says why it cannot be opened during a lockdown',
  inSweep(),
  async ({ page }) => {
    await chain.start('LOCKDOWN');
    await page.goto('/dashboard/store');
    await expect(bar(page)).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByTestId('command-palette');
    await palette.getByRole('combobox').fill('문');
    await palette.getByTestId('palette-door').first().click();
    await expect(palette.getByTestId('cannot-open')).toHaveText('출입 통제 중이라 열 수 없어요');
    await expect(palette.getByTestId('door-line').getByRole('button')).toHaveCount(0);
  },
);

test(
  'when a lockdown ends while the event stream is interrupted, the bar disappears after the reconnection',
  inSweep(),
  async ({ page, expectError }) => {
    expectError(/ERR_FAILED|Failed to load/);
    const lockdown = await chain.start('LOCKDOWN');
    await page.route('**/events', (route) => route.abort());
    await page.goto('/dashboard');
    await expect(bar(page)).toBeVisible();
    await chain.end(lockdown);
    await page.unroute('**/events');
    await expect(bar(page)).toHaveCount(0);
  },
);

test(
  'a lockdown says before its confirmation and afterwards what it stops, and what it cannot (DR-8)',
  inSweep(),
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/dashboard/door');
    await expect(page.getByTestId('door-card').first()).toBeVisible();
    await page.getByRole('button', { name: '비상' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /출입 통제/ }).click();
    await dialog.getByRole('textbox').fill('훈련');
    await dialog.getByRole('button', { name: '다음' }).click();
    const before = dialog.getByTestId('keypads-before');
    await expect(before).toContainText('손님 코드와 예비 코드도 모두 멈춰요.');
    await expect(before).toContainText('도어록에 직접 등록한 번호·카드와 열쇠는 여기서 막을 수 없어요.');
    await expectAccessible(page, { what: 'the confirmation of a lockdown', within: '[role=dialog]' });
    await dialog.getByRole('button', { name: '출입 통제' }).click();
    await expect(bar(page)).toContainText('출입 통제 중');
    await expect(page.getByTestId('emergency-progress')).toContainText(/(\d+)개 중 \1개 완료/);
    await expect(page.getByTestId('open-keypads')).toHaveCount(0);
  },
);

test('a fire release is one button and one confirmation, without typed text', ANY_WIDTH, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/door');
  await expect(page.getByTestId('door-card').first()).toBeVisible();
  await page.getByRole('button', { name: '비상' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button').first()).toHaveText(/화재 개방/);
  await expectAccessible(page, { what: 'the emergency dialog', within: '[role=dialog]' });
  await dialog.getByRole('button', { name: '화재 개방' }).click();
  await dialog.getByRole('button', { name: '화재 개방' }).click();
  await expect(bar(page)).toContainText('신촌점 화재 개방 중');
  await expect(bar(page)).toContainText('화재 대피');
  await expect(page.getByTestId('door-card').first().getByTestId('cannot-open')).toHaveText(
    '화재 개방 중이라 열려 있어요',
  );
});
