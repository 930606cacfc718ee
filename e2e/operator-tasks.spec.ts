import type { Locator, Page } from '@playwright/test';
import { startKeypadLock } from '@munjigi/virtual-devices';
import { blockOf, broughtIntoSight, createDialog, drawer, row, xOnBoard } from './support/board.ts';
import { brokerOf } from './support/broker.ts';
import { expect, test } from './support/fixtures.ts';
import { at, dayFromNow, GUEST, type Playroom, type Reservation } from './support/playroom.ts';
import { ANY_WIDTH, SECOND_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/**
 * Counts what a person does with mouse and keys: a click, a drag, a key, or a text typed into one field counts as one
 * action.
 */
class Operator {
  private readonly page: Page;
  private count = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator, position?: { x: number; y: number }): Promise<void> {
    this.count += 1;
    await target.click(position === undefined ? {} : { position });
  }

  async press(key: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.press(key);
  }

  /** Types into the field that has the focus. */
  async type(text: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.type(text);
  }

  /** Fills a field that takes one action, by a picker or by typing, such as a date. */
  async fill(field: Locator, text: string): Promise<void> {
    this.count += 1;
    await field.fill(text);
  }

  async drag(from: Locator, to: Locator, toX: number): Promise<void> {
    this.count += 1;
    await from.dragTo(to, { targetPosition: { x: toX, y: 20 }, steps: 6 });
  }

  /** Ends a task: expects at most `most` actions (six by default) and writes its line of docs/operator-tasks.md. */
  done(task: string, most = 6): void {
    console.info(`| ${task} | ${String(this.count)} |`);
    expect(this.count, task).toBeLessThanOrEqual(most);
    test.info().annotations.push({ type: 'strokes', description: `${task}: ${String(this.count)}` });
  }
}

/** Every task begins on the board of the store, where operators work all day. */
async function atTheBoard(page: Page, playroom: Playroom, date?: string): Promise<Operator> {
  await page.goto(`/dashboard/reservation?store=${playroom.storeId}${date === undefined ? '' : `&date=${date}`}`);
  await expect(page.getByTestId('board-row').first()).toBeVisible();
  return new Operator(page);
}

test.beforeEach(async ({ signIn }) => signIn('owner'));

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(
    `operator task: a walk-in from this minute on is reserved, paid and let in with three taps, counted from its room (${String(width)} px)`,
    width === 390 ? ANY_WIDTH : SECOND_WIDTH,
    async ({ page, playroom, server }) => {
      await page.setViewportSize({ width, height });
      const name = `현장 ${String(width)} 시험룸 ${String(process.pid)}`;
      const room = await playroom.addRoom(name);
      const lock = await startKeypadLock({
        url: brokerOf(server),
        baseTopic: `playroom/gangnam/walk-in-${String(width)}-${String(process.pid)}`,
        name: 'lock',
        answerMs: 250,
      });
      try {
        await playroom.ask('admin', 'POST', 'door', {
          manualBinding: { storeId: playroom.storeId, binding: lock.binding },
          name: `${name} 문`,
          roomId: room.id,
        });
        const operator = await atTheBoard(page, playroom);
        await operator.click(page.getByTestId('walk-in'));
        const dialog = page.getByRole('dialog', { name: '현장 예약' });
        const free = dialog.locator(`[data-testid=walk-in-room][data-room="${room.id}"]`);
        await expect(free).toContainText('₩');
        await operator.click(free);
        await expect(dialog.getByTestId('walk-in-made')).toContainText(new RegExp(`${name}[을를] 예약했어요`));
        await operator.click(dialog.getByRole('group', { name: '결제 수단' }).getByRole('button', { name: '카드' }));
        await expect(dialog.getByTestId('payment-taken')).toContainText('결제 완료 · 카드 ₩');
        await operator.click(dialog.getByRole('button', { name: `${name} 문 열기` }));
        await expect(
          dialog
            .getByTestId('door-line')
            .filter({ hasText: `${name} 문` })
            .getByTestId('door-outcome'),
        ).toContainText('열렸어요');
        operator.done('walk-in, paid and let in', 4);

        const { items } = await playroom.ask<{ items: Reservation[] }>(
          'owner',
          'GET',
          `reservation3?storeId=${playroom.storeId}&roomId=${room.id}`,
        );
        expect(items).toMatchObject([{ guestName: '' }]);
        expect(items[0]?.paidAmount).toBe(items[0]?.priceAmount);
        // The shortest stay that the store sells, from the minute of the tap on.
        expect(Date.parse(String(items[0]?.endsAt)) - Date.parse(String(items[0]?.startsAt))).toBe(3_600_000);
        await dialog.getByRole('button', { name: '예약 상세' }).click();
        await expect(drawer(page).getByTestId('guest-name')).toHaveText('현장 손님');
      } finally {
        await lock.stop();
      }
    },
  );
}

test('operator task: move a reservation to another room', inSweep(), async ({ page, playroom }) => {
  const date = await playroom.emptyDay(41);
  const reservation = await playroom.book('1번 한강룸', date, '10:00', '12:00');
  const operator = await atTheBoard(page, playroom, date);
  await operator.drag(blockOf(page, reservation.id), row(page, playroom.room('2번 남산룸').id), xOnBoard('17:00'));
  await expect.poll(async () => (await playroom.read(reservation.id)).roomId).toBe(playroom.room('2번 남산룸').id);
  operator.done('move to another room');
});

test('operator task: extend a reservation by half an hour', inSweep(), async ({ page, playroom }) => {
  const date = await playroom.emptyDay(42);
  const reservation = await playroom.book('1번 한강룸', date, '10:00', '12:00');
  const operator = await atTheBoard(page, playroom, date);
  await operator.click(blockOf(page, reservation.id));
  await operator.click(drawer(page).getByRole('button', { name: '연장', exact: true }));
  await operator.click(drawer(page).getByRole('button', { name: '12:30까지 연장' }));
  await expect.poll(async () => (await playroom.read(reservation.id)).endsAt).toBe(at(date, '12:30'));
  operator.done('extend by 30 minutes');
});

test('operator task: cancel a reservation with the refund of its tier', inSweep(), async ({ page, playroom }) => {
  const date = dayFromNow(46);
  const paid = await playroom.book(await playroom.addRoom('취소 시험룸'), date, '10:00', '12:00');
  await playroom.ask('owner', 'POST', 'payment', { reservationId: paid.id, method: 'CARD', amount: paid.priceAmount });
  const detail = await playroom.ask<{ cancellation: { refundAmount: number } }>(
    'owner',
    'GET',
    `reservation/${paid.id}`,
  );
  const operator = await atTheBoard(page, playroom, date);
  await operator.click(await broughtIntoSight(page, blockOf(page, paid.id)));
  await operator.click(drawer(page).getByRole('button', { name: '예약 취소' }));
  await expect(page.getByTestId('cancel-refund')).toHaveText(
    `환불 ₩${detail.cancellation.refundAmount.toLocaleString('ko-KR')}`,
  );
  await operator.click(page.getByRole('dialog', { name: /취소할까요/ }).getByRole('button', { name: '예약 취소' }));
  await expect(page.getByText('예약을 취소했어요.')).toBeVisible();
  expect(await playroom.read(paid.id)).toMatchObject({
    state: 'CANCELLED',
    refundAmount: detail.cancellation.refundAmount,
  });
  operator.done('cancel with the right refund');
});

test('operator task: block a room for cleaning', inSweep(), async ({ page, playroom }) => {
  const operator = await atTheBoard(page, playroom, await playroom.emptyDay(43));
  await operator.click(row(page, playroom.room('4번 인왕룸').id), { x: xOnBoard('11:00') + 5, y: 20 });
  await operator.click(createDialog(page).getByText('시간 막기').first());
  await operator.click(createDialog(page).getByRole('button', { name: '시간 막기' }).last());
  await expect(page.locator('[data-testid=board-block][data-state=BLOCK][aria-label^="4번 인왕룸, "]')).toContainText(
    '청소',
  );
  operator.done('block for cleaning');
});

test('operator task: find a reservation by the last four digits', inSweep(), async ({ page, playroom }) => {
  const reservation = await playroom.book('1번 한강룸', await playroom.emptyDay(44), '10:00', '12:00', {
    guestPhone: '010-0000-9047',
  });
  const operator = await atTheBoard(page, playroom);
  await operator.click(page.getByRole('button', { name: '목록' }));
  await operator.fill(page.getByRole('searchbox', { name: '검색' }), '9047');
  await expect(page.getByTestId('reservation-row').filter({ hasText: reservation.code })).toBeVisible();
  await expect(page.getByTestId('reservation-row').filter({ hasNotText: '9047' })).toHaveCount(0);
  operator.done('find by last four digits');
});

test('operator task: show tomorrow', inSweep(), async ({ page, playroom }) => {
  const operator = await atTheBoard(page, playroom);
  await operator.click(page.getByRole('button', { name: '다음 날' }));
  await expect(page).toHaveURL(/date=\d{4}-\d{2}-\d{2}/);
  await expect(page.getByTestId('board-block').first()).toBeVisible();
  operator.done('see tomorrow');
});

test('operator task: show the price of a Saturday night', inSweep(), async ({ page, playroom }) => {
  const today = new Date(`${dayFromNow(0)}T00:00:00Z`).getUTCDay();
  const saturday = dayFromNow(49 + ((6 - today + 7) % 7));
  const room = await playroom.addRoom('토요일 시험룸');
  const operator = await atTheBoard(page, playroom);
  await operator.fill(page.getByLabel('날짜', { exact: true }), saturday);
  await expect(page.getByTestId('board')).toHaveAttribute(
    'aria-label',
    new RegExp(`${Number(saturday.slice(5, 7))}월 ${Number(saturday.slice(8))}일`),
  );
  await operator.click(await broughtIntoSight(page, row(page, room.id)), { x: xOnBoard('22:00') + 5, y: 20 });
  await expect(
    createDialog(page)
      .getByText(/₩[\d,]+/)
      .first(),
  ).toBeVisible();
  operator.done('price of Saturday night');
});

test('operator task: show the guest in a room', inSweep(), async ({ page, playroom }) => {
  const room = await playroom.addRoom('3호 시험룸');
  const now = Date.now();
  const startsAt = new Date(now - (now % 1_800_000)).toISOString();
  const reservation = await playroom.ask<{ id: string }>('owner', 'POST', 'reservation', {
    roomId: room.id,
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
    ...GUEST,
    channel: 'WALK_IN',
  });
  const operator = await atTheBoard(page, playroom);
  await operator.click(await broughtIntoSight(page, blockOf(page, reservation.id)));
  await operator.click(drawer(page).getByRole('button', { name: '보기' }));
  await operator.click(page.getByRole('dialog', { name: '왜 확인하나요?' }).getByRole('button', { name: '본인 확인' }));
  await expect(drawer(page).getByTestId('guest-name')).toHaveText(GUEST.guestName);
  operator.done('who is in room 3');
});

test('operator task: create a weekly series', inSweep(), async ({ page, playroom }) => {
  const room = await playroom.addRoom('정기 시험룸');
  const operator = await atTheBoard(page, playroom, dayFromNow(17));
  await page.getByTestId('board').evaluate((board) => (board.scrollTop = board.scrollHeight));
  await operator.click(row(page, room.id), { x: xOnBoard('10:00') + 5, y: 20 });
  await expect(createDialog(page).getByLabel('손님 이름')).toBeFocused();
  await operator.type(GUEST.guestName);
  await operator.press('Tab');
  await operator.type(GUEST.guestPhone);
  await operator.click(createDialog(page).getByLabel('반복 예약'));
  // The dates and their prices are shown before anything is created.
  await expect(createDialog(page).getByTestId('occurrences').locator('tr[data-refused=false]')).toHaveCount(5);
  await operator.click(createDialog(page).getByRole('button', { name: '5건 예약하기' }));
  await expect(page.getByText('5건을 예약했어요.')).toBeVisible();
  operator.done('weekly series');
});

test(
  'operator task: close a room with three guests, and refund all of them in full',
  inSweep(),
  async ({ page, playroom, expectError }) => {
    expectError(/status of 409/);
    await settleAllStranded(playroom);
    // The form proposes the next business date, which begins at six.
    const date = dayFromNow(Number(at(dayFromNow(0), '06:00') <= new Date().toISOString()));
    const name = `휴무 시험룸 ${String(process.pid)}`;
    const room = await playroom.addRoom(name);
    const guests: Reservation[] = [];
    for (const [from, to] of [
      ['10:00', '12:00'],
      ['13:00', '15:00'],
      // Past midnight.
      ['23:00', '25:00'],
    ] as const) {
      const reservation = await playroom.book(room, date, from, to);
      await playroom.ask('owner', 'POST', 'payment', {
        reservationId: reservation.id,
        method: 'CASH',
        amount: reservation.priceAmount,
      });
      guests.push(reservation);
    }
    const operator = await atTheBoard(page, playroom, date);
    await operator.click(page.getByRole('link', { name: '매장 설정' }));
    await operator.click(page.getByRole('tab', { name: '휴무' }));
    await operator.click(page.getByRole('button', { name: '휴무 추가' }));
    const dialog = page.getByRole('dialog', { name: '휴무 추가' });
    await operator.click(dialog.getByLabel('매장 전체'));
    await operator.click(dialog.getByLabel(name));
    await operator.click(dialog.getByLabel('사유'));
    await operator.type('누수 공사');
    await operator.click(dialog.getByRole('button', { name: '휴무로 정하기' }));
    await operator.click(page.getByRole('button', { name: '그래도 저장' }));
    const rows = page.getByTestId('stranded-guest');
    await expect(rows).toHaveCount(guests.length);
    await expect(rows.first()).toContainText(`${name} · `);
    await operator.click(page.getByRole('button', { name: '모두 취소하고 환불' }));
    await operator.click(
      page.getByRole('dialog', { name: /3명의 예약을 취소할까요/ }).getByRole('button', { name: '취소하고 환불' }),
    );
    await expect(page.getByText('예약 3건을 취소했어요.')).toBeVisible();
    await expect(page.getByTestId('stranded-guests')).toHaveCount(0);
    for (const { id, priceAmount } of guests)
      expect(await playroom.read(id)).toMatchObject({ state: 'CANCELLED', refundAmount: priceAmount });
    operator.done('close a room with three guests', 12);
  },
);

/** Cancels what an earlier try of the test left: the list is of the whole store. */
async function settleAllStranded(playroom: Playroom): Promise<void> {
  const { items } = await playroom.ask<{ items: { reservation: Reservation }[] }>(
    'owner',
    'GET',
    `stranded-guest?storeId=${playroom.storeId}`,
  );
  if (items.length > 0)
    await playroom.ask('owner', 'POST', 'stranded-guest/settle', {
      items: items.map(({ reservation: { id, version } }) => ({ act: 'CANCEL', reservationId: id, version })),
    });
}
