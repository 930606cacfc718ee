import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { ANY_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** Creates a small photograph in the browser, which can encode one. */
async function photo(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This browser draws nothing');
    context.fillStyle = '#c7a35b';
    context.fillRect(0, 0, 32, 36);
    return canvas.toDataURL('image/jpeg');
  });
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

test(
  'a room is created, described, photographed and archived',
  inSweep(),
  async ({ page, playroom, signIn, expectError }) => {
    expectError(/status of 422/);
    await signIn('owner');
    await page.goto(`/dashboard/room?store=${playroom.storeId}`);
    await page.getByRole('button', { name: '룸 추가' }).click();
    const dialog = page.getByRole('dialog', { name: '룸 추가' });
    await dialog.getByRole('textbox', { name: '정원' }).fill('0');
    await dialog.getByRole('button', { name: '추가' }).click();
    await expect(dialog.getByRole('textbox', { name: '이름' })).toHaveAccessibleDescription('꼭 입력해 주세요.');
    await expect(dialog.getByRole('textbox', { name: '정원' })).toHaveAccessibleDescription(
      '1에서 200 사이의 숫자를 입력해 주세요.',
    );
    await dialog.getByRole('textbox', { name: '이름' }).fill('사진 시험룸');
    await dialog.getByRole('textbox', { name: '정원' }).fill('6');
    await dialog.getByRole('button', { name: '추가' }).click();

    await expect(page.getByRole('heading', { level: 1, name: '룸 수정' })).toBeVisible();
    const files = page.getByTestId('photo-files');
    await files.setInputFiles({ name: 'room.jpg', mimeType: 'image/jpeg', buffer: await photo(page) });
    const picture = page.getByTestId('room-photo').getByRole('img', { name: '사진 시험룸 사진 1' });
    await expect(picture).toBeVisible();
    await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await expect(page.getByTestId('photo-upload')).toContainText('JPEG, PNG, WebP 사진만 올릴 수 있어요.');
    await files.setInputFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
    await expect(page.getByTestId('photo-upload')).toContainText('보여 줄 수 있는 사진이 아니에요.');
    await expect(page.getByTestId('room-photo')).toHaveCount(1);

    await page.getByRole('textbox', { name: '설명', exact: true }).fill('창이 넓어요.');
    await page.getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('저장했어요.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('textbox', { name: '설명', exact: true })).toHaveValue('창이 넓어요.');
    await expect(page.getByRole('textbox', { name: '정원' })).toHaveValue('6');
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);

    await page.goto(`/dashboard/room?store=${playroom.storeId}`);
    const card = page.getByRole('article', { name: '사진 시험룸' }).first();
    await card.getByRole('button', { name: '사진 시험룸 메뉴' }).click();
    await page.getByRole('menuitem', { name: '보관' }).click();
    await page
      .getByRole('dialog', { name: /보관할까요/ })
      .getByRole('button', { name: '보관' })
      .click();
    await expect(page.getByText('사진 시험룸을 보관했어요.')).toBeVisible();
    await expect(card).toHaveCount(0);
  },
);

test(
  'a room shows its sales and occupancy of 30 days, and support reads why it does not see them (RM-2)',
  inSweep(ANY_WIDTH),
  async ({ page, playroom, signIn, another }) => {
    const {
      items: [room],
    } = await playroom.ask<{ items: { id: string }[] }>('owner', 'GET', `room?limit=1&storeId=${playroom.storeId}`);
    if (room === undefined) throw new Error('The store has no room');
    const sales = await playroom.ask<{ totals: { netAmount: number }; from: string; to: string }>(
      'owner',
      'GET',
      `room/${room.id}/sales`,
    );
    await signIn('owner');
    await page.goto(`/dashboard/room/${room.id}?lng=en`);
    const card = page.getByRole('region', { name: 'Sales of the last 30 days' });
    await expect(card.getByTestId('room-sales-figures')).toContainText(
      `₩${sales.totals.netAmount.toLocaleString('en-US')}`,
    );
    await expect(card.getByRole('progressbar', { name: 'Occupancy' })).toBeVisible();
    await card.getByRole('link', { name: 'Show in sales settlement' }).click();
    await expect(page).toHaveURL(new RegExp(`room=${room.id}&from=${sales.from}&to=${sales.to}`));
    await expect(page.locator('[data-figure=netAmount]').getByTestId('figure')).toHaveText(
      `₩${sales.totals.netAmount.toLocaleString('en-US')}`,
    );

    const support = await another('care');
    await support.goto(`/dashboard/room/${room.id}`);
    await expect(support.getByTestId('room-sales-forbidden')).toHaveText('이 룸의 매출을 볼 권한이 없어요.');
  },
);

test(
  'the edit page of a room lists its devices and its price policies, and adds both (RM-3)',
  inSweep(ANY_WIDTH),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    const {
      items: [room],
    } = await playroom.ask<{ items: { id: string; name: string }[] }>(
      'owner',
      'GET',
      `room?limit=1&storeId=${playroom.storeId}`,
    );
    if (room === undefined) throw new Error('The store has no room');
    await page.goto(`/dashboard/room/${room.id}/edit?lng=en`);
    const devices = page.getByRole('region', { name: 'Devices' });
    await expect(devices.getByTestId('room-device').first()).toBeVisible();
    await devices.getByRole('button', { name: 'Add a device' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    const prices = page.getByRole('region', { name: 'Price policies' });
    const first = prices.getByTestId('room-price').first().getByRole('link');
    const name = (await first.textContent()) ?? '';
    await first.click();
    await expect(page.getByTestId('policy-editor').getByRole('textbox', { name: 'Name' })).toHaveValue(name);
    await page.goBack();
    await prices.getByRole('link', { name: 'Add a policy' }).click();
    await expect(page.getByTestId('policy-editor')).toBeVisible();
    await expect(page.getByTestId('policy-editor').getByRole('checkbox', { name: room.name })).toBeChecked();
  },
);

test(
  'the keyboard changes the order of rooms, and the new order is stored',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await signIn('owner2');
    const read = async () =>
      (
        await playroom.ask<{ items: { id: string; storeId: string; name: string }[] }>(
          'owner2',
          'GET',
          'room?limit=100',
        )
      ).items;
    const before = await read();
    const [first, second, third] = before;
    if (first === undefined || second === undefined || third === undefined) throw new Error('Three rooms are needed');
    await page.goto('/dashboard/room');
    await page.getByRole('button', { name: '순서 바꾸기' }).click();
    await page.getByRole('button', { name: `${first.name} 옮기기, 지금 1번째` }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('button', { name: `${first.name} 옮기기, 지금 3번째` })).toBeFocused();
    await page.getByTestId('room-order').getByRole('button', { name: '저장' }).click();
    await expect(page.getByText('순서를 저장했어요.')).toBeVisible();
    await page.reload();
    const names = [second, third, first].map(({ name }) => name);
    await expect
      .poll(async () => (await page.getByTestId('room-card').getByRole('heading').allTextContents()).slice(0, 3))
      .toEqual(names);
    await playroom.ask('owner2', 'POST', 'room/order', { storeId: first.storeId, roomIds: before.map(({ id }) => id) });
  },
);
