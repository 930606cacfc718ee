import type { Page } from '@playwright/test';
import { expectAccessible, MODES } from './support/axe.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { dayFromNow } from './support/playroom.ts';
import { saveShot } from './support/shots.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const LOG = '/dashboard/system/messages';
const TEMPLATES = '/dashboard/system/message-templates';
const INBOX = '/dashboard/system/demo-inbox';

const WORDS = {
  kr: {
    log: '손님 메시지',
    templates: '메시지 템플릿',
    inbox: '데모 수신함',
    // Each language of the tests has its own template, so that they can run at the same time.
    template: { language: 'ko', name: '이용 연장 · 한국어' },
    body: /^내용/,
    roomName: '룸 이름 넣기',
    unknown: '이 메시지에 없는 변수예요: {{accessCode}}.',
    save: '저장',
    saved: '새 버전으로 저장했어요.',
    versions: '이전 버전',
    confirmed: '예약 확정',
    resend: '다시 보내기',
    resendNamed: '예약 확정 메시지 다시 보내기',
    resent: '다시 보낸 메시지',
    day: 23,
  },
  en: {
    log: 'Guest messages',
    templates: 'Message templates',
    inbox: 'Demo inbox',
    template: { language: 'en', name: 'Stay extended · English' },
    body: /^Text/,
    roomName: 'Insert Room name',
    unknown: 'This message does not have: {{accessCode}}.',
    save: 'Save',
    saved: 'Saved as a new version.',
    versions: 'Versions',
    confirmed: 'Reservation confirmed',
    resend: 'Send again',
    resendNamed: 'Send again: Reservation confirmed',
    resent: 'Sent again',
    day: 24,
  },
} as const;

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

for (const lng of ['kr', 'en'] as const) {
  const words = WORDS[lng];

  test(
    `a template is changed with a preview, refused with a wrong variable, and keeps its versions (MS-3) (${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, signIn }) => {
      await signIn('admin');
      await page.goto(`${TEMPLATES}?lng=${lng}&kind=EXTENDED&language=${words.template.language}`);
      const dialog = page.getByRole('dialog', { name: words.template.name });
      const body = dialog.getByRole('textbox', { name: words.body });
      const mark = `${lng}-${Date.now()}`;
      await body.fill(`{{accessCode}} ${mark}`);
      await expect(dialog).toContainText(words.unknown);
      await body.fill(`${mark} `);
      await dialog.getByRole('button', { name: words.roomName }).click();
      await expect(body).toHaveValue(`${mark} {{roomName}}`);
      const preview = dialog.getByTestId('template-preview');
      await expect(preview).toContainText(mark);
      await expect(preview).not.toContainText('roomName');
      await expect(dialog.getByTestId('template-bytes')).toContainText('SMS');
      await expectAccessible(page, { what: 'the editor of a template', modes: MODES, within: '[role=dialog]' });
      await dialog.getByRole('button', { name: words.save, exact: true }).click();
      await expect(page.getByText(words.saved)).toBeVisible();
      await dialog.getByRole('tab', { name: words.versions }).click();
      await expect(dialog.getByTestId('template-version').first()).toContainText(`${mark} {{roomName}}`);
    },
  );

  test(
    `the guest of a reservation gets its message, which the log, the inbox and the reservation show and which is sent again (MS-8, MS-10) (${lng})`,
    inSweep({
      ...sweepIn(lng),
    }),
    async ({ page, signIn, playroom }) => {
      await signIn('admin');
      const room = await playroom.addRoom(`메시지 시험룸 ${Date.now()}`);
      // A phone number gets at most ten messages an hour (MS-7), and the other tests share theirs.
      const guestPhone = `010-0000-${String(Date.now() % 10_000).padStart(4, '0')}`;
      const guest = await playroom.book(room, dayFromNow(words.day), '10:00', '12:00', {
        state: 'CONFIRMED',
        guestPhone,
      });

      await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${guest.id}&lng=${lng}`);
      const section = page.getByTestId('reservation-messages');
      const sent = section.locator('[data-testid=sent-message][data-kind=CONFIRMED]');
      await expect(sent).toHaveCount(1);
      // The virtual provider reports the arrival a moment later; the stream brings it.
      await expect(sent).toHaveAttribute('data-state', 'DELIVERED');
      await page.getByTestId('fold-messages').locator('> summary').click();
      await section.getByRole('button', { name: words.resendNamed }).click();
      await page.getByRole('dialog').last().getByRole('button', { name: words.resend }).click();
      await expect(sent).toHaveCount(2);
      await expect(sent.first()).toHaveAttribute('data-state', 'DELIVERED');

      await page.goto(`${LOG}?store=${playroom.storeId}&kind=CONFIRMED&lng=${lng}`);
      const rows = page.getByTestId('message-row').filter({ hasText: guest.code });
      await expect(rows).toHaveCount(2);
      await expect(rows.first()).toContainText(words.resent);
      await expect(rows.first()).not.toContainText(guestPhone);
      await rows.first().getByRole('button').click();
      const drawer = page.getByRole('dialog', { name: words.confirmed });
      await expect(drawer.getByTestId('message-text')).toContainText(guest.code);
      await expect(drawer.getByTestId('message-attempt')).toHaveAttribute('data-state', 'DELIVERED');
      await expectAccessible(page, { what: 'a message', modes: MODES, within: '[role=dialog]' });

      await page.goto(`${INBOX}?lng=${lng}`);
      const received = page.getByTestId('inbox-item').filter({ hasText: guest.code });
      await expect(received).toHaveCount(2);
    },
  );

  test(
    `the screens of messages are accessible and fit a phone (${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, signIn }) => {
      await signIn('admin');
      await page.setViewportSize({ width: 360, height: 740 });
      for (const [path, title] of [
        [LOG, words.log],
        [TEMPLATES, words.templates],
        [`${TEMPLATES}?part=sender`, words.templates],
        [`${TEMPLATES}?part=connections`, words.templates],
        [INBOX, words.inbox],
      ] as const) {
        await page.goto(`${path}${path.includes('?') ? '&' : '?'}lng=${lng}`);
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        await expectAccessible(page, { what: path, modes: MODES });
        await saveShot(page, `${path.replace(/\W+/g, '-')}-${lng}-360`);
      }
    },
  );
}

test(
  'SUB_ADMIN reads the templates without a button to save, and does not see the connections',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('sub');
    await page.goto(`${TEMPLATES}?part=connections`);
    await expect(page.getByTestId('message-template').first()).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText(['템플릿', '매장별 설정']);
    await page.getByTestId('message-template').first().getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByTestId('template-preview')).toBeVisible();
    await expect(dialog.getByRole('button', { name: '저장' })).toHaveCount(0);
  },
);
