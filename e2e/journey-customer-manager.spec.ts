import type { AuditEntry } from '@munjigi/contract';
import { hasNumber } from '../tools/number-search.ts';
import { action, doorOf, SLOT_MS, withGuest } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import {
  isRefusedByServer,
  signInByForm,
  signOutByButton,
  walkAddresses,
  walkMenu,
  type Worker,
} from './support/journey.ts';
import { emailOf, PASSWORD } from './support/people.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test(
  'a day of a CUSTOMER_MANAGER: a guest at the door is helped from a phone, and no other screen is open',
  inSweep(),
  async ({ page, playroom, server }) => {
    test.slow();
    const startedAt = new Date().toISOString();
    const worker: Worker = { page, lng: 'kr', role: 'CUSTOMER_MANAGER', email: emailOf('care'), password: PASSWORD };
    // The role has no overview of stores, so its day starts at the help desk (AC-4).
    const token = await signInByForm(worker, '/dashboard/support');
    await withGuest(playroom, server, 0, async (scene) => {
      await page.getByRole('searchbox', { name: '손님 찾기' }).fill(scene.lastFour);
      await page.getByTestId('match').filter({ hasText: scene.guest.code }).tap();
      await expect(page.getByTestId('guest-name')).toHaveText('문**님');
      await expect(page.getByTestId('guest-phone')).toHaveText(`010-****-${scene.lastFour}`);
      // A reason is required to see the guest.
      await page.getByRole('button', { name: '전체 보기' }).tap();
      await expect(page.getByTestId('guest-phone')).toHaveText(`010-****-${scene.lastFour}`);
      await page.getByRole('dialog', { name: '왜 확인하나요?' }).getByRole('button', { name: '본인 확인' }).tap();
      await expect(page.getByTestId('guest-phone')).toHaveText(`010-0000-${scene.lastFour}`);

      await expect(doorOf(page, scene).getByTestId('desk-online')).toHaveText('온라인');
      await expect(doorOf(page, scene).getByTestId('code-state')).toHaveAttribute('data-code', 'good');
      const [before] = [...scene.lock.codes.values()];
      // Opening the door requires a reason too.
      await action(page, '지금 열기').tap();
      expect(scene.lock.openings()).toBe(0);
      await page.getByRole('dialog').getByRole('button', { name: '본인 확인함' }).tap();
      await expect(page.getByTestId('open-outcome')).toContainText('문이 열렸어요.');
      expect(scene.lock.openings()).toBe(1);
      await expect(page.getByTestId('case-resolved')).toContainText(/문 열림 · .+ 만에 해결/);

      await action(page, '새 코드').tap();
      await page.getByRole('dialog').getByRole('button', { name: '코드를 잃어버림' }).tap();
      const code = await page.getByTestId('new-code').innerText();
      expect(code).not.toBe(before?.code);
      const inLock = () => [...scene.lock.codes.values()].map((it) => it.code);
      await expect.poll(() => [inLock().includes(code), inLock().includes(before?.code ?? '')]).toEqual([true, false]);
      await page.getByRole('dialog').getByRole('button', { name: '닫기' }).tap();

      await action(page, '연장').tap();
      await page.getByTestId('extend-choice').first().tap();
      await expect(page.getByText(/까지 연장했어요/)).toBeVisible();
      const after = await playroom.read(scene.guest.id);
      expect(Date.parse(after.endsAt) - Date.parse(scene.guest.endsAt)).toBe(SLOT_MS);
      await page.getByRole('button', { name: '다른 손님 찾기' }).tap();
      await page.getByRole('searchbox', { name: '손님 찾기' }).fill('');
      await expect(page.getByTestId('case').filter({ hasText: scene.doorName.replace(' 문', '') })).toContainText(
        '문 열림',
      );

      // The audit log has each act once under this person's name, and never the code (PD-2).
      const rowsOf = async (what: Record<string, string>) => {
        const { items } = await playroom.ask<{ items: AuditEntry[] }>(
          'admin',
          'GET',
          `audit?${new URLSearchParams({ ...what, from: startedAt, limit: '100' }).toString()}`,
        );
        return items.filter(({ actor }) => actor.label === '정상담');
      };
      const items = await rowsOf({ subjectId: scene.guest.id });
      expect(items.map((it) => it.action).sort()).toEqual([
        'access-code.replaced',
        'access-code.revealed',
        'help-desk.code-given',
        'help-desk.looked',
        'reservation.extended',
        'reservation.revealed',
      ]);
      const opened = await rowsOf({ action: 'door.open-requested' });
      expect(
        opened.filter(({ subject }) => subject.name === scene.doorName).map(({ detail }) => detail['reason']),
      ).toEqual(['본인 확인함']);
      expect(hasNumber(JSON.stringify(items), code)).toBe(false);
    });

    await walkMenu(worker);
    await walkAddresses(worker, playroom.room('1번 한강룸').id);
    await isRefusedByServer(worker, server, 'playroom', token);
    await signOutByButton(worker, server, token);
  },
);
