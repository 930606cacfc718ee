import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { embeddedBrokerUrl, startKeypadLock } from '@munjigi/virtual-devices';
import { createDialog, fillGuest } from './support/board.ts';
import { findFreePort } from './support/dev-checkout.ts';
import { expect, test } from './support/fixtures.ts';
import { ANY_WIDTH, SECOND_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const guide = (page: Page) => page.getByTestId('setup-guide');
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Creates a store in the demo's chain, checks its guide only, and closes it afterwards. */
for (const [width, height] of [
  [390, 780],
  [1440, 900],
] as const) {
  test.describe(`at ${String(width)} px`, () => {
    test.use({ viewport: { width, height } });

    test(
      'a new store shows its setup guide, which leads to the place of each step and back',
      inSweep(width === 390 ? ANY_WIDTH : SECOND_WIDTH),
      async ({ page, playroom, signIn }) => {
        const name = `안내 ${String(width)} ${String(Date.now() % 100_000)}`;
        let store = await playroom.ask<{ id: string; version: number }>('admin', 'POST', 'store', {
          name,
          code: `guide-${String(width)}-${String(Date.now())}`,
        });
        try {
          await signIn('admin');
          await page.goto(`/dashboard?store=${store.id}`);
          await expect(guide(page).getByRole('heading', { name: `${name} 시작 안내` })).toBeVisible();
          await expect(guide(page).getByRole('listitem')).toHaveCount(8);
          expect(await isWide(page)).toBe(false);
          // The steps in another order: rooms before the opening hours.
          await guide(page).getByRole('link', { name: '룸 추가' }).click();
          await expect(page.getByTestId('setup-return')).toContainText('룸 추가');
          // The guide is a separate landmark, so that a screen reader finds it beside the page.
          await expect(
            page.getByRole('region').filter({ has: page.getByRole('link', { name: '시작 안내로' }) }),
          ).toContainText('룸 추가');
          expect(await isWide(page)).toBe(false);
          await playroom.ask('admin', 'POST', 'room', { storeId: store.id, name: '1번 룸', capacity: 4 });
          await page.getByTestId('setup-return').getByRole('link', { name: '시작 안내로' }).click();
          await page.goto(`/dashboard?store=${store.id}`);
          await expect(guide(page).locator('[data-step=ROOMS]')).toHaveAttribute('data-state', 'DONE');
          await expect(guide(page).locator('[data-step=STORE]')).toHaveAttribute('aria-current', 'step');
          await expect(page.getByTestId('setup-return')).toHaveCount(0);
        } finally {
          store = await playroom.ask('admin', 'GET', `store/${store.id}`);
          await playroom.ask('admin', 'POST', `store/${store.id}/close`, { version: store.version, reason: '시험 끝' });
        }
      },
    );
  });
}

test.describe('an empty chain', { tag: '@proof' }, () => {
  test.use({ hasOwnContext: true });
  // Each test starts its own server, so they run one after the other.
  test.describe.configure({ mode: 'serial' });

  for (const [width, height] of [
    [390, 780],
    [1440, 900],
  ] as const) {
    test(`in an empty chain the guide alone leads to a guest's code in a lock, at ${String(width)} px`, async ({
      page,
    }) => {
      test.setTimeout(300_000);
      // Shorter than the timeout of the test, so that the report names the failed step.
      page.setDefaultTimeout(30_000);
      await page.setViewportSize({ width, height });
      const chain = await startEmptyChain();
      const lock = await startLock(chain.mqttPort).catch(async (error: unknown) => {
        await chain.stop();
        throw error;
      });
      try {
        const startedAt = Date.now();
        let taps = 0;
        const tap = async (target: Locator) => {
          await target.click();
          taps += 1;
        };
        const back = async () => tap(page.getByTestId('setup-return').getByRole('link', { name: '시작 안내로' }));

        await page.goto(`${chain.url}/`);
        await page.getByLabel('이메일').fill(ADMIN.email);
        await page.getByLabel('비밀번호', { exact: true }).fill(ADMIN.password);
        await tap(page.getByRole('button', { name: '로그인' }));

        await tap(guide(page).getByRole('link', { name: '매장 추가' }));
        await tap(page.getByRole('main').getByRole('button', { name: '매장 추가' }).first());
        const store = page.getByRole('dialog', { name: '매장 추가' });
        await store.getByLabel(/매장 이름/).fill('성수점');
        await store.getByLabel(/매장 코드/).fill('seongsu');
        await store.getByLabel('영업시간').selectOption('ALL_DAY');
        await tap(store.getByRole('button', { name: '추가' }));
        await expect(store).toHaveCount(0);
        await back();

        await tap(guide(page).getByRole('link', { name: '룸 추가' }));
        await tap(page.getByRole('main').getByRole('button', { name: '룸 추가' }).first());
        const room = page.getByRole('dialog', { name: '룸 추가' });
        await room.getByLabel(/이름/).fill('1번 룸');
        await tap(room.getByRole('button', { name: '추가' }));
        await expect(room).toHaveCount(0);
        await back();

        await tap(guide(page).getByRole('link', { name: '출입문 연결' }));
        await tap(page.getByRole('main').getByRole('button', { name: '출입문 추가' }).first());
        const door = page.getByRole('dialog', { name: '출입문 추가' });
        await door.getByLabel('출입문 이름').fill('1번 룸 문');
        await door.getByRole('combobox', { name: /룸/ }).selectOption({ label: '1번 룸' });
        // The bridge's default topic below the store's prefix is under the advanced settings.
        await door.getByLabel('기기 이름').fill(lock.binding.friendlyName);
        await expect(door.getByLabel('base_topic')).toHaveValue(lock.binding.baseTopic);
        await tap(door.getByRole('button', { name: '추가' }));
        const added = page.getByRole('dialog', { name: '1번 룸 문 추가됨' });
        // A lock counts as offline until its first report.
        await expect(async () => {
          await added.getByRole('button', { name: '열기 테스트' }).click();
          await expect(added.getByTestId('test-result')).toContainText(/기기가 [\d,]+ ms 만에 응답했고/, {
            timeout: 3000,
          });
        }).toPass();
        taps += 1;
        await tap(added.getByRole('button', { name: '완료' }));
        await back();
        await expect(guide(page).locator('[data-step=DOORS]')).toHaveAttribute('data-state', 'DONE');

        await tap(guide(page).getByRole('link', { name: '요금 정하기' }));
        const prices = page.getByTestId('policy-editor');
        await prices.getByLabel('이름').fill('기본 요금');
        await tap(prices.getByRole('button', { name: '저장' }));
        await expect(prices).toHaveCount(0);
        await back();

        await tap(guide(page).getByRole('link', { name: '예약하기' }));
        await tap(page.getByRole('main').getByRole('button', { name: '새 예약' }).first());
        await fillGuest(page);
        await tap(createDialog(page).getByRole('button', { name: '예약하기' }));
        await expect(createDialog(page)).toBeHidden();
        await back();
        await expect(guide(page).locator('[data-step=RESERVATION]')).toHaveAttribute('data-state', 'DONE');

        await expect.poll(() => [...lock.codes.values()].some((it) => it.isEnabled), { timeout: 60_000 }).toBe(true);
        console.log(
          `first-run at ${String(width)} px: ${String(taps)} taps, ${((Date.now() - startedAt) / 60_000).toFixed(2)} minutes from sign-in to the guest's code in the lock, typing by machine`,
        );
        await expect(guide(page).getByText('8단계 중 5단계 완료')).toHaveCount(1);
        expect(taps).toBeLessThanOrEqual(24);
      } finally {
        // An open page would send requests to the stopped server.
        await page.goto('about:blank');
        await lock.stop();
        await chain.stop();
      }
    });
  }
});

const ADMIN = { email: 'first@example.test', password: 'of-a-newcomer-27-lamps' } as const;
const SECRET = 'of-the-first-run-test-and-of-nothing-else-00';
const ROOT = path.join(import.meta.dirname, '..');

const startLock = (mqttPort: number) =>
  startKeypadLock({
    url: embeddedBrokerUrl({ secret: SECRET, port: mqttPort, prefix: 'playroom/seongsu' }),
    baseTopic: 'playroom/seongsu/zigbee2mqtt',
    name: 'front',
    answerMs: 100,
  });

/**
 * Starts a second server on an empty folder, without the demo, and creates its first ADMIN with the command that the
 * server prints.
 */
async function startEmptyChain(): Promise<{ url: string; mqttPort: number; stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-first-'));
  // PostgreSQL may run as another user, which needs access to the folder.
  chmodSync(folder, 0o755);
  const [port, mqttPort] = [await findFreePort(), await findFreePort()];
  const env = {
    ...process.env,
    DATA_DIR: folder,
    PORT: String(port),
    HOST: '127.0.0.1',
    MQTT_PORT: String(mqttPort),
    EMBEDDED_BROKER_SECRET: SECRET,
    DEMO: '0',
    LOG_LEVEL: 'warn',
    REQUEST_LIMIT: '0',
    DATABASE_URL: '',
    MQTT_URL: '',
  };
  const server = spawn(process.execPath, ['apps/server/dist/main.js'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  server.stdout.on('data', (data: Buffer) => (printed += data.toString()));
  const stop = async () => {
    const end = ended(server);
    server.kill('SIGTERM');
    await end;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await expect.poll(() => printed, { timeout: 120_000 }).toContain('create-admin');
    expect(await createFirstAdmin(env)).toBe(0);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${String(port)}`, mqttPort, stop };
}

function createFirstAdmin(env: NodeJS.ProcessEnv): Promise<number | null> {
  const command = spawn(
    process.execPath,
    [
      'apps/server/dist/cli.js',
      'create-admin',
      '--email',
      ADMIN.email,
      '--name',
      '김처음',
      '--product',
      'playroom',
      '--product-name',
      '놀이방',
    ],
    { cwd: ROOT, env: { ...env, MUNJIGI_PASSWORD: ADMIN.password }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return ended(command);
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => void child.once('exit', (code) => resolve(code)));
}
