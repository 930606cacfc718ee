import type { Page } from '@playwright/test';
import { PAGE_STATES } from '../apps/guest/src/testing/page-states.ts';
import { SAMPLE_NOW, SAMPLE_TOKEN } from '../apps/guest/src/testing/sample-page.ts';
import { violations } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { issueLink } from './support/guest-link.ts';
import { findLayoutFaults } from './support/layout-faults.ts';
import { openPlainDocuments } from './support/plain-document.ts';
import { at, dayFromNow, type Playroom } from './support/playroom.ts';
import { saveShot } from './support/shots.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 4);

/** What happens to a stay while its page is open on a phone (GP-9, GP-10, GP-11, GT-4). */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, hasOwnContext: true });

const WORDS = {
  kr: {
    cancel: '예약 취소',
    keep: '예약 유지하기',
    rules: '까지 취소하면 전액 환불',
    byStore: '매장에서 취소했어요',
    back: '돌려드려요',
    withStore: '에서 확인하고 있어요',
    again: '다시 예약하기',
    scanned: 'QR 코드를 찍은 룸',
    left: '안에 결제하면',
    expired: '결제 시간이 지나 예약이 만료됐어요',
    notCharged: '결제된 금액은 없어요',
    moved: '매장에서 바꿨어요',
    due: '결제할 금액이',
    read: '확인했어요',
    before: '이전 예약 시간',
    invalid: '사용할 수 없는 링크예요',
  },
  en: {
    cancel: 'Cancel reservation',
    keep: 'Keep reservation',
    rules: 'for a full refund',
    byStore: 'Cancelled by the store',
    back: 'back',
    withStore: 'is checking it',
    again: 'Book again',
    scanned: 'You scanned the QR code of this room',
    left: 'Pay within',
    expired: 'The time to pay is over, so the reservation has expired',
    notCharged: 'You were not charged',
    moved: 'Changed by the store',
    due: 'left to pay by',
    read: 'Got it',
    before: 'Time before the change',
    invalid: 'This link cannot be used',
  },
} as const;

/** The page is accessible in both modes and fits. */
async function checkAppearance(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
    await saveShot(page, `${name}-${colorScheme}`);
  }
  expect(await page.evaluate(findLayoutFaults)).toEqual([]);
}

async function bookPaid(playroom: Playroom, name: string, days: number) {
  const room = await playroom.addRoom(`${name} ${Date.now()}`);
  const stay = await playroom.book(room, dayFromNow(days), '10:00', '12:00');
  await playroom.ask('owner', 'POST', 'payment', {
    reservationId: stay.id,
    method: 'CASH',
    amount: stay.priceAmount,
  });
  return { room, stay, link: await issueLink(playroom, stay.id) };
}

for (const { language, locale } of [
  { language: 'kr', locale: 'ko-KR' },
  { language: 'en', locale: 'en-US' },
] as const) {
  const words = WORDS[language];
  test.describe(`in ${language}`, () => {
    test.use({ locale });

    test('a stay that staff cancel keeps its open page, with the refund, the phone and booking again (GP-9, GP-11)', async ({
      page,
      playroom,
    }) => {
      const { room, stay, link } = await bookPaid(playroom, '살아 있는 예약', language === 'kr' ? 26 : 27);
      await page.goto(link);
      await expect(page.getByTestId('refund-rules')).toContainText(words.rules);
      await page.getByTestId('manage').getByRole('button', { name: words.cancel }).tap();
      const panel = page.getByTestId('cancel-panel');
      await expect(panel).toContainText(words.rules);
      expect(await violations(page)).toEqual([]);
      await panel.getByRole('button', { name: words.keep }).tap();

      const { version } = await playroom.read(stay.id);
      await playroom.ask('owner', 'POST', `reservation/${stay.id}/cancel`, { version, reason: '누수' });
      const cancelled = page.getByTestId('cancelled');
      await expect(cancelled).toContainText(words.back);
      await expect(page.getByTestId('ended-by')).toContainText(words.byStore);
      await expect(cancelled.getByTestId('refund-progress')).toContainText(words.withStore);
      await expect(cancelled.getByRole('link', { name: /02-/ })).toHaveAttribute('href', /^tel:02/);
      await expect(page.getByRole('main')).not.toContainText('누수');
      for (const gone of ['doors', 'code', 'manage', 'wifi']) await expect(page.getByTestId(gone)).toHaveCount(0);
      await checkAppearance(page, `life-cancelled-${language}`);

      // The same link later, on the same phone.
      await page.reload();
      await expect(page.getByTestId('ended-by')).toContainText(words.byStore);
      await expect(page.getByTestId('payments')).toBeVisible();
      await cancelled.getByRole('link', { name: words.again }).tap();
      await page.waitForURL(/\/b\/playroom\//);
      await expect(page.getByTestId('now').getByRole('heading')).toHaveText(room.name);
      await expect(page.getByTestId('now')).toContainText(words.scanned);
    });

    test('a hold that ends while the page is open says so, that nothing was charged, and takes no more payment (GP-9)', async ({
      page,
    }) => {
      const held = await playHold(page);
      await page.goto(`/g/${SAMPLE_TOKEN}`);
      await expect(page.getByTestId('hold')).toContainText(words.left);
      await expect(page.getByTestId('pay').getByRole('button')).toBeVisible();
      await held.end();
      await expect(page.getByTestId('hold')).toContainText(words.expired);
      await expect(page.getByTestId('pay').getByRole('button')).toHaveCount(0);
      await held.expire();
      await expect(page.getByTestId('ended-by')).toContainText(words.expired);
      await expect(page.getByTestId('cancelled')).toContainText(words.notCharged);
      await expect(page.getByTestId('cancelled').getByRole('link', { name: words.again })).toBeVisible();
      await checkAppearance(page, `life-expired-${language}`);
    });

    test(
      'a dearer move by staff shows the old and the new time and what is due on top, until it is read (GP-10)',
      inSweep(),
      async ({ page, playroom }) => {
        const { stay, link } = await bookPaid(playroom, '바뀐 예약', language === 'kr' ? 28 : 29);
        await page.goto(link);
        await expect(page.getByTestId('manage')).toBeVisible();
        await expect(page.getByTestId('moved')).toHaveCount(0);
        const { version } = await playroom.read(stay.id);
        const endsAt = at(dayFromNow(language === 'kr' ? 28 : 29), '13:00');
        await playroom.ask('owner', 'PATCH', `reservation/${stay.id}`, { version, endsAt });
        const moved = page.getByTestId('moved');
        await expect(moved).toContainText(words.moved);
        await expect(moved).toContainText('10:00–12:00');
        await expect(moved).toContainText('10:00–13:00');
        const due = page.getByTestId('due');
        await expect(due).toContainText(words.due);
        const [dueBox, whenBox] = [await due.boundingBox(), await page.getByTestId('when').boundingBox()];
        expect(dueBox?.y).toBeLessThan(whenBox?.y ?? 0);
        await expect(page.getByTestId('pay').getByRole('button')).toBeVisible();
        await checkAppearance(page, `life-moved-${language}`);

        await moved.getByRole('button', { name: words.read }).tap();
        await expect(moved).toHaveCount(0);
        await page.reload();
        await expect(page.getByTestId('when')).toContainText(words.before);
        await expect(moved).toHaveCount(0);
        expect(await violations(page)).toEqual([]);
      },
    );

    test(
      'an unknown link, a broken one and one that staff revoke while it is open get the same page (GT-4)',
      inSweep(),
      async ({ page, playroom, expectError }) => {
        expectError(/status of 40[14]/);
        const reply = await page.goto(`/g/mjg_${'A'.repeat(43)}`);
        expect(reply?.headers()['x-robots-tag']).toContain('noindex');
        const neutral = page.getByTestId('invalid-link');
        await expect(neutral).toContainText(words.invalid);
        const shown = await page.getByRole('main').innerText();
        await checkAppearance(page, `life-invalid-${language}`);
        await page.goto('/g/mjg_short');
        await expect(neutral).toBeVisible();
        expect(await page.getByRole('main').innerText()).toBe(shown);

        const room = await playroom.addRoom(`끊긴 링크 ${Date.now()}`);
        const stay = await playroom.book(room, dayFromNow(30), '10:00', '12:00');
        await page.goto(await issueLink(playroom, stay.id));
        await expect(page.getByTestId('when')).toBeVisible();
        await playroom.ask('owner', 'DELETE', `reservation/${stay.id}/guest-access`);
        await expect(neutral).toContainText(words.invalid);
        await expect(page.getByRole('main')).not.toContainText(room.name);
        await page.reload();
        await expect(neutral).toBeVisible();
        expect(await page.getByRole('main').innerText()).toBe(shown);
      },
    );
  });
}

test(
  'the preview of a messenger reads nothing of the stay and is no device (GT-14)',
  inSweep(),
  async ({ browser, page, playroom, server }) => {
    const { room, link } = await bookPaid(playroom, '미리 보기', 25);
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: server,
      viewport: { width: 360, height: 740 },
    });
    try {
      const preview = await context.newPage();
      // The program of the messenger requests the address and opens no page: a browser that does gets the content (GP-1).
      await preview.route(server + link, async (route) =>
        route.fulfill({ response: await context.request.get(server + link) }),
      );
      await preview.goto(link);
      const note = preview.locator('noscript');
      await expect(note.locator('strong')).toContainText('JavaScript가 꺼져 있어');
      await expect(note.locator('[lang=en]')).toContainText('JavaScript is blocked');
      expect(await preview.content()).not.toContain(room.name);
      expect(await context.cookies()).toEqual([]);
      await saveShot(preview, 'life-noscript');
    } finally {
      await context.close();
    }
    // The guest opens the link twice; another device would need the code of the phone.
    await page.goto(link);
    await expect(page.getByTestId('manage')).toBeVisible();
    await page.reload();
    await page.getByTestId('manage').getByRole('button', { name: WORDS.kr.cancel }).tap();
    const panel = page.getByTestId('cancel-panel');
    await expect(panel).toContainText(WORDS.kr.rules);
    // Of a link that one device uses only the account for the refund needs a code (GT-20).
    await panel.getByRole('checkbox', { name: '계좌는 나중에 매장에 알려 줄게요' }).tap();
    await expect(page.getByTestId('phone-code')).toHaveCount(0);
  },
);

const HOLD_MS = 300_000;
const SECOND_MS = 1000;

/** The sample page of an unpaid stay, whose hold ends in five minutes of the stopped clock of the page. */
async function playHold(page: Page) {
  const stateOf = (name: string) => {
    const found = PAGE_STATES.find((state) => state.name === name);
    if (found === undefined) throw new Error(`No state ${name}`);
    return found.page;
  };
  const [unpaid, expired] = [stateOf('unpaid'), stateOf('expired')];
  const startMs = Date.parse(SAMPLE_NOW);
  const holdExpiresAt = new Date(startMs + HOLD_MS).toISOString();
  let [passedMs, hasExpired] = [0, false];
  await page.clock.install({ time: startMs });
  await openPlainDocuments(page);
  await page.route('**/api/v2/guest/page', (route) => {
    const now = new Date(startMs + passedMs).toISOString();
    const held = { ...unpaid, reservation: { ...unpaid.reservation, holdExpiresAt } };
    return route.fulfill({ json: { ...(hasExpired ? expired : held), now } });
  });
  return {
    /** The page reaches the end of the hold before the server has written it. */
    end: async () => {
      passedMs = HOLD_MS + SECOND_MS;
      await page.clock.fastForward(passedMs);
    },
    expire: async () => {
      hasExpired = true;
      await expect(async () => {
        passedMs += 10 * SECOND_MS;
        await page.clock.fastForward(10 * SECOND_MS);
        await expect(page.getByTestId('ended-by')).toBeVisible({ timeout: SECOND_MS });
      }).toPass();
    },
  };
}
