import { payment as paymentShape } from '@munjigi/contract';
import type { BookedTerms } from '@munjigi/virtual-providers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  makeGuest,
  MINUTE_MS,
  startTestServer,
  until,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { openPayingDesk, type PayingDesk } from '../../testing/desks/paying-desk.ts';

const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
let server: TestServer;
let desk: PayingDesk;
beforeAll(async () => {
  server = await startTestServer({ clock });
  desk = await openPayingDesk(server);
});
afterAll(async () => {
  expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
  await server.close();
  await Promise.all([desk.toss.close(), desk.portone.close()]);
});

const guestOf = async (reservation: Readonly<Record<string, unknown>>): Promise<Caller['call']> =>
  (await makeGuest(server, desk.shop, desk.storeId, String(reservation['id']))).call;
const guestUrl = (rest: string) => `/${desk.shop.slug}/guest/payment${rest}`;

describe('a guest whose payment window was changed', () => {
  const changes: readonly [string, Partial<BookedTerms>, string][] = [
    ['pay in another currency', { currency: 'VND' }, 'CURRENCY_DIFFERS'],
    ['pay another shop', { shopId: 'shop-of-a-stranger' }, 'SHOP_DIFFERS'],
  ];

  it.each(changes)('gets no stay through PortOne when they %s', async (_, terms, fault) => {
    const held = await desk.held();
    const call = await guestOf(held);
    const begun = await call('POST', guestUrl('/begin'), { provider: 'PORTONE' });
    const { id, amount } = begun.body['payment'] as unknown as { id: string; amount: number };
    desk.portone.book.take(desk.portone.book.agree({ orderId: id, amount, terms }));
    await call('POST', guestUrl(`/${id}/confirm`), { amount });
    const payment = await desk.read1({ id });
    expect([payment.state, payment.online?.fault]).toEqual(['READY', fault]);
    expect(await desk.read(held)).toMatchObject({ state: 'PENDING', paidAmount: 0 });
    const notices = await desk.admin.call('GET', desk.url('/notification?limit=50'));
    const own = notices.body['items']?.filter((notice) => notice['reservationId'] === held['id']);
    expect(own?.map((notice) => notice['kind'])).toEqual(['UNMATCHED_DEPOSIT']);
  });

  it.each(changes)('gets no stay through Toss when they %s', async (_, terms, fault) => {
    const held = await desk.held();
    const begun = await desk.begun(held);
    const { paymentKey } = desk.toss.book.agree({ orderId: begun.id, amount: begun.amount, terms });
    const answer = await desk.confirm(begun, paymentKey);
    expect(paymentShape.parse(answer.body).online?.fault).toBe(fault);
    expect(await desk.read(held)).toMatchObject({ state: 'PENDING', paidAmount: 0 });
  });
});

describe('a guest whose window asks PortOne for another amount', () => {
  it('gets a window for the amount that the server named before, and none while PortOne refuses the server', async () => {
    const held = await desk.held();
    const call = await guestOf(held);
    const begun = await call('POST', guestUrl('/begin'), { provider: 'PORTONE' });
    const { id } = begun.body['payment'] as unknown as { id: string };
    expect(desk.portone.book.preregistered.get(id)).toBe(20_000);
    const form = new URLSearchParams({ choice: 'pay' });
    const address = (amount: number) =>
      `${desk.portone.url}/checkout?${new URLSearchParams({ orderId: id, amount: String(amount), successUrl: 'http://a.test/ok', failUrl: 'http://a.test/failed' }).toString()}`;
    const paid = async (amount: number) =>
      (await fetch(address(amount), { method: 'POST', body: form, redirect: 'manual' })).headers.get('location');
    expect(await paid(100)).toContain('/failed');
    expect(await paid(20_000)).toContain('/ok');
    desk.portone.faults.next = ['refused'];
    const other = await guestOf(await desk.held());
    expect((await other('POST', guestUrl('/begin'), { provider: 'PORTONE' })).body).toMatchObject({
      code: 'PROVIDER_REFUSED',
    });
  });
});

describe('a guest who repeats an old confirmation', () => {
  it('pays nothing more once another payment has paid the stay', async () => {
    const held = await desk.held({ state: 'CONFIRMED' });
    const call = await guestOf(held);
    const begin = async (method: string) => {
      const { body } = await call('POST', guestUrl('/begin'), { provider: 'TOSS', method });
      const { id, amount } = body['payment'] as unknown as { id: string; amount: number };
      const { paymentKey } = desk.toss.book.agree({ orderId: id, amount });
      return { id, confirm: () => call('POST', guestUrl(`/${id}/confirm`), { paymentKey, amount }) };
    };
    const first = await begin('CARD');
    desk.toss.faults.next = ['error'];
    expect((await first.confirm()).body).toMatchObject({ state: 'READY', isConfirming: true });
    // The server asks again for as long as others wait for this payment, which is over now.
    clock.advance(16 * MINUTE_MS);
    const second = await begin('EASY_PAY');
    expect((await second.confirm()).body).toMatchObject({ state: 'DONE' });
    expect((await first.confirm()).body).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    expect(desk.toss.book.find(first.id)?.state).toBe('IN_PROGRESS');
    expect(await desk.read(held)).toMatchObject({ paidAmount: 20_000 });
  });
});

describe('a guest who pays one stay in the windows of two providers', () => {
  /** Begins in both windows before either is confirmed, agrees in both, and confirms Toss and then PortOne. */
  async function payTwice(
    held: Readonly<Record<string, unknown>>,
    { isAccount = false } = {},
  ): Promise<{ secondId: string; call: Caller['call'] }> {
    const call = await guestOf(held);
    const begin = async (provider: string) =>
      (await call('POST', guestUrl('/begin'), { provider })).body['payment'] as unknown as {
        id: string;
        amount: number;
      };
    const [first, second] = [await begin('TOSS'), await begin('PORTONE')];
    const { paymentKey } = desk.toss.book.agree({ orderId: first.id, amount: first.amount });
    const agreed = desk.portone.book.agree({ orderId: second.id, amount: second.amount, isAccount });
    desk.portone.book.take(agreed);
    if (isAccount) desk.portone.book.deposit(agreed);
    await call('POST', guestUrl(`/${first.id}/confirm`), { paymentKey, amount: first.amount });
    await call('POST', guestUrl(`/${second.id}/confirm`), { amount: second.amount });
    return { secondId: second.id, call };
  }
  const becomes = (what: string, is: () => Promise<boolean>) =>
    until(what, async () => {
      clock.advance(1500);
      return is();
    });
  const owedOf = async (reservationId: unknown) =>
    (await desk.admin.call('GET', desk.url(`/refund-owed?reservationId=${String(reservationId)}`))).body['items'];
  const ownNotices = async (reservationId: unknown) =>
    (await desk.admin.call('GET', desk.url('/notification?limit=50'))).body['items']
      ?.filter((notice) => notice['reservationId'] === reservationId)
      .map((notice) => notice['kind']);

  it('gets the second payment back through its provider, without a person', async () => {
    const held = await desk.held();
    const { secondId } = await payTwice(held);
    await becomes(
      'the second payment is refunded',
      async () => (await desk.read1({ id: secondId })).state === 'CANCELED',
    );
    expect(desk.portone.book.find(secondId)?.cancels).toMatchObject([{ amount: 20_000 }]);
    expect(await desk.read(held)).toMatchObject({ state: 'CONFIRMED', paidAmount: 20_000 });
    expect(await owedOf(held['id'])).toEqual([]);
    expect(await ownNotices(held['id'])).toContain('REFUND_OWED');
  });

  it('keeps what is owed for a person to return, and gets all of it in a cancellation without a refund', async () => {
    const held = await desk.held();
    const { call } = await payTwice(held, { isAccount: true });
    expect(await owedOf(held['id'])).toMatchObject([
      { amount: 20_000, parts: [{ state: 'NOT_STARTED', amount: 20_000 }] },
    ]);
    expect(await ownNotices(held['id'])).toContain('REFUND_OWED');
    // The page does not call it the money of an extension.
    const { body: page } = await call('GET', '/guest/page');
    expect(page).toMatchObject({ isExtensionReturned: false, reservation: { owedAmount: 20_000 } });
    const cancelled = await desk.verb(await desk.read(held), 'cancel', {
      refundPercent: 0,
      refundAccount: { bank: '004', accountNumber: '110-987-654321', holderName: '계좌주인' },
    });
    expect(cancelled.status).toBe(200);
    await becomes('one payment is refunded', async () => Number((await desk.read(held))['paidAmount']) === 20_000);
    expect(await owedOf(held['id'])).toEqual([]);
  });
});

describe('a person who confirms a payment of a stay that is paid already', () => {
  it('is refused before the provider takes the money', async () => {
    const held = await desk.held({ state: 'CONFIRMED' });
    const first = await desk.begun(held);
    const { paymentKey } = desk.toss.book.agree({ orderId: first.id, amount: first.amount });
    await desk.paid(held);
    expect((await desk.confirm(first, paymentKey)).body).toMatchObject({ code: 'MORE_THAN_DUE', detail: '0' });
    expect(desk.toss.book.find(first.id)?.state).toBe('IN_PROGRESS');
  });
});

describe('a remainder that no provider takes', () => {
  it('is refused before a window opens, and named to guest and staff', async () => {
    const held = await desk.held({ state: 'CONFIRMED' });
    await desk.admin.call('POST', desk.url(), { reservationId: held['id'], method: 'CASH', amount: 19_850 });
    const call = await guestOf(held);
    const refused = { status: 409, body: { code: 'AMOUNT_TOO_SMALL' } };
    expect(await call('POST', guestUrl('/begin'), { provider: 'TOSS' })).toMatchObject(refused);
    const begin = { reservationId: held['id'], provider: 'PORTONE' };
    expect(await desk.admin.call('POST', desk.url('/begin'), begin)).toMatchObject(refused);
    const { body: page } = await call('GET', '/guest/page');
    expect(page).toMatchObject({
      dueAmount: 150,
      leastOnlineAmount: 200,
      reservation: { may: { pay: { isAllowed: false } } },
    });
    const link = await desk.admin.call(
      'GET',
      `/${desk.shop.slug}/reservation/${String(held['id'])}/message/payment-link`,
    );
    expect(link.body).toMatchObject({ obstacle: 'AMOUNT_TOO_SMALL' });
  });

  it('does not let a paid hold lapse', async () => {
    const held = await desk.held();
    const payment = await desk.begun(held, 'TOSS', { amount: 19_900 });
    const { paymentKey } = desk.toss.book.agree({ orderId: payment.id, amount: 19_900 });
    expect((await desk.confirm(payment, paymentKey)).status).toBe(200);
    expect(await desk.read(held)).toMatchObject({ state: 'CONFIRMED', paidAmount: 19_900, waivedAmount: 100 });
  });
});
