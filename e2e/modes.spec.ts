import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** Modes on a phone (RM-5), in a room of the demo with virtual devices. */

interface Device {
  readonly roomId: string;
  readonly kind: string;
}

test.use({ viewport: { width: 360, height: 740 } });

test(
  'a mode is created, sets a room’s devices, and shows the result for each device',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    const { items } = await playroom.ask<{ items: Device[] }>(
      'owner',
      'GET',
      `room/device?storeId=${playroom.storeId}&limit=200`,
    );
    const roomId = items.find(({ kind }) => kind === 'LIGHT')?.roomId ?? '';
    const isWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

    await page.goto(`/dashboard/store?store=${playroom.storeId}&tab=modes`);
    await page.getByRole('button', { name: '모드 만들기' }).click();
    const editor = page.getByTestId('mode-editor');
    const save = editor.getByRole('button', { name: '저장' });
    await save.click();
    await expect(editor.getByLabel('이름')).toHaveAccessibleDescription('꼭 입력해 주세요.');
    await editor.getByLabel('이름').fill('시험 이용 중');
    const lights = editor.getByRole('group', { name: '모든 조명' });
    await lights.getByLabel('밝기').fill('120');
    await expect(lights.getByLabel('밝기')).toHaveAccessibleDescription(/100/);
    await lights.getByLabel('밝기').fill('35');
    await editor.getByLabel('자동 적용').selectOption({ label: '청소: 끝난 뒤' });
    await editor.getByLabel('기기 추가').selectOption({ label: '모든 냉난방' });
    await editor.getByRole('group', { name: '모든 냉난방' }).getByLabel('온도').fill('22.5');
    expect(await isWide()).toBe(false);
    await expectAccessible(page, { what: 'the editor of a mode', within: '[data-testid=mode-editor]' });
    await save.click();
    const listed = page.getByTestId('mode').filter({ hasText: '시험 이용 중' });
    await expect(listed).toContainText('모든 조명');
    await expect(listed).toContainText('청소: 끝난 뒤');

    await page.goto(`/dashboard/room/${roomId}`);
    const modes = page.getByTestId('room-modes');
    await modes.getByRole('button', { name: '시험 이용 중' }).click();
    await expect(modes.getByRole('status')).toContainText('시험 이용 중 · 2대 중 2대 완료');
    await expect(modes.getByTestId('mode-result')).toHaveCount(2);
    await expect(page.getByTestId('room-device').filter({ hasText: '조명' })).toContainText('켜짐 · 35 %');
    await expect(modes.getByRole('button', { name: '실패한 기기만 다시 시도 시도' })).toHaveCount(0);
    expect(await isWide()).toBe(false);
    await expectAccessible(page, { what: 'the modes of a room', within: '[data-testid=room-modes]' });

    await page.reload();
    await expect(modes.getByRole('button', { name: '시험 이용 중' })).toHaveAttribute('aria-pressed', 'true');
    await page.goto(`/dashboard/store?store=${playroom.storeId}&tab=modes`);
    await listed.click();
    await editor.getByRole('button', { name: '삭제' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click();
    await expect(page.getByText('모드를 삭제했어요.')).toBeVisible();
    await expect(listed).toHaveCount(0);
  },
);
