import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { withBookingDesk, type BookingDesk } from './support/booking-desk.ts';
import { openForm } from './support/booking-form.ts';
import { expect, test } from './support/fixtures.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import type { Playroom } from './support/playroom.ts';
import { goToPaymentWindow, offerWays, TOSS } from './support/provider.ts';
import { saveShot } from './support/shots.ts';

/** Guests who read English, with a phone abroad (GP-12, BK-16). */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, hasOwnContext: true, locale: 'en-GB' });

/** Directions and the description of the room in Korean only; terms, house rules and the address in both languages. */
async function writeTexts({ ask }: Playroom, { storeId, roomId }: BookingDesk): Promise<void> {
  const path = `store/${storeId}/guest-information`;
  const { version } = await ask<{ version: number }>('admin', 'GET', path);
  await ask('admin', 'PATCH', path, {
    version,
    addressEn: '3F, 152 Teheran-ro, Gangnam-gu, Seoul',
    directions: '건물 오른쪽 옆문으로 들어오세요.',
    houseRules: '실내에서는 담배를 피울 수 없어요.',
    houseRulesEn: 'No smoking inside.',
    bookingTermsEn: 'Please treat the room with care.',
  });
  const room = await ask<{ version: number }>('admin', 'GET', `room/${roomId}`);
  await ask('admin', 'PATCH', `room/${roomId}`, { version: room.version, description: '창이 넓은 방이에요.' });
}

/** The newest code that the address received. */
async function readMailedCode({ ask }: Playroom, email: string): Promise<string> {
  let code = '';
  const read = async () => {
    const { items } = await ask<{ items: { to: string; body: string }[] }>('admin', 'GET', 'demo-inbox');
    const mail = items.find(({ to, body }) => to === email && body.includes('code is'));
    code = /code is (\d{6})/.exec(mail?.body ?? '')?.[1] ?? '';
    return code;
  };
  await expect.poll(read, { message: 'the code arrives by e-mail' }).toMatch(/^\d{6}$/);
  return code;
}

async function expectSound(page: Page, shot: string): Promise<void> {
  await saveShot(page, shot);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(findLayoutFaults)).toEqual([]);
}

test(
  'a guest with a phone abroad books in English by e-mail and reads what the store wrote',
  TOSS,
  async ({ page, playroom, server }) => {
    await withBookingDesk(playroom, server, async (desk) => {
      await writeTexts(playroom, desk);
      const email = `ann.${desk.phone.replaceAll('-', '')}@mail.example`;
      await page.goto(desk.path);
      await expect(page.getByTestId('store-head')).toContainText('3F, 152 Teheran-ro, Gangnam-gu, Seoul');
      await expect(page.getByTestId('store-head').getByText('테헤란로')).toHaveAttribute('lang', 'ko');
      await openForm(page, desk);
      await expect(page.getByTestId('terms')).toContainText('Please treat the room with care.');
      await expect(page.getByTestId('terms')).not.toContainText('시설을 소중히');

      await page.getByLabel('Name').fill('Ann Guest');
      await page.getByLabel('Mobile number').fill('+1 415 555 0100');
      await page.getByRole('button', { name: 'Send code' }).tap();
      await expect(page.getByText('Enter an e-mail address, such as name@example.com.')).toBeVisible();
      await page.getByLabel('E-mail address').fill(email);
      await page.getByRole('button', { name: 'Send code' }).tap();
      await page.getByLabel('6-digit code').fill(await readMailedCode(playroom, email));
      await page.getByRole('checkbox').tap();
      await expectSound(page, 'english-form');
      await page.getByTestId('book').tap();

      await page.waitForURL(/\/g\/mjg_/);
      await expect(page.getByTestId('when')).toContainText('Awaiting payment');
      await offerWays(page, ['TOSS', 'PORTONE']);
      await goToPaymentWindow(page, page.getByRole('button', { name: 'Pay ₩24,000' }));
      await page.getByRole('button', { name: '결제하기 · Pay' }).tap();
      await expect(page.getByTestId('when')).toContainText('Confirmed');

      const place = page.getByTestId('place');
      await expect(place).toContainText('In Korean:');
      await expect(place.getByText('건물 오른쪽 옆문으로')).toHaveAttribute('lang', 'ko');
      await expect(page.getByText('No smoking inside.')).toHaveAttribute('lang', 'en');
      await page.getByText('Read the store’s terms').tap();
      await expect(page.getByTestId('terms')).toContainText(/You accepted these terms on \w+,? \d+ \w+\./);
      await expect(page.getByTestId('terms')).toContainText('Please treat the room with care.');
      await expectSound(page, 'english-page');
    });
  },
);

test('a Korean text without an English one is marked, and a page in Korean marks nothing', async ({
  page,
  playroom,
  server,
}) => {
  await withBookingDesk(playroom, server, async (desk) => {
    await writeTexts(playroom, desk);
    await page.goto(`${desk.path}?room=${desk.roomId}`);
    await page.getByTestId('calendar').locator('button.free').nth(1).tap();
    const card = page.getByTestId('room-card');
    await expect(card).toContainText('In Korean:');
    await expect(card.getByText('창이 넓은 방이에요.')).toHaveAttribute('lang', 'ko');
    await expectSound(page, 'english-room');
    await page.getByRole('button', { name: '한국어' }).tap();
    await expect(card).toContainText('창이 넓은 방이에요.');
    await expect(card).not.toContainText('In Korean:');
  });
});
