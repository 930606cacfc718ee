import type { Page } from '@playwright/test';
import { expectAccessible, MODES } from './support/axe.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { saveShot } from './support/shots.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const PAGE = '/dashboard/on-call';

const WORDS = {
  kr: {
    title: '당직',
    rules: '당직 규칙',
    on: '당직 알림 사용',
    addFirst: '알릴 사람 정하기',
    addNext: '다음 단계 추가',
    next: '2단계',
    wait: '1단계 뒤',
    push: '푸시 알림',
    email: '이메일',
    notBy: '고른 방법으로는 지금 알릴 수 없어요: 푸시 알림',
    save: '저장',
    saved: '저장했어요.',
    test: '지금 테스트하기',
    take: '당직 테스트: 제가 맡을게요',
    takenBy: '김본부 님이',
    refused: /테스트가 아직 진행 중이거나/,
    nobody: '당직 알림을 켜려면 알릴 사람을 정해 주세요.',
    ended: '끝난 일까지',
    care: '손님 응대',
  },
  en: {
    title: 'On call',
    rules: 'On-call rules',
    on: 'Notify people on call',
    addFirst: 'Choose people',
    addNext: 'Add a step',
    next: 'Step 2',
    wait: 'After step 1',
    push: 'Push',
    email: 'E-mail',
    notBy: 'Cannot be reached by the chosen channels: Push',
    save: 'Save',
    saved: 'Saved.',
    test: 'Test now',
    take: 'On-call test: I’ll take it',
    takenBy: '김본부 took it',
    refused: /A test for this store is still open/,
    nobody: 'Choose people before you turn this on.',
    ended: 'Pending and resolved',
    care: 'Help desk',
  },
} as const;

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
const incident = (page: Page) => page.locator('[data-testid=incident][data-kind=TEST]').first();

for (const lng of ['kr', 'en'] as const) {
  const words = WORDS[lng];

  test(
    `the rules of a store are set, a test notifies the first step, and a person takes it (OC-1, OC-3, OC-5, OC-6) (${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, signIn, playroom, errors }) => {
      // The second test is refused.
      errors.patterns.push(/409 \(Conflict\).*\/on-call\/test/);
      const mark = Date.now().toString(36);
      const store = await playroom.ask<{ id: string }>('admin', 'POST', 'store', {
        name: `당직점 ${mark}`,
        code: `on-call-${lng}-${mark}`,
      });
      await signIn('admin');
      await page.goto(`${PAGE}?part=rules&store=${store.id}&lng=${lng}`);
      const rules = page.getByTestId('on-call-rules');
      await rules.getByRole('switch', { name: words.on }).check();
      await rules.getByRole('button', { name: words.save }).click();
      await expect(rules).toContainText(words.nobody);
      await rules.getByRole('button', { name: words.addFirst }).click();
      const first = rules.getByTestId('on-call-step').first();
      await first.getByRole('checkbox', { name: /김본부/ }).check();
      await expect(first).toContainText(words.notBy);
      await first.getByRole('checkbox', { name: words.email, exact: true }).check();
      await first.getByRole('checkbox', { name: words.push, exact: true }).uncheck();
      await rules.getByRole('button', { name: words.addNext }).click();
      const second = rules.getByRole('group', { name: words.next });
      await second.getByRole('textbox', { name: words.wait }).fill('15');
      await second.getByRole('checkbox', { name: words.email, exact: true }).check();
      await second.getByRole('checkbox', { name: /이부장/ }).check();
      await expectAccessible(page, { what: 'the on-call rules', modes: MODES });
      await rules.getByRole('button', { name: words.save }).click();
      await expect(page.getByText(words.saved)).toBeVisible();
      await expect(page.getByTestId('save-bar')).toHaveCount(0);

      await page.getByRole('button', { name: words.test }).click();
      await expect(page).toHaveURL(new RegExp(`store=${store.id}&incident=`));
      await expect(incident(page)).toHaveAttribute('data-state', 'OPEN');
      // The server notifies the first step within its next review; the stream brings the notice.
      await expect(incident(page).getByTestId('incident-notice')).toHaveAttribute('data-channel', 'EMAIL');
      await page.goto(`${PAGE}?part=rules&store=${store.id}&lng=${lng}`);
      await page.getByRole('button', { name: words.test }).click();
      await expect(page.getByRole('alert').filter({ hasText: words.refused })).toBeVisible();

      // At night it is taken on a phone.
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(`${PAGE}?store=${store.id}&lng=${lng}`);
      const acknowledge = page.getByRole('button', { name: words.take });
      await expect(acknowledge).toBeInViewport();
      expect((await acknowledge.boundingBox())?.height).toBeGreaterThanOrEqual(48);
      await expectAccessible(page, { what: 'an incident', modes: MODES });
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await saveShot(page, `on-call-incident-${lng}-360`);
      await acknowledge.click();
      // A taken test is over, so the list of pending incidents loses it.
      await expect(page.getByTestId('empty-state')).toBeVisible();
      await page.goto(`${PAGE}?store=${store.id}&show=ALL&lng=${lng}`);
      await expect(incident(page)).toContainText(words.takenBy);
      await expect(incident(page)).toHaveAttribute('data-state', 'RESOLVED');
      // Other tests count the open stores.
      const { version } = await playroom.ask<{ version: number }>('admin', 'GET', `store/${store.id}`);
      await playroom.ask('admin', 'POST', `store/${store.id}/close`, { version, reason: '시험 끝' });
    },
  );

  test(
    `the screens of on-call are accessible and fit a phone (${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, signIn }) => {
      await signIn('owner');
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 740 });
        for (const path of [PAGE, `${PAGE}?part=rules`]) {
          await page.goto(`${path}${path.includes('?') ? '&' : '?'}lng=${lng}`);
          await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
          await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
          expect(await overflow(page)).toBeLessThanOrEqual(0);
          await expectAccessible(page, { what: `${path} at ${width} px`, modes: MODES });
          await saveShot(page, `${path.replace(/\W+/g, '-')}-${lng}-${width}`);
        }
      }
    },
  );
}

test(
  'the help desk reads the rules without names or a button to save, and finds the incidents from its first screen',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('care');
    await page.goto('/dashboard/support');
    await page.getByRole('link', { name: /당직/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: '당직' })).toBeVisible();
    await page.getByRole('tab', { name: '당직 규칙' }).click();
    await expect(page.getByTestId('on-call-rules').getByRole('switch')).toBeDisabled();
    await expect(page.getByTestId('on-call-person')).toHaveCount(0);
    await expect(page.getByRole('button', { name: '지금 테스트하기' })).toHaveCount(0);
  },
);
