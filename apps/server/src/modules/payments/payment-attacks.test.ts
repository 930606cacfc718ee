import { payment as paymentShape } from '@munjigi/contract';
import type { BookedTerms } from '@munjigi/virtual-providers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock, makeGuest, MINUTE_MS, startTestServer, type Caller, type TestServer } from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/ledger-faults.ts';
import { openPayingDesk, type PayingDesk } from '../../testing/paying-desk.ts';

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
