import type { Deposit, Payment } from '@munjigi/contract';
import { createDialog, drawer } from './support/board.ts';
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
import { at, dayFromNow, type Reservation } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const won = (amount: number) => `₩${amount.toLocaleString('ko-KR')}`;
/** The current time in the format of the bank's clock in Seoul. */
const bankTime = () =>
  new Date(Date.now() + 9 * 3_600_000).toISOString().slice(5, 16).replace('-', '/').replace('T', ' ');

test(
  'a day of a FRANCHISEE: reservations, payments, deposits and sales of their own store on a phone, and of no other',
  inSweep(),
  async ({ page, playroom, server, expectError }) => {
    await playroom.letPaymentsRing();
    test.slow();
    const worker: Worker = { page, lng: 'kr', role: 'FRANCHISEE', email: emailOf('owner2'), password: PASSWORD };
    const {
      items: [store, ...others],
    } = await playroom.ask<{ items: { id: string; name: string }[] }>('owner2', 'GET', 'store?limit=10');
    expect([store?.name, others]).toEqual(['부산서면점', []]);
    const room = await playroom.ask<{ id: string; name: string }>('owner2', 'POST', 'room', {
      storeId: store?.id,
      name: `여정룸 ${Date.now().toString(36)}`,
      capacity: 4,
    });
    const date = dayFromNow(18);
    const read = (id: string) => playroom.ask<Reservation>('owner2', 'GET', `reservation/${id}`);
    const token = await signInByForm(worker, '/dashboard');
    await expect(page.getByTestId('overview-store')).toHaveCount(1);
    const open = (id: string) => page.goto(`/dashboard/reservation?reservation=${id}`);

    const reservation = await test.step('takes a reservation and moves it to another time', async () => {
      await page.goto(`/dashboard/reservation?date=${date}`);
      await page.getByTestId('new-reservation').tap();
      const dialog = createDialog(page);
      await dialog.getByLabel('룸', { exact: true }).selectOption(room.id);
      await dialog.getByLabel('날짜', { exact: true }).fill(date);
      await dialog.getByLabel('시작', { exact: true }).selectOption(at(date, '14:00'));
      await dialog.getByLabel('종료').selectOption(at(date, '16:00'));
      await dialog.getByLabel('손님 이름').fill('여정수');
      await dialog.getByLabel('연락처').fill('010-0000-8642');
      await dialog.getByRole('button', { name: '예약하기' }).tap();
      await expect(dialog).toBeHidden();
      const query = new URLSearchParams({
        storeId: store?.id ?? '',
        roomId: room.id,
        from: at(date, '00:00'),
        to: at(date, '30:00'),
        limit: '10',
      });
      const {
        items: [kept],
      } = await playroom.ask<{ items: Reservation[] }>('owner2', 'GET', `reservation?${query.toString()}`);
      if (kept === undefined) throw new Error('The reservation was not kept');
      expect(kept).toMatchObject({ state: 'CONFIRMED', startsAt: at(date, '14:00'), endsAt: at(date, '16:00') });

      await open(kept.id);
      await drawer(page).getByRole('button', { name: '옮기기', exact: true }).tap();
      await drawer(page).getByLabel('시작', { exact: true }).selectOption(at(date, '17:00'));
      await drawer(page).getByRole('button', { name: '옮기기', exact: true }).last().tap();
      await expect(page.getByText(/예약을 옮겼어요/)).toBeVisible();
      const moved = await read(kept.id);
      expect(moved).toMatchObject({ startsAt: at(date, '17:00'), endsAt: at(date, '19:00'), roomId: room.id });
      return moved;
    });

    await test.step('records the payment of the guest and refunds a part of it', async () => {
      const payments = page.getByTestId('payments');
      await open(reservation.id);
      await payments.getByRole('button', { name: '결제 기록' }).tap();
      await payments.getByRole('button', { name: `현금 ${won(reservation.priceAmount)} 받음` }).tap();
      await expect(payments.getByTestId('payment')).toContainText('결제 완료');
      await payments.getByRole('button', { name: /^현금 .* 환불$/ }).tap();
      const dialog = page.getByRole('dialog', { name: /환불$/ });
      await dialog.getByLabel('환불 금액').fill('1000');
      await dialog.getByLabel('사유').fill('음료 불량');
      await dialog.getByRole('button', { name: '₩1,000 환불 기록' }).tap();
      await expect(dialog).toBeHidden();
      const { items } = await playroom.ask<{ items: Payment[] }>(
        'owner2',
        'GET',
        `payment?reservationId=${reservation.id}&limit=10`,
      );
      expect(items).toMatchObject([
        { amount: reservation.priceAmount, refundedAmount: 1000, state: 'PARTIAL_CANCELED' },
      ]);
    });

    await test.step('confirms the notifications of the payment and the refund', async () => {
      await page.goto(`/dashboard/admin/notification?q=${reservation.code}`);
      const waiting = page.locator('[data-testid=lookup-row][data-waits=true]');
      // One notification is about the payment and one about the refund.
      for (const left of [2, 1]) {
        await expect(waiting).toHaveCount(left);
        await waiting.first().getByRole('button', { name: /확인$/ }).tap();
      }
      await expect(waiting).toHaveCount(0);
      await expect(page.getByTestId('lookup-row').filter({ hasText: '최점주 님 확인' })).toHaveCount(2);
    });

    const deposited = await test.step('matches a bank transfer with its guest', async () => {
      const held = await playroom.ask<Reservation>('owner2', 'POST', 'reservation', {
        roomId: room.id,
        startsAt: at(date, '20:00'),
        endsAt: at(date, '22:00'),
        guestName: '남궁여정',
        guestPhone: '010-0000-8643',
        headCount: 2,
        state: 'PENDING',
      });
      const relay = await playroom.ask<{ token: string }>('owner2', 'POST', 'deposit-relay', {
        storeId: store?.id,
        name: '여정 전화',
      });
      // A thousand won short, so that no rule matches it automatically.
      const amount = held.priceAmount - 1000;
      const sent = await fetch(`${server}/api/v2/playroom/deposit/relay`, {
        method: 'POST',
        headers: { authorization: `Bearer ${relay.token}`, 'content-type': 'text/plain' },
        body: `[Web발신][KB]${bankTime()} 123456**789 남궁여정 전자금융입금 ${amount.toLocaleString('ko-KR')} 잔액9,${String(Date.now()).slice(-6, -3)},${String(Date.now()).slice(-3)}`,
      });
      expect(sent.status).toBe(200);
      await page.goto('/dashboard/deposit');
      const row = page.getByTestId('deposit').filter({ hasText: '남**정' });
      await row.getByRole('button').first().tap();
      await row.getByRole('button', { name: `${held.code} 예약에 연결` }).tap();
      await expect(page.getByText(`${won(amount)} 입금을 예약에 연결했어요.`)).toBeVisible();
      expect((await read(held.id)).paidAmount).toBe(amount);
      const { items } = await playroom.ask<{ items: Deposit[] }>(
        'owner2',
        'GET',
        'deposit?state=MATCHED_MANUAL&limit=20',
      );
      expect(items.filter((it) => it.reservationId === held.id)).toMatchObject([{ amount }]);
      return amount;
    });

    await test.step('sees the received amount in the sales, exact to the won', async () => {
      await page.goto(`/dashboard/statistics?from=${dayFromNow(-1)}&to=${dayFromNow(0)}&room=${room.id}`);
      await expect(page.getByTestId('sales-table')).toBeVisible();
      await expect(page.locator('[data-figure=netAmount]').getByTestId('figure')).toHaveText(
        won(reservation.priceAmount - 1000 + deposited),
      );
    });

    await test.step('cannot open data of another store, not even by its address', async () => {
      expectError(/status of 404/);
      const foreign = playroom.room('1번 한강룸').id;
      const theirs = await playroom.book('5번 관악룸', await playroom.emptyDay(19), '10:00', '11:00');
      await page.goto(`/dashboard/room/${foreign}`);
      await expect(page.getByRole('heading', { name: '룸을 찾을 수 없어요' })).toBeVisible();
      await expect(page.getByText('1번 한강룸')).toHaveCount(0);
      await open(theirs.id);
      await expect(drawer(page).getByTestId('error-state')).toBeVisible();
      await expect(page.getByText(theirs.code)).toHaveCount(0);
      const answers = await Promise.all(
        [
          `store/${playroom.storeId}`,
          `room/${foreign}`,
          `reservation/${theirs.id}`,
          `sales?storeId=${playroom.storeId}&from=${date}&to=${date}`,
        ].map(
          async (path) =>
            (await fetch(`${server}/api/v2/playroom/${path}`, { headers: { authorization: `Bearer ${token}` } }))
              .status,
        ),
      );
      expect(answers).toEqual([404, 404, 404, 404]);
      await page.goto('/dashboard');
      await expect(page.getByTestId('overview-store')).toHaveCount(1);
    });

    await walkMenu(worker);
    await walkAddresses(worker, room.id);
    await isRefusedByServer(worker, server, 'playroom', token);
    await signOutByButton(worker, server, token);
  },
);
