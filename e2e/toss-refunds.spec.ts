import type { Page } from '@playwright/test';
import { expectAccessible, MODES } from './support/axe.ts';
import { drawer } from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { dayFromNow } from './support/playroom.ts';
import { beginPayment, sendMessage, TOSS, withOwnToss } from './support/provider.ts';
import { ANY_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 8);

const PAGE_WIDTH = 360;
const payments = (page: Page) => page.getByTestId('payments');

test(
  'a card payment of a cancelled reservation is refunded by its provider, and is pending until the provider answers',
  inSweep({ tag: [...TOSS.tag, ANY_WIDTH.tag] }),
  async ({ page, playroom, signIn }) => {
    await signIn('owner');
    const room = await playroom.addRoom(`카드 환불 시험룸 ${Date.now()}`);
    const held = await playroom.book(room, dayFromNow(21), '10:00', '12:00', { state: 'PENDING' });
    await withOwnToss(playroom, async (toss) => {
      const { id, amount } = await beginPayment(playroom, held.id, 'TOSS', 'CARD');
      const booked = toss.book.agree({ orderId: id, amount });
      await playroom.ask('admin', 'POST', `payment/${id}/confirm`, { paymentKey: booked.paymentKey, amount });
      toss.faults.next = ['error', 'error', 'error', 'error'];
      await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${held.id}`);
      await drawer(page).getByRole('button', { name: '예약 취소' }).click();
      await expect(page.getByTestId('refund-plan')).toContainText('토스페이먼츠에 환불을 요청해요.');
      await page
        .getByRole('dialog', { name: /취소할까요/ })
        .getByRole('button', { name: '예약 취소' })
        .click();
      await expect(page.getByText(/환불을 결제사에 요청했어요\./)).toBeVisible();
      await expect(payments(page).getByTestId('refund')).toHaveAttribute('data-state', 'REQUESTED');
      await expect(payments(page).getByTestId('payment')).toHaveAttribute('data-state', 'DONE');
      await expect(payments(page).getByTestId('refund-parts')).toContainText('결제사 응답을 기다려요');
      // The server waits twice as long after each failure, so the provider recovers as soon as the wait has been seen.
      toss.faults.next = [];
      await expect(payments(page).getByTestId('payment')).toHaveAttribute('data-state', 'CANCELED', {
        timeout: 30_000,
      });
      await expect(payments(page).getByTestId('refund-parts')).toHaveCount(0);
      expect(booked.cancels.map((cancel) => cancel.amount)).toEqual([amount]);
    });
  },
);

test(
  'a payment by virtual account is refunded to the account that the guest names, which is masked afterwards',
  inSweep(TOSS),
  async ({ page, playroom, signIn, server }) => {
    await signIn('owner');
    await page.setViewportSize({ width: PAGE_WIDTH, height: 740 });
    const room = await playroom.addRoom(`가상계좌 시험룸 ${Date.now()}`);
    const held = await playroom.book(room, dayFromNow(14), '10:00', '12:00', { state: 'PENDING' });
    await withOwnToss(playroom, async (toss) => {
      const { id, amount } = await beginPayment(playroom, held.id, 'TOSS', 'VIRTUAL_ACCOUNT');
      const booked = toss.book.agree({ orderId: id, amount, isAccount: true });
      await playroom.ask('admin', 'POST', `payment/${id}/confirm`, { paymentKey: booked.paymentKey, amount });
      toss.book.deposit(booked);
      for (const message of toss.messages.splice(0)) await sendMessage(server, 'TOSS', message);
      await page.goto(`/dashboard/reservation?store=${playroom.storeId}&reservation=${held.id}`);
      await expect(payments(page).getByTestId('payment')).toHaveAttribute('data-state', 'DONE');

      await payments(page)
        .getByRole('button', { name: /^가상계좌 .* 환불$/ })
        .click();
      const dialog = page.getByRole('dialog', { name: /환불$/ });
      await dialog.getByLabel('사유').fill('손님 사정');
      const ask = dialog.getByRole('button', { name: /환불 요청$/ });
      await ask.click();
      await expect(dialog.getByText('예금주를 입력해 주세요.')).toBeVisible();
      await expectAccessible(page, {
        what: 'an account to refund to',
        modes: MODES,
        within: '[role=dialog]:has(form)',
      });
      expect(await dialog.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
      await dialog.getByLabel('은행').selectOption({ label: 'KB국민은행' });
      await dialog.getByLabel('계좌번호').fill('110-987654-32199');
      await dialog.getByLabel('예금주').fill('나시험');
      await ask.click();
      await expect(dialog).toBeHidden();
      await expect(payments(page).getByTestId('payment')).toHaveAttribute('data-state', 'CANCELED');
      await expect(payments(page).getByTestId('refund')).toContainText('손님 사정');
      await expect(payments(page)).not.toContainText(/110-987654-32199|11098765432199/);
      expect(booked.cancels.map(({ account }) => account)).toEqual([
        { bank: '06', number: '11098765432199', holder: '나시험' },
      ]);
    });
  },
);
