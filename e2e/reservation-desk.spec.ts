import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { blockOf, createDialog, drawer, openBoard } from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { at, dayFromNow, GUEST, type Playroom } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** Days that no other test uses; see reservations.spec.ts and operator-tasks.spec.ts. */
const DAYS = { waitlist: 29, stale: 30, phone: 31, export: 32 } as const;
const PAGE_WIDTH = 360;

/** Finds a paid reservation of the second store’s demo that is far enough ahead for a refund. */
async function paidAhead(
  playroom: Playroom,
  nth: number,
): Promise<{ id: string; paidAmount: number; refundPercent: number }> {
  const query = new URLSearchParams({
    storeId: playroom.store('홍대점').id,
    state: 'CONFIRMED',
    paid: 'yes',
    from: at(dayFromNow(5), '00:00'),
    limit: '10',
  });
  const { items } = await playroom.ask<{ items: { id: string; paidAmount: number }[] }>(
    'owner',
    'GET',
    `reservation3?${query.toString()}`,
  );
  const paid = items.filter((it) => it.paidAmount > 0)[nth];
  if (paid === undefined) throw new Error('The demo has too few paid reservations ahead');
  const { cancellation } = await playroom.ask<{ cancellation: { refundPercent: number } }>(
    'owner',
    'GET',
    `reservation/${paid.id}`,
  );
  return { ...paid, refundPercent: cancellation.refundPercent };
}

async function openCancelling(page: Page, playroom: Playroom, reservationId: string) {
  await page.goto(`/dashboard/reservation?store=${playroom.store('홍대점').id}&reservation=${reservationId}`);
  await drawer(page).getByRole('button', { name: '예약 취소' }).click();
  return page.getByRole('dialog', { name: /취소할까요/ });
}

const won = (amount: number) => `₩${amount.toLocaleString('ko-KR')}`;

test('head office cancels a reservation with the refund of the tier or with another share', async ({
  page,
  playroom,
  signIn,
}) => {
  await signIn('sub');
  const paid = await paidAhead(playroom, 0);
  const dialog = await openCancelling(page, playroom, paid.id);
  await expect(dialog.getByLabel('환불률')).toHaveValue(String(paid.refundPercent));
  await dialog.getByLabel('환불률').fill('30');
  const refund = Math.floor(paid.paidAmount * 0.3);
  await expect(dialog.getByTestId('cancel-refund')).toHaveText(`환불 ${won(refund)}`);
  await dialog.getByLabel('사유').fill('천재지변');
  await dialog.getByRole('button', { name: '예약 취소' }).click();
  await expect(page.getByText('예약을 취소했어요.')).toBeVisible();
  expect(await playroom.read(paid.id)).toMatchObject({ state: 'CANCELLED', refundAmount: refund });
  // A person recorded the demo's payment, so a person sends its refund.
  await page
    .getByRole('dialog', { name: /직접 보내기$/ })
    .getByRole('button', { name: '나중에' })
    .click();
  await expect(drawer(page).getByText('환불할 금액 (30%)')).toBeVisible();
});

test('the help desk cancels a reservation without a refund', inSweep(), async ({ page, playroom, signIn }) => {
  await signIn('care');
  const paid = await paidAhead(playroom, 1);
  const dialog = await openCancelling(page, playroom, paid.id);
  await expect(dialog.getByTestId('cancel-tier')).toContainText('환불 없이 취소돼요');
  await expect(dialog.getByLabel('환불률')).toHaveCount(0);
  await dialog.getByRole('button', { name: '예약 취소' }).click();
  await expect(page.getByText('예약을 취소했어요.')).toBeVisible();
  expect(await playroom.read(paid.id)).toMatchObject({ state: 'CANCELLED', refundAmount: 0 });
});

test(
  'a waitlisted guest appears on the overview as soon as the time becomes free, and is booked from there',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    const date = await playroom.emptyDay(DAYS.waitlist);
    const room = await playroom.addRoom('대기 시험룸');
    const occupying = await playroom.book(room, date, '10:00', '12:00');
    const time = { storeId: playroom.storeId, roomId: room.id, startsAt: occupying.startsAt, endsAt: occupying.endsAt };
    const waiting = await playroom.ask<{ id: string; state: string }>('owner', 'POST', 'waitlist', {
      ...time,
      ...GUEST,
      guestName: '오대기',
    });
    expect(waiting.state).toBe('WAITING');
    await page.goto('/dashboard');
    await expect(page.getByTestId('overview-store').first()).toBeVisible();
    const entry = page.getByTestId('overview-freed').getByRole('link', { name: /대기 시험룸/ });
    await expect(entry).toHaveCount(0);
    await playroom.ask('owner', 'POST', `reservation/${occupying.id}/cancel`, { version: occupying.version });
    await entry.click();
    const card = page.getByTestId('waitlist-entry').filter({ hasText: '자리가 났어요: 대기 시험룸' });
    await card.getByRole('button', { name: '지금 예약' }).click();
    await expect(createDialog(page).getByLabel('손님 이름')).toHaveValue('오대기');
    await createDialog(page).getByRole('button', { name: '예약하기' }).click();
    await expect(createDialog(page)).toBeHidden();
    const states = async () =>
      (
        await playroom.ask<{ items: { id: string; state: string }[] }>(
          'owner',
          'GET',
          `waitlist?storeId=${playroom.storeId}&limit=100`,
        )
      ).items
        .filter(({ id }) => id === waiting.id)
        .map(({ state }) => state);
    await expect.poll(states).not.toContain('FREE');
  },
);

test(
  'the list of reservations is downloaded as an Excel table or as CSV',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    const reservation = await playroom.book('6번 도봉룸', await playroom.emptyDay(DAYS.export), '10:00', '12:00');
    await page.goto(`/dashboard/reservation?store=${playroom.storeId}&view=list&q=${reservation.code}`);
    await expect(page.getByTestId('reservation-row')).toContainText(reservation.code);
    for (const { item, name, begins } of [
      { item: '엑셀 (xlsx)', name: /^reservations-\d{4}-\d{2}-\d{2}\.xlsx$/, begins: 'PK' },
      { item: 'CSV', name: /^reservations-\d{4}-\d{2}-\d{2}\.csv$/, begins: '\uFEFF' },
    ]) {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: '내보내기' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      const saved = await saving;
      expect(saved.suggestedFilename()).toMatch(name);
      const text = readFileSync(await saved.path(), 'utf8');
      expect(text.startsWith(begins)).toBe(true);
      if (item === 'CSV') expect(text).toContain(reservation.code);
      expect(text).not.toContain(GUEST.guestName);
    }
  },
);

test(
  "another person’s change to a reservation is shown beside the user's own input",
  inSweep(),
  async ({ page, playroom, signIn, expectError }) => {
    expectError(/409/);
    await signIn('owner');
    const reservation = await playroom.book('6번 도봉룸', await playroom.emptyDay(DAYS.stale), '10:00', '12:00');
    await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${reservation.id}`);
    await drawer(page).getByRole('button', { name: '수정', exact: true }).click();
    await drawer(page).getByRole('textbox', { name: '메모' }).fill('풍선 준비');
    await playroom.ask('owner', 'PATCH', `reservation/${reservation.id}`, {
      version: reservation.version,
      memo: '케이크 반입',
    });
    await drawer(page).getByRole('button', { name: '저장' }).click();
    const notice = drawer(page).getByTestId('stale-reservation');
    await expect(notice).toContainText('케이크 반입');
    await expect(notice).toContainText('풍선 준비');
    expect((await playroom.read(reservation.id)).memo).toBe('케이크 반입');
    await drawer(page).getByRole('button', { name: '내 값으로 다시 보내기' }).click();
    await expect.poll(async () => (await playroom.read(reservation.id)).memo).toBe('풍선 준비');
  },
);

test(
  'on a phone no part of the reservation screens scrolls sideways',
  inSweep(),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    await page.setViewportSize({ width: PAGE_WIDTH, height: 740 });
    const date = await playroom.emptyDay(DAYS.phone);
    const reservation = await playroom.book('1번 한강룸', date, '07:00', '09:00');
    const isKept = async (what: string) =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(PAGE_WIDTH);
    await openBoard(page, playroom.storeId, date);
    await expect(blockOf(page, reservation.id)).toBeVisible();
    await isKept('day');
    await blockOf(page, reservation.id).click();
    await expect(drawer(page).getByTestId('reservation-code')).toHaveText(reservation.code);
    await isKept('drawer');
    expect((await drawer(page).boundingBox())?.width).toBeLessThanOrEqual(PAGE_WIDTH);
    await page.keyboard.press('Escape');
    await page.getByTestId('new-reservation').click();
    await expect(createDialog(page).getByTestId('live-quote')).toBeVisible();
    await isKept('dialog');
    expect(
      await createDialog(page).evaluate(
        (dialog) =>
          [...dialog.querySelectorAll('*')].filter(
            (it) => it.scrollWidth > it.clientWidth + 1 && getComputedStyle(it).overflowX === 'auto',
          ).length,
      ),
    ).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '주', exact: true }).click();
    await expect(page).toHaveURL(/view=week/);
    await isKept('week');
    await page.getByRole('button', { name: '목록' }).click();
    await expect(page.getByTestId('reservation-row').first()).toBeVisible();
    await isKept('list');
  },
);
