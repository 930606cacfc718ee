import type { Page } from '@playwright/test';
import { startVirtualRoom, startVirtualShelly, startVirtualTasmota } from '@munjigi/virtual-devices';
import { brokerOf } from './support/broker.ts';
import { expect, test } from './support/fixtures.ts';
import { ANY_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** A person connects devices and doors manually on a phone; each has a virtual device that answers (DR-4). */

test.use({ viewport: { width: 360, height: 740 } });

const PREFIX = 'playroom/gangnam';
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test(
  'a relay is added by its topics, switched, renamed and removed from its room',
  inSweep(ANY_WIDTH),
  async ({ page, server, playroom, signIn, expectError }) => {
    expectError(/status of 400/);
    await signIn('owner');
    const room = await playroom.addRoom('연결 시험룸');
    const twin = await startVirtualShelly({ url: brokerOf(server), prefix: PREFIX, name: 'e2e-fan' });
    try {
      await page.goto(`/dashboard/room/${room.id}`);
      await page.getByRole('button', { name: '기기 추가' }).click();
      const dialog = page.getByRole('dialog', { name: '연결 시험룸에 기기 추가' });
      await dialog.getByRole('tab', { name: '직접 연결' }).click();
      await dialog.getByLabel('이름', { exact: false }).first().fill('환풍기');
      const topic = dialog.getByLabel('MQTT prefix');
      await expect(topic).toHaveValue(`${PREFIX}/`);
      await topic.fill('playroom/hongdae/e2e-fan');
      await dialog.getByRole('button', { name: '추가' }).click();
      await expect(topic).toHaveAccessibleDescription('이 매장의 MQTT prefix 아래 토픽이 아니에요.');
      await topic.fill(twin.topicPrefix);
      await expect(dialog.getByTestId('told-topics')).toContainText(`${twin.topicPrefix}/rpc`);
      expect(await isWide(page)).toBe(false);
      await dialog.getByRole('button', { name: '추가' }).click();
      await expect(page.getByText('환풍기 추가를 마쳤어요.')).toBeVisible();

      const row = page.getByTestId('room-device').filter({ hasText: '환풍기' });
      await expect(row).toContainText('꺼짐');
      await row.getByRole('switch', { name: '환풍기' }).click();
      await expect(row).toContainText('켜짐');
      expect(twin.output()).toBe(true);

      await row.getByRole('button', { name: '환풍기 설정' }).click();
      const settings = page.getByRole('dialog', { name: '기기 설정' });
      await expect(settings.getByLabel('MQTT prefix')).toHaveValue(twin.topicPrefix);
      await settings.getByLabel('이름', { exact: false }).first().fill('천장 환풍기');
      await settings.getByRole('button', { name: '저장' }).click();
      const renamed = page.getByTestId('room-device').filter({ hasText: '천장 환풍기' });
      await expect(renamed).toContainText('켜짐');

      await renamed.getByRole('button', { name: '천장 환풍기 설정' }).click();
      await settings.getByRole('button', { name: '룸에서 빼기' }).click();
      await page
        .getByRole('dialog', { name: /뺄까요/ })
        .getByRole('button', { name: '빼기' })
        .click();
      await expect(page.getByText('아직 이 룸에 기기가 없어요.')).toBeVisible();
      expect(await isWide(page)).toBe(false);
    } finally {
      await twin.stop();
    }
  },
);

test(
  'a tap on the button that adds a device is answered at once, and its tabs work before the devices are read',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    const room = await playroom.addRoom('느린 시험룸');
    let [passCode, passDevices] = [() => {}, () => {}];
    const code = new Promise<void>((resolve) => (passCode = resolve));
    const devices = new Promise<void>((resolve) => (passDevices = resolve));
    await page.route(/assets\/add-device-dialog/, (route) => code.then(() => route.continue()));
    await page.route(/device\/discovered/, (route) => devices.then(() => route.continue()));
    await page.goto(`/dashboard/room/${room.id}`);
    await page.getByRole('button', { name: '기기 추가' }).click();
    await expect(page.getByRole('progressbar', { name: '불러오는 중' })).toBeVisible();
    passCode();
    const dialog = page.getByRole('dialog', { name: '느린 시험룸에 기기 추가' });
    const manual = dialog.getByRole('tab', { name: '직접 연결' });
    await manual.click();
    await expect(manual).toHaveAttribute('aria-selected', 'true');
    passDevices();
    await expect(dialog.getByLabel('MQTT prefix')).toHaveValue(`${PREFIX}/`);
  },
);

test(
  'a device that announced itself is added to a room with one tap',
  inSweep(),
  async ({ page, server, playroom, signIn }, { retry }) => {
    await signIn('owner');
    const room = await playroom.addRoom(`발견 시험룸 ${String(retry)}`);
    const label = `무대 조명 ${String(retry)}`;
    const twin = await startVirtualRoom({
      url: brokerOf(server),
      prefix: PREFIX,
      name: `e2e-stage-${String(retry)}`,
      parts: ['light'],
      labels: { light: label },
    });
    try {
      await page.goto(`/dashboard/room/${room.id}`);
      await page.getByRole('button', { name: '기기 추가' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('tab', { name: /발견된 기기/ }).click();
      const found = dialog.getByTestId('found-devices').getByRole('listitem').filter({ hasText: label });
      await expect(found).toContainText('조명 · ');
      await found.getByRole('button', { name: `${label} 추가` }).click();
      await expect(found).toHaveCount(0);
      // The pressed button has disappeared; keys work again once the dialog has the focus.
      await expect(async () => {
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden({ timeout: 1000 });
      }).toPass();
      await page.getByRole('switch', { name: label }).click();
      await expect(page.getByTestId('room-device')).toContainText('켜짐');
    } finally {
      await twin.stop();
    }
  },
);

test(
  'a strike behind a Tasmota relay is added as a door and tested at once',
  inSweep(ANY_WIDTH),
  async ({ page, server, playroom, signIn }, { retry }) => {
    await signIn('owner');
    // A device that an earlier try added stays, so a retry uses other names.
    const [name, doorName] = [`e2e_strike_${String(retry)}`, `창고 문 ${String(retry + 1)}`];
    const twin = await startVirtualTasmota({ url: brokerOf(server), prefix: PREFIX, name });
    try {
      await page.goto('/dashboard/door');
      await page.getByRole('button', { name: '출입문 추가' }).click();
      const dialog = page.getByRole('dialog', { name: '출입문 추가' });
      await dialog.getByLabel('매장').selectOption(playroom.storeId);
      await dialog.getByLabel('출입문 이름').fill(doorName);
      await dialog.getByLabel('도어록 종류').selectOption('tasmota');
      await dialog.getByLabel('기기 이름').fill(name);
      // The topics are inside a collapsed section.
      await expect(dialog.getByLabel('FullTopic')).toBeHidden();
      await dialog.getByText('고급 (연결 설정)').click();
      await expect(dialog.getByLabel('FullTopic')).toHaveValue(twin.fullTopic);
      await expect(dialog.getByTestId('told-topics')).toContainText(`${PREFIX}/cmnd/${name}/POWER`);
      expect(await isWide(page)).toBe(false);
      await dialog.getByRole('button', { name: '추가' }).click();
      const added = page.getByRole('dialog', { name: `${doorName} 추가됨` });
      // Until its first report the relay counts as unreachable, so the command is repeated.
      await expect(async () => {
        await added.getByRole('button', { name: '열기 테스트' }).click();
        await expect(added.getByTestId('test-result')).toContainText(/기기가 [\d,]+ ms 만에 응답했고/, {
          timeout: 3000,
        });
      }).toPass();
      expect(twin.received.some((it) => it.payload.includes('POWER ON'))).toBe(true);
      await added.getByRole('button', { name: '완료' }).click();
      const card = page
        .getByTestId('door-card')
        .filter({ has: page.getByRole('heading', { name: doorName, exact: true }) });
      await expect(card.getByTestId('online-state')).toHaveText('온라인');
      expect(await isWide(page)).toBe(false);
    } finally {
      await playroom.removeCommonDoor(doorName);
      await twin.stop();
    }
  },
);
