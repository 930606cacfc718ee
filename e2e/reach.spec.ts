import type { Page } from '@playwright/test';
import { startVirtualLock } from '@munjigi/virtual-devices';
import { brokerOf } from './support/broker.ts';
import { withGuest } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { dayFromNow } from './support/playroom.ts';
import { ANY_WIDTH, stopClock } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** The next action is a button beside the sentence that asks for it. */

test.use({ hasOwnContext: true });

const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/**
 * 05:00 and 14:00 in Seoul, at both widths: the combinations of `npm test` and those of `npm run proof`. Each one opens
 * another door.
 */
const SIGHTS = [
  { width: 390, height: 844, clock: '05:00', room: '1번 한강룸', days: 45, lng: 'kr', tag: [] },
  { width: 1440, height: 900, clock: '14:00', room: '2번 남산룸', days: 46, lng: 'kr', tag: ['@second-width'] },
  { width: 390, height: 844, clock: '14:00', room: '3번 북악룸', days: 47, lng: 'en', tag: ['@proof'] },
  { width: 1440, height: 900, clock: '05:00', room: '4번 인왕룸', days: 48, lng: 'en', tag: ['@proof'] },
];
const OPEN = { kr: (door: string) => `${door} 열기`, en: (door: string) => `Open ${door}` };
const OPENED = /문이 열렸어요|The door is open/;

for (const { width, height, clock, room, days, lng, tag } of SIGHTS) {
  const open = OPEN[lng === 'en' ? 'en' : 'kr'];
  test(
    `the Open button is on a room's card and at the top of a room's page, and asks in a drawer before the access window, at ${width} px and ${clock} (${lng})`,
    inSweep({ tag: [...tag, ANY_WIDTH.tag] }),
    async ({ page, playroom, signIn }) => {
      await page.setViewportSize({ width, height });
      await stopClock(page, clock);
      await signIn('owner');
      const reservation = await playroom.book(room, await playroom.emptyDay(days), '10:00', '11:00');

      await page.goto(`/dashboard?store=${playroom.storeId}&lng=${lng}`);
      const card = page.locator('.overview-card').filter({ hasText: room });
      await card.getByRole('button', { name: open(`${room} 문`), exact: true }).click();
      await expect(card.getByTestId('open-outcome')).toHaveText(OPENED);
      // Rooms of other tests may have no door that can be opened.
      await expect(
        page
          .locator('.overview-card')
          .filter({ hasText: /[1-6]번 \S+룸/ })
          .filter({ has: page.getByRole('button') }),
      ).toHaveCount(6);
      expect(await isWide(page)).toBe(false);

      await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${reservation.id}`);
      const drawer = page.getByRole('dialog').filter({ has: page.getByTestId('reservation-code') });
      await expect(drawer.getByTestId('drawer-body')).toHaveAttribute('data-opening', 'MENU');
      await expect(drawer.getByTestId('room-openers')).toHaveCount(0);
      await drawer.getByRole('button', { name: lng === 'en' ? 'More' : '다른 작업', exact: true }).click();
      await page.getByRole('menuitem').first().click();
      const question = page.getByRole('dialog').filter({ has: page.getByTestId('outside-facts') });
      const openers = question.getByTestId('room-openers').getByRole('button');
      await expect(openers.first()).toHaveText(open('문'));
      await expect(openers.filter({ hasText: open('현관') })).toHaveCount(1);
      await openers.first().click();
      await expect(question.getByTestId('open-outcome').first()).toHaveText(OPENED);
      expect(await isWide(page)).toBe(false);

      await page.goto(`/dashboard/room/${playroom.room(room).id}?store=${playroom.storeId}`);
      await page.getByTestId('room-openers').getByRole('button').first().click();
      await expect(page.getByTestId('open-outcome').first()).toHaveText(OPENED);
      expect(await isWide(page)).toBe(false);
    },
  );
}

test(
  'support gives a reason before a card opens a door, and the command palette names the room of a door and of a reservation',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const reservation = await playroom.book(await playroom.addRoom('찾는 시험룸'), dayFromNow(36), '10:00', '11:00');
    await signIn('care');
    await page.goto(`/dashboard/room?store=${playroom.storeId}`);
    const card = page.getByTestId('room-card').filter({ hasText: '1번 한강룸' });
    await card.getByRole('button', { name: '1번 한강룸 문 열기', exact: true }).click();
    const why = page.getByRole('dialog', { name: '1번 한강룸 문 열기 사유' });
    await why.getByRole('button', { name: '열기' }).click();
    await expect(why).toContainText('사유를 입력해 주세요.');
    await why.getByRole('textbox').fill('손님이 문 앞에 있음');
    await why.getByRole('button', { name: '열기' }).click();
    await expect(card.getByTestId('open-outcome')).toHaveText(OPENED);

    await page.keyboard.press('Control+k');
    const palette = page.getByTestId('command-palette');
    await palette.getByRole('combobox').fill('강남 한강');
    await expect(palette.getByTestId('palette-door')).toHaveText([/1번 한강룸 문강남점열기…/]);
    await palette.getByRole('combobox').fill(reservation.code);
    await expect(palette.getByTestId('palette-reservation').first()).toContainText('찾는 시험룸');
  },
);

for (const { width, height, days } of SIGHTS.filter((sight) => sight.lng === 'kr')) {
  const tag = width === 390 ? [] : ['@proof'];
  test(
    `a discovered lock becomes a door in plain words, and its unexplained opening with an empty room is an incident, at ${width} px`,
    inSweep({ tag: [...tag, ANY_WIDTH.tag] }),
    async ({ page, playroom, server, signIn }, { retry }) => {
      await page.setViewportSize({ width, height });
      const name = `reach-${String(days)}-${String(retry)}`;
      const room = await playroom.addRoom(`빈 시험룸 ${name}`);
      const lock = await startVirtualLock({
        url: brokerOf(server),
        prefix: 'playroom/gangnam',
        name,
        form: 'bundle',
        moveMs: 50,
      });
      try {
        await signIn('owner');
        await page.goto(`/dashboard/door?store=${playroom.storeId}`);
        await expect(page.getByTestId('discovered-locks')).toContainText(name);
        await page.getByRole('button', { name: '출입문 추가' }).click();
        const dialog = page.getByRole('dialog', { name: '출입문 추가' });
        await dialog.getByLabel('출입문 이름').fill('문');
        await dialog.getByLabel('룸').selectOption(room.id);
        await dialog.getByLabel('도어록 종류').selectOption('zigbee2mqtt');
        await expect(dialog.getByLabel('기기 이름')).toBeVisible();
        await expect(dialog.getByLabel('base_topic')).toBeHidden();
        await dialog.getByLabel('도어록 종류').selectOption({ label: `새로 발견됨: ${name}` });
        await dialog.getByRole('button', { name: '추가' }).click();
        await page.getByRole('dialog', { name: '문 추가됨' }).getByRole('button', { name: '완료' }).click();

        const { items } = await playroom.ask<{ items: { id: string; roomId: string | null; lockState: string }[] }>(
          'owner',
          'GET',
          `door?storeId=${playroom.storeId}&limit=100`,
        );
        const door = items.find((it) => it.roomId === room.id);
        if (door === undefined) throw new Error('The door was not added');
        const card = page.locator(`[data-testid=door-card][data-door="${door.id}"]`);
        await expect(card.getByTestId('lock-state')).toHaveText('잠김');
        lock.turn('UNLOCKED');
        await expect(card.getByTestId('alarm')).toContainText('빈 룸의 잠금이 풀렸어요 (연 사람 확인 안 됨)');
        await card.getByTestId('alarm').getByRole('button', { name: /확인$/ }).click();
        await expect(card.getByTestId('alarm')).toHaveCount(0);
        await page.goto(`/dashboard/admin/device-history?store=${playroom.storeId}&target=${door.id}`);
        const row = page.getByTestId('history-row').filter({ has: page.getByTestId('incident') });
        await expect(row).toContainText('빈 룸의 잠금이 풀렸어요');
        // The name of the room distinguishes doors with equal names.
        await expect(row).toContainText(room.name);
        expect(await isWide(page)).toBe(false);
      } finally {
        await lock.stop();
      }
    },
  );
}

for (const { width, height } of SIGHTS.filter((sight) => sight.lng === 'kr')) {
  const tag = width === 1440 ? [] : ['@proof'];
  test(
    `a revealed code is copied with a toast, and the guest's number is shown before the code is sent to it, at ${width} px`,
    inSweep({ tag: [...tag, ANY_WIDTH.tag] }),
    async ({ page, context, playroom, server, signIn }) => {
      await page.setViewportSize({ width, height });
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await signIn('owner');
      await withGuest(playroom, server, 2, async ({ guest }) => {
        await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${guest.id}`);
        const drawer = page.getByRole('dialog', { name: '예약 상세' });
        await drawer.getByRole('button', { name: '코드 보기' }).click();
        const code = drawer.getByTestId('access-code');
        await expect(code).toHaveText(/^\d{4,8}$/);
        await drawer.getByRole('button', { name: '출입 코드 복사' }).click();
        await expect(page.getByText('복사했어요: 출입 코드')).toBeVisible();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.textContent());
        await expect(drawer.getByRole('link', { name: '출입 코드 문자 보내기' })).toHaveCount(0);
        await drawer.getByRole('button', { name: '보기', exact: true }).click();
        await page.getByRole('dialog', { name: '왜 확인하나요?' }).getByRole('button', { name: '본인 확인' }).click();
        await expect(drawer.getByRole('link', { name: '출입 코드 문자 보내기' })).toHaveAttribute(
          'href',
          /^sms:01\d+\?&body=/,
        );
        expect(await isWide(page)).toBe(false);
      });
    },
  );
}
