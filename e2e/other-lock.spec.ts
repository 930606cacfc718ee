import type { Page } from '@playwright/test';
import { startVirtualShelly } from '@munjigi/virtual-devices';
import { brokerOf } from './support/broker.ts';
import { expect, test } from './support/fixtures.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** Replacing the lock of a door and then removing the door, on a phone and with the keyboard only. */

test.use({ viewport: { width: 360, height: 740 } });

const PREFIX = 'playroom/gangnam';
const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test(
  'a door gets another strike, keeps its history, and is removed',
  inSweep(),
  async ({ page, server, playroom, signIn }) => {
    await signIn('owner');
    const name = `옆문 ${Date.now()}`;
    const [first, second] = await Promise.all(
      ['first', 'second'].map((it) =>
        startVirtualShelly({ url: brokerOf(server), prefix: PREFIX, name: `e2e-${it}-${Date.now()}` }),
      ),
    );
    if (!first || !second) throw new Error('The strikes did not start');
    try {
      const binding = { driver: 'shelly', topicPrefix: first.topicPrefix };
      const { id } = await playroom.ask<{ id: string }>('owner', 'POST', 'door', {
        manualBinding: { storeId: playroom.storeId, binding },
        name,
        roomId: null,
      });
      await page.goto('/dashboard/door');
      const card = page.getByTestId('door-card').filter({ has: page.getByRole('heading', { name, exact: true }) });
      await expect(card.getByTestId('online-state')).toHaveText('온라인');
      await card.getByRole('button', { name: `${name} 열기` }).click();
      await expect(card.getByTestId('door-outcome')).toContainText('ms');

      await card.getByRole('button', { name: `${name} 설정` }).click();
      const settings = page.getByRole('dialog', { name: '출입문 설정' });
      await settings.getByRole('button', { name: '도어록 교체' }).click();
      const dialog = page.getByRole('dialog', { name: `${name} 도어록 교체` });
      await dialog.getByLabel('새 도어록').selectOption({ label: '직접 연결' });
      await dialog.getByLabel('도어록 종류').selectOption('shelly');
      await dialog.getByLabel('기기 이름').fill(second.topicPrefix.slice('playroom/gangnam/'.length));
      expect(await isWide(page)).toBe(false);
      await dialog.getByRole('button', { name: '교체' }).click();
      const done = page.getByRole('dialog', { name: `${name} 도어록 교체됨` });
      await done.getByRole('button', { name: '열기 테스트' }).click();
      await expect(done.getByTestId('test-result')).toContainText(/기기가 [\d,]+ ms 만에 응답했고/);
      expect(second.received.some((it) => it.payload.includes('toggle_after'))).toBe(true);
      await done.getByRole('button', { name: '완료' }).click();
      await expect(done).toHaveCount(0);
      const history = await playroom.ask<{ items: { action: string }[] }>(
        'owner',
        'GET',
        `device-control/history?targetId=${id}&limit=50`,
      );
      expect(history.items.filter((it) => it.action === 'OPEN')).toHaveLength(2);

      // With the keyboard: leaves the confirmation dialog, returns to its button, and then removes the door.
      const removal = settings.getByRole('button', { name: '출입문 빼기' });
      await removal.focus();
      await page.keyboard.press('Enter');
      const confirmation = page.getByRole('dialog', { name: `${name} 출입문을 뺄까요?` });
      await expect(confirmation).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(confirmation).toHaveCount(0);
      await expect(removal).toBeFocused();
      await page.keyboard.press('Enter');
      await confirmation.getByRole('button', { name: '빼기' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText(`${name} 출입문을 뺐어요.`)).toBeVisible();
      await expect(card).toHaveCount(0);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(await isWide(page)).toBe(false);
    } finally {
      await Promise.all([first.stop(), second.stop()]);
    }
  },
);
