import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { action, doorOf, SLOT_MS, withGuest, type Scene } from './support/desk.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { ANY_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** Helping the guest at the door (NX-2): on a phone of 360 px, with one thumb. */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const find = async (page: Page, { lastFour, guest }: Scene): Promise<Locator> => {
  await page.getByRole('searchbox', { name: '손님 찾기' }).fill(lastFour);
  return page.getByTestId('match').filter({ hasText: guest.code });
};
const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
const expectOnline = (page: Page, scene: Scene) =>
  expect(doorOf(page, scene).getByTestId('desk-online')).toHaveText('온라인');

test(
  'at the help desk a door is opened three taps after typing the last four digits',
  ANY_WIDTH,
  async ({ page, playroom, server, signIn }) => {
    await signIn('care');
    await withGuest(playroom, server, 0, async (scene) => {
      await page.goto('/dashboard');
      await expect(page).toHaveURL('/dashboard/support');
      const search = page.getByRole('searchbox', { name: '손님 찾기' });
      await expect(search).toBeFocused();
      let taps = 0;
      const tap = async (it: Locator) => {
        const box = await it.boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(44);
        taps += 1;
        await it.tap();
      };
      const startedAt = performance.now();
      await page.keyboard.type(scene.lastFour);
      await tap(page.getByTestId('match').filter({ hasText: scene.guest.code }));
      await expect(page.getByTestId('guest-name')).toHaveText('문**님');
      await expectOnline(page, scene);
      const open = action(page, '지금 열기');
      // The button is within reach of the thumb: at the lower edge, whether the page is long or short.
      expect((await open.boundingBox())?.y).toBeGreaterThan(500);
      await tap(open);
      await tap(page.getByRole('dialog').getByRole('button', { name: '코드가 안 됨' }));
      await expect(page.getByTestId('open-outcome')).toContainText('문이 열렸어요.');
      await expect(page.getByTestId('command-steps').locator('[data-step=done]')).toHaveAttribute('data-state', 'done');
      const seconds = (performance.now() - startedAt) / 1000;
      expect(taps).toBe(3);
      expect(seconds).toBeLessThan(20);
      expect(scene.lock.openings()).toBe(1);
      await expect(page.getByTestId('case-resolved')).toContainText(/문 열림 · .+ 만에 해결/);
      await expect(doorOf(page, scene).getByTestId('door-line').first()).toContainText('님이 원격으로 열었어요');
      const figures = `from the last four digits to an opened door: ${taps} taps, ${seconds.toFixed(1)} s`;
      test.info().annotations.push({ type: 'help desk', description: figures });
      console.log(figures);
      await fits(page);
      await page.getByRole('button', { name: '다른 손님 찾기' }).tap();
      await search.fill('');
      await expect(page.getByTestId('case').filter({ hasText: scene.doorName.replace(/ 문$/, '') })).toContainText(
        '문 열림',
      );
    });
  },
);

test(
  'the help desk shows the last ten minutes of a door in plain words and adds new lines live',
  inSweep(ANY_WIDTH),
  async ({ page, playroom, server, signIn }) => {
    await signIn('care');
    await withGuest(playroom, server, 2, async (scene) => {
      await page.goto('/dashboard/support');
      await (await find(page, scene)).tap();
      await expectOnline(page, scene);
      await expect(doorOf(page, scene).getByTestId('door-quiet')).toHaveText('아무도 시도하지 않았어요.');
      await expect(page.getByTestId('guest-time')).toHaveAttribute('data-time', 'TOO_EARLY');
      scene.lock.enter('999999');
      await expect(doorOf(page, scene).getByTestId('door-line')).toContainText(
        '코드를 1번 거절했어요. 어떤 코드인지는 도어록이 알려 주지 않아요',
      );
      scene.lock.enter('999999');
      await expect(doorOf(page, scene).getByTestId('door-line')).toContainText(
        '코드를 2번 거절했어요. 어떤 코드인지는 도어록이 알려 주지 않아요',
      );
      await page.goto(`/dashboard/support?reservation=${scene.guest.id}&lng=en`);
      await expect(doorOf(page, scene).getByTestId('door-line')).toContainText('Codes were refused 2 times');
      await expect(page.getByTestId('guest-time')).toContainText(/^\d+ min too early\. The guest can enter from/);
      await fits(page);
    });
  },
);

test(
  'the help desk shows an offline door with a solution, and keeps the case open until its outcome is recorded',
  inSweep(),
  async ({ page, playroom, server, signIn }) => {
    await signIn('care');
    await withGuest(playroom, server, 0, async (scene) => {
      await page.goto(`/dashboard/support?reservation=${scene.guest.id}`);
      await expectOnline(page, scene);
      await scene.lock.offline(true);
      await expect(doorOf(page, scene).getByTestId('desk-online')).toHaveText('기기 오프라인');
      await expect(doorOf(page, scene).getByTestId('door-line')).toContainText('이때부터 문이 오프라인이에요');
      // The store's entrance can still be opened.
      await action(page, '지금 열기').tap();
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('button', { name: scene.doorName }).tap();
      await expect(sheet.getByTestId('cannot-open')).toHaveText(
        '오프라인이라 열 수 없어요. 급하면 비상 열쇠를 쓰세요.',
      );
      await expect(sheet.getByRole('button', { name: '지금 열기' })).toHaveCount(0);
      await page.keyboard.press('Escape');
      expect(scene.lock.openings()).toBe(0);
      await page.getByRole('button', { name: '다른 방법으로 해결됐어요' }).tap();
      await page.getByRole('dialog').getByRole('textbox', { name: '메모 (선택)' }).fill('점주에게 전화함');
      await page.getByRole('dialog').getByRole('button', { name: '매장에 넘김' }).tap();
      await expect(page.getByTestId('case-resolved')).toContainText('매장에 넘김');
    });
  },
);

test(
  'a new access code is shown once at the help desk, and one tap on a price extends the stay',
  inSweep(),
  async ({ page, playroom, server, signIn, expectError }) => {
    // An automatic change of the stay makes the first request stale.
    expectError(/409 .*\/extend/);
    await signIn('care');
    await withGuest(playroom, server, 0, async (scene) => {
      await page.goto(`/dashboard/support?reservation=${scene.guest.id}`);
      await expect(doorOf(page, scene).getByTestId('code-state')).toHaveAttribute('data-code', 'good');
      const [before] = [...scene.lock.codes.values()];
      await action(page, '새 코드').tap();
      await page.getByRole('dialog').getByRole('button', { name: '코드를 잃어버림' }).tap();
      const shown = page.getByTestId('new-code');
      await expect(shown).toHaveText(/^[1-9]\d{5}$/);
      const code = await shown.innerText();
      expect(code).not.toBe(before?.code);
      await expect(page.getByRole('dialog').getByTestId('code-state')).toHaveAttribute('data-code', 'good');
      expect([...scene.lock.codes.values()].map((it) => it.code)).toContain(code);
      await page.getByRole('dialog').getByRole('button', { name: '닫기' }).tap();
      await expect(page.getByText(code)).toHaveCount(0);
      await action(page, '연장').tap();
      const choice = page.getByTestId('extend-choice').first();
      await expect(choice).toContainText(/\d{2}:\d{2}까지 \(\+30분\)\+₩/);
      await choice.tap();
      await expect(page.getByText(/까지 연장했어요/)).toBeVisible();
      const after = await playroom.read(scene.guest.id);
      expect(Date.parse(after.endsAt) - Date.parse(scene.guest.endsAt)).toBe(SLOT_MS);
      await expect(page.getByTestId('guest-facts')).toContainText('받을 금액');
      await expect(page.getByTestId('case-resolved')).toContainText('연장함');
    });
  },
);

test(
  'two people who look after one guest see each other at the help desk',
  inSweep(),
  async ({ page, playroom, server, signIn, another }) => {
    await signIn('care');
    await withGuest(playroom, server, 0, async (scene) => {
      await page.goto(`/dashboard/support?reservation=${scene.guest.id}`);
      await expectOnline(page, scene);
      await expect(page.getByTestId('other-person')).toHaveCount(0);
      const colleague = await another('sub');
      await colleague.goto(`/dashboard/support?reservation=${scene.guest.id}`);
      await expect(colleague.getByTestId('other-person')).toContainText(
        /님도 이 손님을 보고 있어요 · (지금|\d+초 전|\d+분 전) 열었어요/,
      );
      await expect(page.getByTestId('other-person')).toBeVisible();
      // The guest owes money, so one tap does not open the door even though no reason is required.
      await action(colleague, '지금 열기').click();
      await expect(colleague.getByTestId('doubts')).toContainText('받을 금액');
      await colleague.getByRole('dialog').getByRole('button', { name: '지금 열기' }).click();
      await expect(colleague.getByTestId('open-outcome')).toContainText('문이 열렸어요.');
      await expect(page.getByTestId('case-resolved')).toContainText('문 열림');
      await expect(page.getByTestId('other-person')).toHaveCount(0);
    });
  },
);

test(
  'a guest is masked until a reason is given, and the guest of a cancelled reservation cannot be let in',
  inSweep(),
  async ({ page, playroom, server, signIn, expectError }) => {
    expectError(/409/);
    await signIn('care');
    await withGuest(playroom, server, 2, async (scene) => {
      await page.goto(`/dashboard/support?reservation=${scene.guest.id}`);
      await expect(page.getByTestId('guest-phone')).toHaveText(`010-****-${scene.lastFour}`);
      await page.getByRole('button', { name: '전체 보기' }).tap();
      await page.getByRole('dialog', { name: '왜 확인하나요?' }).getByRole('button', { name: '연락' }).tap();
      await expect(page.getByRole('link', { name: `010-0000-${scene.lastFour}` })).toHaveAttribute(
        'href',
        `tel:0100000${scene.lastFour}`,
      );
      const { version } = await playroom.read(scene.guest.id);
      await playroom.ask('owner', 'POST', `reservation/${scene.guest.id}/cancel`, { version });
      await expect(page.getByTestId('guest-time')).toContainText('취소된 예약이에요.');
      await action(page, '지금 열기').tap();
      await expect(page.getByTestId('doubts')).toContainText('취소 상태의 예약이에요.');
      await page.getByRole('dialog').getByRole('button', { name: '두고 간 물건' }).tap();
      await expect(page.getByTestId('open-outcome')).toContainText('문을 열지 못했어요.');
      expect(scene.lock.openings()).toBe(0);
    });
  },
);

test(
  'the help desk says when a search finds nothing and when an address names an unknown reservation',
  inSweep(),
  async ({ page, signIn, expectError }) => {
    expectError(/404/);
    await signIn('admin');
    await page.goto('/dashboard/support?q=zzzzzz');
    await expect(page.getByText('맞는 예약이 없어요')).toBeVisible();
    await page.goto('/dashboard/support?reservation=01900000-0000-7000-8000-000000000000');
    await expect(page.getByTestId('error-state')).toBeVisible();
    await page.getByRole('button', { name: '다른 손님 찾기' }).tap();
    await expect(page.getByTestId('desk-today')).toBeVisible();
  },
);

const ACTIONS = {
  kr: { open: '지금 열기', code: '새 코드', extend: '연장', resolve: '다른 방법으로 해결됐어요', close: '닫기' },
  en: { open: 'Open now', code: 'New code', extend: 'Extend', resolve: 'Resolved another way', close: 'Close' },
} as const;
for (const lng of ['kr', 'en'] as const) {
  test(
    `the help desk and its dialogs have no accessibility violation and fit a phone (${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, playroom, server, signIn }) => {
      await signIn('care');
      await withGuest(playroom, server, 0, async (scene) => {
        await page.goto(`/dashboard/support?lng=${lng}`);
        await expect(page.getByTestId('desk-today')).toBeVisible();
        await expectAccessible(page, { what: 'start' });
        await fits(page);
        await page.goto(`/dashboard/support?lng=${lng}&q=${scene.lastFour}`);
        await expect(page.getByTestId('match').first()).toBeVisible();
        await expectAccessible(page, { what: 'matches' });
        await page.goto(`/dashboard/support?lng=${lng}&reservation=${scene.guest.id}`);
        await expect(doorOf(page, scene).getByTestId('code-state')).toBeVisible();
        await expectAccessible(page, { what: 'guest' });
        await fits(page);
        const { close, ...actions } = ACTIONS[lng];
        for (const name of Object.values(actions)) {
          await page.getByTestId('action-bar').getByRole('button', { name, exact: true }).tap();
          await expectAccessible(page, { what: name, within: '[role=dialog]' });
          await page.getByRole('dialog').getByRole('button', { name: close, exact: true }).tap();
          await expect(page.getByRole('dialog')).toHaveCount(0);
        }
      });
    },
  );
}
