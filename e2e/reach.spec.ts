import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { dayFromNow } from './playroom.ts';

/** The next action is a button where the sentence stands. */

test.use({ hasOwnContext: true });

const ROOM = '1번 한강룸';
const DOOR = `${ROOM} 문`;
const isWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** At 05:00 and 14:00 in Seoul, at both widths; the combinations of `npm test` and those of `npm run proof`. */
const SIGHTS = [
  { width: 390, height: 844, clock: '05:00', days: 45, lng: 'kr', tag: [] },
  { width: 1440, height: 900, clock: '14:00', days: 46, lng: 'kr', tag: [] },
  { width: 390, height: 844, clock: '14:00', days: 47, lng: 'en', tag: ['@proof'] },
  { width: 1440, height: 900, clock: '05:00', days: 48, lng: 'en', tag: ['@proof'] },
];
const OPEN = { kr: (door: string) => `${door} 열기`, en: (door: string) => `Open ${door}` };
const OPENED = /문이 열렸어요|The door is open/;

for (const { width, height, clock, days, lng, tag } of SIGHTS) {
  const open = OPEN[lng === 'en' ? 'en' : 'kr'];
  test(`Open stands on a room's card, first in a reservation's drawer and on top of a room's page, at ${width} px and ${clock} (${lng})`, { tag }, async ({ page, playroom, signIn }) => {
    await page.setViewportSize({ width, height });
    await page.clock.setFixedTime(`${dayFromNow(0)}T${clock}:00+09:00`);
    await signIn('owner');
    const made = await playroom.book(ROOM, await playroom.emptyDay(days), '10:00', '11:00');

    await page.goto(`/dashboard?store=${playroom.storeId}&lng=${lng}`);
    const card = page.locator('.overview-card').filter({ hasText: ROOM });
    await card.getByRole('button', { name: open(DOOR), exact: true }).click();
    await expect(card.getByTestId('open-outcome')).toHaveText(OPENED);
    expect(await page.locator('.overview-card').filter({ hasNot: page.getByRole('button') }).count()).toBe(0);
    expect(await isWide(page)).toBe(false);

    await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${made.id}`);
    const drawer = page.getByRole('dialog');
    const openers = drawer.getByTestId('room-openers').getByRole('button');
    await expect(openers).toHaveText([open(DOOR), open('현관')]);
    // Before every other action, the close button aside.
    await expect(drawer.getByRole('button').nth(1)).toHaveAccessibleName(open(DOOR));
    await openers.first().click();
    await expect(drawer.getByTestId('open-outcome').first()).toHaveText(OPENED);
    expect(await isWide(page)).toBe(false);

    await page.goto(`/dashboard/room/${playroom.room(ROOM).id}?store=${playroom.storeId}`);
    await page.getByTestId('room-openers').getByRole('button').first().click();
    await expect(page.getByTestId('open-outcome').first()).toHaveText(OPENED);
    expect(await isWide(page)).toBe(false);
  });
}

test('support gives a reason before a card opens a door, and the palette names the room of a door and of a reservation', async ({ page, playroom, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const made = await playroom.book(await playroom.addRoom('찾는 시험룸'), dayFromNow(36), '10:00', '11:00');
  await signIn('care');
  await page.goto(`/dashboard/room?store=${playroom.storeId}`);
  const card = page.getByTestId('room-card').filter({ hasText: ROOM });
  await card.getByRole('button', { name: `${DOOR} 열기`, exact: true }).click();
  const why = page.getByRole('dialog', { name: `${DOOR} 열기 사유` });
  await why.getByRole('button', { name: '열기' }).click();
  await expect(why).toContainText('사유를 적어 주세요.');
  await why.getByRole('textbox').fill('손님이 문 앞에 있음');
  await why.getByRole('button', { name: '열기' }).click();
  await expect(card.getByTestId('open-outcome')).toHaveText(OPENED);

  await page.keyboard.press('Control+k');
  const palette = page.getByTestId('command-palette');
  await palette.getByRole('combobox').fill('강남 한강');
  await expect(palette.getByTestId('palette-door')).toHaveText([/1번 한강룸 문강남점열기…/]);
  await palette.getByRole('combobox').fill(made.code);
  await expect(palette.getByTestId('palette-reservation').first()).toContainText('찾는 시험룸');
});
