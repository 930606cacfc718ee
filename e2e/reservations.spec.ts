import { block, blockOf, createDialog, drag, drawer, fillGuest, openBoard } from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { at, dayFromNow, GUEST } from './support/playroom.ts';
import { ANY_WIDTH, stopClock } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/**
 * Each test has a day later than the demo's reservations, with an empty day on either side, because the board shows
 * those too.
 */
const DAYS = {
  drag: 22,
  keys: 24,
  move: 26,
  carry: 28,
  resize: 34,
  refuse: 36,
  live: 38,
  midnight: 40,
  late: 46,
  below: 58,
} as const;
const MASKED = '나*험';

test.beforeEach(async ({ signIn }) => signIn('owner'));

test('a drag over free time on the board creates a reservation with its price', async ({ page, playroom }) => {
  const date = await playroom.emptyDay(DAYS.drag);
  await openBoard(page, playroom.storeId, date);
  await drag(page, playroom, date, { room: '2번 남산룸', clock: '10:05' }, { room: '2번 남산룸', clock: '11:55' });
  await expect(createDialog(page).getByLabel('룸', { exact: true })).toHaveValue(playroom.room('2번 남산룸').id);
  await fillGuest(page);
  await expect(createDialog(page).getByTestId('price-total')).toHaveText(/₩[\d,]+/);
  await createDialog(page).getByRole('button', { name: '예약하기' }).click();
  await expect(block(page, '2번 남산룸', '10:00–12:00')).toContainText(MASKED);
});

test(
  'the keyboard alone finds a free time on the board, and creates, opens and closes a reservation',
  inSweep(),
  async ({ page, playroom }) => {
    const date = await playroom.emptyDay(DAYS.keys);
    await openBoard(page, playroom.storeId, date);
    await page.getByTestId('board').focus();
    await page.keyboard.press('Home');
    for (const key of ['ArrowDown', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight'])
      await page.keyboard.press(key);
    await expect(page.getByTestId('board-cursor')).toHaveAttribute('aria-label', /^2번 남산룸, .*비어 있음$/);
    await page.keyboard.press('Enter');
    await expect(createDialog(page).getByLabel('손님 이름')).toBeFocused();
    await page.keyboard.type(GUEST.guestName);
    await page.keyboard.press('Tab');
    await page.keyboard.type(GUEST.guestPhone);
    await page.keyboard.press('Enter');
    await expect(createDialog(page)).toBeHidden();
    await expect(block(page, '2번 남산룸', '00:30–02:00')).toBeVisible();
    await expect(page.getByTestId('board')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(drawer(page).getByTestId('reservation-place')).toContainText('2번 남산룸');
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toBeHidden();
    await expect(page.getByTestId('board')).toBeFocused();
  },
);

test('a reservation is dragged to another room and time, and the move is undone', async ({ page, playroom }) => {
  const date = await playroom.emptyDay(DAYS.move);
  const reservation = await playroom.book('3번 북악룸', date, '10:00', '12:00');
  await openBoard(page, playroom.storeId, date);
  await drag(page, playroom, date, { room: '3번 북악룸', clock: '11:00' }, { room: '4번 인왕룸', clock: '13:00' });
  await expect(block(page, '4번 인왕룸', '12:00–14:00')).toBeVisible();
  await expect.poll(async () => (await playroom.read(reservation.id)).startsAt).toBe(at(date, '12:00'));
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expect(block(page, '3번 북악룸', '10:00–12:00')).toBeVisible();
  await expect
    .poll(async () => playroom.read(reservation.id))
    .toMatchObject({ roomId: reservation.roomId, startsAt: reservation.startsAt, endsAt: reservation.endsAt });
});

test(
  'the key M moves a reservation to another room and time, and Escape leaves it where it was',
  inSweep(),
  async ({ page, playroom }) => {
    const date = await playroom.emptyDay(DAYS.carry);
    const reservation = await playroom.book('1번 한강룸', date, '07:00', '08:00');
    await openBoard(page, playroom.storeId, date);
    await expect(blockOf(page, reservation.id)).toBeVisible();
    await page.getByTestId('board').focus();
    // Moves from midnight, slot by slot, to the reservation at 07:00.
    for (const key of ['Control+Home', 'Home', ...Array.from({ length: 14 }, () => 'ArrowRight')])
      await page.keyboard.press(key);
    await expect(blockOf(page, reservation.id)).toHaveAttribute('data-active', 'true');
    const voice = page.locator('.board-voice');
    await page.keyboard.press('m');
    await expect(voice).toContainText('옮기기 시작');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await expect(voice).toHaveText('옮기지 않았어요');
    await expect(page.getByTestId('board-ghost')).toBeHidden();
    expect((await playroom.read(reservation.id)).version).toBe(reservation.version);

    for (const key of ['Control+Home', 'Home', ...Array.from({ length: 14 }, () => 'ArrowRight'), 'm'])
      await page.keyboard.press(key);
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Shift+ArrowRight']) await page.keyboard.press(key);
    await expect(voice).toContainText('2번 남산룸, 08:00–09:30');
    await page.keyboard.press('Enter');
    await expect(block(page, '2번 남산룸', '08:00–09:30')).toBeVisible();
    await expect
      .poll(async () => playroom.read(reservation.id))
      .toMatchObject({
        roomId: playroom.room('2번 남산룸').id,
        startsAt: at(date, '08:00'),
        endsAt: at(date, '09:30'),
      });
  },
);

test(
  'dragging the end of a reservation extends it and shows the price of the new stay',
  inSweep(),
  async ({ page, playroom }) => {
    const date = await playroom.emptyDay(DAYS.resize);
    const reservation = await playroom.book('5번 관악룸', date, '10:00', '12:00');
    await openBoard(page, playroom.storeId, date);
    await expect(blockOf(page, reservation.id)).toBeVisible();
    await drag(page, playroom, date, { room: '5번 관악룸', clock: '11:57' }, { room: '5번 관악룸', clock: '13:02' });
    await expect(block(page, '5번 관악룸', '10:00–13:00')).toBeVisible();
    await expect.poll(async () => (await playroom.read(reservation.id)).endsAt).toBe(at(date, '13:00'));
    expect((await playroom.read(reservation.id)).priceAmount).toBeGreaterThan(reservation.priceAmount);
  },
);

test(
  'a move that the server refuses returns to its place, with an explanation and the nearest free time',
  inSweep(),
  async ({ page, playroom, expectError }) => {
    expectError(/409/);
    const date = await playroom.emptyDay(DAYS.refuse);
    const reservation = await playroom.book('1번 한강룸', date, '10:00', '12:00');
    await playroom.book('2번 남산룸', date, '11:00', '13:00');
    await openBoard(page, playroom.storeId, date);
    await expect(blockOf(page, reservation.id)).toBeVisible();
    await drag(page, playroom, date, { room: '1번 한강룸', clock: '11:00' }, { room: '2번 남산룸', clock: '11:00' });
    await expect(page.getByText(/이미 예약된 시간이에요\..*가까운 빈 시간/)).toBeVisible();
    await expect(block(page, '1번 한강룸', '10:00–12:00')).toBeVisible();
    expect((await playroom.read(reservation.id)).version).toBe(reservation.version);
  },
);

test('a second browser shows a new reservation by the event stream', inSweep(), async ({ page, playroom, another }) => {
  const date = await playroom.emptyDay(DAYS.live);
  const colleague = await another('admin');
  await Promise.all([page, colleague].map((each) => openBoard(each, playroom.storeId, date)));
  const seen = colleague.evaluate(async () => {
    const isThere = () => document.querySelector('[data-testid=board-block][aria-label^="1번 한강룸"]') !== null;
    while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 10));
    return performance.timeOrigin + performance.now();
  });
  await playroom.book('1번 한강룸', date, '10:00', '12:00');
  const bookedAt = Date.now();
  // The change came by the stream and not by a later poll. The limit is wide, because parallel tests cannot measure
  // latency.
  expect((await seen) - bookedAt).toBeLessThan(8_000);
  await expect(block(page, '1번 한강룸', '10:00–12:00')).toBeVisible();
});

test('an address that names a reservation scrolls the board to its room', inSweep(), async ({ page, playroom }) => {
  const room = await playroom.addRoom('맨 아래 시험룸');
  const date = await playroom.emptyDay(DAYS.below);
  const reservation = await playroom.book(room, date, '26:00', '28:00');
  await page.setViewportSize({ width: 1440, height: 620 });
  await page.goto(`/dashboard/reservation?store=${playroom.storeId}&date=${date}&reservation=${reservation.id}`);
  await expect(drawer(page)).toBeVisible();
  await expect(blockOf(page, reservation.id)).toBeInViewport();
  // A link from another screen does not name the day.
  await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${reservation.id}`);
  await expect(blockOf(page, reservation.id)).toBeInViewport();
  await expect(page).toHaveURL(/date=/);
});

test('a reservation past midnight is one block on the board', inSweep(), async ({ page, playroom }) => {
  const date = await playroom.emptyDay(DAYS.midnight);
  const reservation = await playroom.book('2번 남산룸', date, '22:00', '26:00');
  await openBoard(page, playroom.storeId, date, '&view=week&zoom=8');
  await expect(blockOf(page, reservation.id)).toHaveCount(1);
  await expect(blockOf(page, reservation.id)).toHaveAttribute('aria-label', /^2번 남산룸, .*22:00–02:00/);
  expect((await blockOf(page, reservation.id).boundingBox())?.width).toBeCloseTo(4 * 8 - 1, 0);
});

test.describe('with a stopped clock', () => {
  test.use({ hasOwnContext: true });
  for (const [width, clock, tag] of [
    [390, '05:59', null],
    [1440, '14:00', '@second-width'],
    [390, '14:00', '@proof'],
    [1440, '06:00', '@proof'],
  ] as const) {
    test(
      `with a stopped clock at ${clock} on ${String(width)} px the board begins at now, under the calendar date, and scrolls on into the days around it`,
      inSweep({ tag: [...(tag === null ? [] : [tag]), ANY_WIDTH.tag] }),
      async ({ page, playroom }) => {
        const today = await stopClock(page, clock);
        const dayAfter = (days: number) => at(today, `${String(12 + 24 * days)}:00`).slice(0, 10);
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`/dashboard/reservation?store=${playroom.storeId}`);
        const board = page.getByTestId('board');
        const isOf = (date: string) =>
          expect(board).toHaveAttribute(
            'aria-label',
            new RegExp(`${String(Number(date.slice(5, 7)))}월 ${String(Number(date.slice(8)))}일`),
          );
        await isOf(today);
        await expect(page.getByTestId('board-now')).toBeInViewport();
        // Scrolls twice the width of a day, which is farther than the days that were loaded at first.
        for (const days of [1, 2, 3]) {
          await board.evaluate((it, px) => it.scrollBy({ left: px, behavior: 'instant' }), 24 * 52);
          await isOf(dayAfter(days));
          await expect(board).toHaveAttribute('data-start', at(dayAfter(days - 1), '06:00'));
        }
        await page.getByTestId('new-reservation').click();
        await expect(createDialog(page).getByLabel('날짜', { exact: true })).toHaveValue(dayAfter(3));
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: '오늘', exact: true }).click();
        await isOf(today);
        await expect(page.getByTestId('board-now')).toBeInViewport();
        await expect(page).not.toHaveURL(/date=/);
      },
    );
  }
});

test(
  'while a day out of sight loads, a tap on the content that is still shown does nothing',
  inSweep(),
  async ({ page, playroom }) => {
    const date = await playroom.emptyDay(DAYS.late);
    const reservation = await playroom.book('1번 한강룸', date, '10:00', '12:00');
    await openBoard(page, playroom.storeId, date);
    await expect(blockOf(page, reservation.id)).toBeVisible();
    let letIn = (): void => undefined;
    const isLetIn = new Promise<void>((resolve) => (letIn = resolve));
    await page.route(/\/reservations\/daily\?/, async (route) => {
      await isLetIn;
      await route.continue();
    });
    await page.getByLabel('날짜', { exact: true }).fill(dayFromNow(DAYS.late + 10));
    const board = page.getByTestId('board');
    await expect(board).toHaveAttribute('aria-busy', 'true');
    const place = await blockOf(page, reservation.id).boundingBox();
    if (place === null) throw new Error('The reservation is not drawn');
    await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
    await page.mouse.click(place.x + place.width + 40, place.y + place.height / 2);
    await board.focus();
    for (const key of ['Home', 'ArrowRight', 'n']) await page.keyboard.press(key);
    letIn();
    await expect(board).toHaveAttribute('aria-busy', 'false');
    await expect(blockOf(page, reservation.id)).toBeHidden();
    await expect(createDialog(page)).toBeHidden();
    await expect(drawer(page)).toBeHidden();
  },
);
