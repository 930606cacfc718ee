import type { Page } from '@playwright/test';
import { expectAccessible, MODES } from './support/axe.ts';
import { blockOf, openBoard } from './support/board.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { ROOM_NAME } from './support/screens/screens.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 20);

/** The days of the board that these tests use, one for each language; no other test books on them. */
const DAYS = { kr: 18, en: 19 } as const;
const DIALOG = '[role=dialog]';
const STORE_TABS = ['hours', 'booking', 'prices', 'cancellation', 'closures', 'settlement', 'feeds'] as const;

const WORDS = {
  kr: {
    waitlist: '대기 명단',
    add: '대기 추가',
    legend: '범례',
    keys: '단축키',
    repeat: '반복 예약',
    rule: '반복 규칙',
    extend: '연장',
    move: '옮기기',
    cancel: '예약 취소',
    closure: '휴무 추가',
    feed: '주소 만들기',
    policy: '정책 추가',
    room: '룸 추가',
    order: '순서 바꾸기',
    device: '기기 추가',
    tell: '직접 연결',
    settings: '조명 설정',
    takeOut: '룸에서 빼기',
    door: '출입문 추가',
    driver: '도어록 종류',
    deviceName: '기기 이름',
    doorName: '출입문 이름',
    addDoor: '추가',
    done: '완료',
    doorSettings: '설정',
    replace: '도어록 교체',
    removeDoor: '출입문 빼기',
    confirm: '빼기',
  },
  en: {
    waitlist: 'Waitlist',
    add: 'Add',
    legend: 'Legend',
    keys: 'Keyboard',
    repeat: 'Repeat',
    rule: 'Repeat rule',
    extend: 'Extend',
    move: 'Move',
    cancel: 'Cancel reservation',
    closure: 'Add a closure',
    feed: 'Create a feed',
    policy: 'Add a policy',
    room: 'Add a room',
    order: 'Change order',
    device: 'Add a device',
    tell: 'Connect manually',
    settings: 'Settings of 조명',
    takeOut: 'Remove from the room',
    door: 'Add a door',
    driver: 'Type of lock',
    deviceName: 'Device name',
    doorName: 'Door name',
    addDoor: 'Add',
    done: 'Done',
    doorSettings: 'Settings of',
    replace: 'Replace the lock',
    removeDoor: 'Remove the door',
    confirm: 'Remove',
  },
} as const;

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0);
}

for (const language of ['kr', 'en'] as const) {
  const words = WORDS[language];
  // The colours are the same in both languages, so they are checked in Korean only.
  const modes = language === 'kr' ? MODES : (['dark'] as const);

  test.describe(`in ${language}`, sweepIn(language), () => {
    test.beforeEach(async ({ signIn }) => {
      test.slow();
      await signIn('owner');
    });

    test(
      'the dialogs of the board of reservations have no accessibility violation',
      inSweep(),
      async ({ page, playroom }) => {
        const date = await playroom.emptyDay(DAYS[language]);
        const reservation = await playroom.book('1번 한강룸', date, '10:00', '12:00');
        // A room that is free now, however busy the demo is.
        const room = await playroom.addRoom('접근성 시험룸');
        await openBoard(page, playroom.storeId, date, `&lng=${language}`);
        await page.getByTestId('new-reservation').click();
        await page.getByRole('checkbox', { name: words.repeat }).check();
        await expect(page.getByRole('group', { name: words.rule })).toBeVisible();
        await expectAccessible(page, { what: 'new reservation', modes, within: DIALOG });
        await close(page);
        await page.getByTestId('walk-in').click();
        await expect(page.getByRole('dialog')).toContainText('₩');
        await expectAccessible(page, { what: 'walk-in', modes, within: DIALOG });
        await page
          .getByRole('listitem')
          .filter({ has: page.locator(`[data-room="${room.id}"]`) })
          .getByRole('button')
          .last()
          .click();
        await expect(page.getByTestId('walk-in-length').first()).toContainText('₩');
        await page.getByTestId('walk-in-length').first().click();
        await expect(page.getByTestId('walk-in-made')).toBeVisible();
        await expect(page.getByTestId('door-line').first()).toBeVisible();
        await expectAccessible(page, { what: 'walk-in, doors and payment', modes, within: DIALOG });
        await close(page);
        await press(page, words.waitlist);
        await page.getByRole('dialog').getByRole('button', { name: words.add, exact: true }).click();
        await expect(page.getByRole('dialog').getByRole('form')).toBeVisible();
        await expectAccessible(page, { what: 'waitlist', modes, within: DIALOG });
        await close(page);
        for (const name of [words.legend, words.keys]) {
          await press(page, name);
          await expectAccessible(page, { what: name, modes, within: DIALOG });
          await close(page);
        }
        await blockOf(page, reservation.id).click();
        for (const name of [words.extend, words.move]) {
          await page.getByRole('dialog').getByRole('button', { name, exact: true }).first().click();
          await expect(page.getByRole('dialog').getByTestId('price-difference')).toBeVisible();
          // The button is enabled once the price has loaded; a stay that was not changed cannot be submitted.
          if (name === words.extend)
            await expect(page.getByRole('dialog').locator('form button[type=submit]')).toBeEnabled();
          await expectAccessible(page, { what: `drawer, ${name}`, modes, within: DIALOG });
        }
        await press(page, words.cancel);
        await expect(page.getByTestId('cancel-tier')).toBeVisible();
        await expectAccessible(page, { what: 'cancel', modes, within: DIALOG });
      },
    );

    test(
      'the list of reservations and the settings of a store have no accessibility violation',
      inSweep(),
      async ({ page, playroom }) => {
        await page.goto(`/dashboard/reservation?store=${playroom.storeId}&view=list&lng=${language}`);
        await expect(page.getByTestId('reservation-row').first()).toBeVisible();
        await expectAccessible(page, { what: 'list', modes });
        await page.goto(`/dashboard/store?store=${playroom.storeId}&lng=${language}`);
        for (const tab of STORE_TABS) {
          await page.locator(`#store-tab-${tab}`).click();
          await expect(page.getByRole('tabpanel').locator('[aria-busy=true]')).toHaveCount(0);
          await expectAccessible(page, { what: tab, modes, within: '#store-tab-panel' });
          const opener = {
            closures: words.closure,
            feeds: words.feed,
            prices: words.policy,
            hours: null,
            booking: null,
            cancellation: null,
            settlement: null,
          }[tab];
          if (opener === null) continue;
          await press(page, opener);
          if (tab === 'prices') {
            await expect(page.getByTestId('policy-editor')).toBeVisible();
            await expectAccessible(page, { what: opener, modes, within: '#store-tab-panel' });
          } else {
            await expectAccessible(page, { what: opener, modes, within: DIALOG });
            await close(page);
          }
        }
      },
    );

    test(
      'the dialogs that create, order and edit rooms have no accessibility violation',
      inSweep(),
      async ({ page, playroom }) => {
        await page.goto(`/dashboard/room?store=${playroom.storeId}&lng=${language}`);
        await expect(page.getByTestId('room-card').first()).toBeVisible();
        await press(page, words.room);
        await expectAccessible(page, { what: words.room, modes, within: DIALOG });
        await close(page);
        await press(page, words.order);
        await expect(page.getByTestId('room-order')).toBeVisible();
        await expectAccessible(page, { what: words.order, modes });
      },
    );

    test(
      'the dialogs that connect devices and doors have no accessibility violation',
      inSweep(),
      async ({ page, playroom }) => {
        await page.goto(`/dashboard/room/${playroom.room(ROOM_NAME).id}?lng=${language}`);
        await press(page, words.device);
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByRole('tabpanel')).toBeVisible();
        await expect(dialog.getByRole('tabpanel').locator('[aria-busy=true]')).toHaveCount(0);
        await expectAccessible(page, { what: words.device, modes, within: DIALOG });
        await dialog.getByRole('tab', { name: words.tell }).click();
        await expect(dialog.getByTestId('told-topics')).toBeVisible();
        await expectAccessible(page, { what: words.tell, modes, within: DIALOG });
        await close(page);
        await press(page, words.settings);
        await expect(dialog.getByRole('textbox')).toBeVisible();
        await expectAccessible(page, { what: words.settings, modes, within: DIALOG });
        await dialog.getByRole('button', { name: words.takeOut }).click();
        await expect(page.locator(DIALOG)).toHaveCount(2);
        await expectAccessible(page, { what: words.takeOut, modes, within: DIALOG });
        await page.keyboard.press('Escape');
        await close(page);
        await page.goto(`/dashboard/door?lng=${language}`);
        await press(page, words.door);
        for (const driver of ['zigbee2mqtt', 'shelly', 'tasmota']) {
          await dialog.getByLabel(words.driver).selectOption(driver);
          if (driver === 'zigbee2mqtt') await dialog.locator('summary').last().click();
          await expectAccessible(page, { what: `${words.door}, ${driver}`, modes, within: DIALOG });
        }
      },
    );

    test(
      'the dialogs that follow adding a door, replacing its lock and removing it have no accessibility violation',
      inSweep(),
      async ({ page }) => {
        const name = `${language}-${Date.now()}`;
        await page.goto(`/dashboard/door?lng=${language}`);
        await press(page, words.door);
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel(words.doorName).fill(name);
        await dialog.getByLabel(words.driver).selectOption('shelly');
        await dialog.getByLabel(words.deviceName).fill(name);
        await press(page, words.addDoor);
        await expect(dialog.getByRole('button', { name: words.done })).toBeVisible();
        await expectAccessible(page, { what: 'door added', modes, within: DIALOG });
        await press(page, words.done);
        await expect(dialog).toHaveCount(0);
        await page
          .getByRole('button', {
            name: language === 'kr' ? `${name} ${words.doorSettings}` : `${words.doorSettings} ${name}`,
          })
          .click();
        await expectAccessible(page, { what: 'settings of a door', modes, within: DIALOG });
        await press(page, words.replace);
        await expect(page.getByTestId('replace-lock')).toBeVisible();
        await expectAccessible(page, { what: words.replace, modes, within: DIALOG });
        await page.keyboard.press('Escape');
        await expect(page.getByTestId('replace-lock')).toHaveCount(0);
        await press(page, words.removeDoor);
        await expect(page.locator(DIALOG)).toHaveCount(2);
        await expectAccessible(page, { what: words.removeDoor, modes, within: DIALOG });
        await press(page, words.confirm);
        await expect(dialog).toHaveCount(0);
      },
    );
  });
}
