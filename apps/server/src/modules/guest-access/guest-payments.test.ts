// @sweep 1/8 (decision 086)
import { beginPaymentAsGuest, confirmPaymentAsGuest, getGuestPayments } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  itemsOf,
  makeGuest,
  makeKey,
  MINUTE_MS,
  startTestServer,
  until,
  type Answer,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { openBookingDesk } from '../../testing/desks/booking-desk.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { openPayingDesk, type PayingDesk } from '../../testing/desks/paying-desk.ts';

const problem = ({ status, body }: Answer) => [status, body['code']];

const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
let server: TestServer;
let beside: TestServer;
let desk: PayingDesk;
beforeAll(async () => {
  server = await startTestServer({ clock });
  beside = await startTestServer({ beside: server });
  desk = await openPayingDesk(server);
});
afterAll(async () => {
  expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
  await beside.close();
  await server.close();
  await Promise.all([desk.toss.close(), desk.portone.close()]);
});

const at = (rest = '') => `/${desk.shop.slug}/guest/payment${rest}`;
const begin = (call: Caller['call'], body: object = { provider: 'TOSS' }) => call('POST', at('/begin'), body);

interface PayingGuest {
  readonly of: Answer['body'];
  readonly token: string;
  readonly call: Caller['call'];
}
async function holdingGuest(record: Readonly<Record<string, unknown>> = {}): Promise<PayingGuest> {
  const of = await desk.held(record);
  return { of, ...(await makeGuest(server, desk.shop, desk.storeId, String(of['id']))) };
}

/** Begins a payment and agrees to it in the window of Toss. */
async function agreed(call: Caller['call'], body?: object): Promise<{ id: string; key: string; amount: number }> {
  const answer = await begin(call, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { payment } = beginPaymentAsGuest.reply.strict().parse(answer.body);
  const { paymentKey } = desk.toss.book.agree({ orderId: payment.id, amount: payment.amount });
  return { id: payment.id, key: paymentKey, amount: payment.amount };
}

const confirm = (call: Caller['call'], { id, key, amount }: { id: string; key?: string; amount: number }) =>
  call('POST', at(`/${id}/confirm`), { ...(key === undefined ? {} : { paymentKey: key }), amount });

describe('paying as a guest (GT-10)', () => {
  it('shows what is due and the providers, takes the money once, and confirms the reservation', async () => {
    const { of, call } = await holdingGuest();
    const before = await call('GET', at());
    expect(getGuestPayments.reply.strict().parse(before.body)).toEqual({
      reservationId: of['id'],
      storeId: desk.storeId,
      dueAmount: 20_000,
      holdExpiresAt: of['holdExpiresAt'],
      providers: ['TOSS', 'PORTONE'],
      checkoutProviders: ['TOSS', 'PORTONE'],
      payments: [],
    });
    const payment = await agreed(call);
    const answers = await Promise.all([confirm(call, payment), confirm(call, payment)]);
    for (const { status, body } of answers) {
      expect(status, JSON.stringify(body)).toBe(200);
      confirmPaymentAsGuest.reply.strict().parse(body);
    }
    expect(desk.toss.done.filter((key) => key === payment.id)).toHaveLength(1);
    const after = await desk.read(of);
    expect([after['state'], after['paidAmount'], after['holdExpiresAt']]).toEqual(['CONFIRMED', 20_000, null]);
    expect((await call('GET', at())).body).toMatchObject({
      dueAmount: 0,
      payments: [{ id: payment.id, state: 'DONE', amount: 20_000, isConfirming: false }],
    });
    expect((await call('GET', `/${desk.shop.slug}/guest/reservation`)).body['may']).toMatchObject({
      pay: { isAllowed: false },
    });
    expect((await desk.read1({ id: payment.id })).createdBy).toBe(of['code']);
    expect(problem(await begin(call))).toEqual([409, 'STATE_NOT_ALLOWED']);
  });

  it('takes the amount from the server: one in the request is refused, and so is another one on the way back', async () => {
    const { call } = await holdingGuest();
    expect(problem(await begin(call, { provider: 'TOSS', amount: 100 }))).toEqual([400, 'INVALID_INPUT']);
    const payment = await agreed(call);
    const refused = await confirm(call, { ...payment, amount: 100 });
    expect(problem(refused)).toEqual([409, 'AMOUNT_DIFFERS']);
    expect(refused.body['current']).toBeUndefined();
  });

  it('reaches no payment of another reservation', async () => {
    const [first, second] = [await holdingGuest(), await holdingGuest()];
    const payment = await agreed(first.call);
    expect(problem(await confirm(second.call, payment))).toEqual([404, 'NOT_FOUND']);
    expect((await second.call('GET', at())).body['payments']).toEqual([]);
    expect((await confirm(first.call, payment)).status).toBe(200);
  });

  it('continues a payment in a second window under the same order, so that it is taken once', async () => {
    const { call, token } = await holdingGuest();
    const [first, second] = await Promise.all([begin(call), begin(beside.caller(token))]);
    expect([first?.status, second?.status]).toEqual([200, 200]);
    expect(second?.body['orderId']).toBe(first?.body['orderId']);
  });

  it('confirms one of two payments of different methods that are confirmed at the same time', async () => {
    const { of, call, token } = await holdingGuest();
    const card = await agreed(call);
    const easy = await agreed(call, { provider: 'TOSS', method: 'EASY_PAY' });
    expect(easy.id).not.toBe(card.id);
    const answers = await Promise.all([confirm(call, card), confirm(beside.caller(token), easy)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status !== 200))
      expect([
        [409, 'PAYMENT_UNDER_WAY'],
        [409, 'STATE_NOT_ALLOWED'],
      ]).toContainEqual(problem(refused));
    expect((await desk.read(of))['paidAmount']).toBe(20_000);
  });

  it('takes no money when staff cancel while the window is open', async () => {
    const { of, call } = await holdingGuest();
    const payment = await agreed(call);
    expect((await desk.verb(await desk.read(of), 'cancel', { refundPercent: 0 })).status).toBe(200);
    // The acts of the token end with the reservation.
    expect(problem(await confirm(call, payment))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(desk.toss.book.find(payment.id)?.state).toBe('IN_PROGRESS');
  });

  it('takes no money of an amount that is not due any more, and names the present one', async () => {
    const { of, call } = await holdingGuest({ state: 'CONFIRMED' });
    const payment = await agreed(call);
    const cash = await desk.admin.call('POST', desk.url(), { reservationId: of['id'], method: 'CASH', amount: 5000 });
    expect(cash.status).toBe(200);
    const refused = await confirm(call, payment);
    expect([...problem(refused), refused.body['detail']]).toEqual([409, 'PRICE_CHANGED', '15000']);
    const second = await agreed(call);
    expect([second.amount, (await confirm(call, second)).status]).toEqual([15_000, 200]);
    expect((await desk.read(of))['paidAmount']).toBe(20_000);
  });

  it('records a late result of the provider once, after its answer was lost', async () => {
    const { of, call } = await holdingGuest();
    const payment = await agreed(call);
    desk.toss.faults.next = ['unanswered'];
    const answer = await confirm(call, payment);
    expect([answer.status, answer.body['state'], answer.body['isConfirming']]).toEqual([200, 'READY', true]);
    await until('the payment is looked up', async () => {
      clock.advance(6000);
      return (await desk.read(of))['state'] === 'CONFIRMED';
    });
    expect(desk.toss.done.filter((key) => key === payment.id)).toHaveLength(1);
  });

  it('records a payment through PortOne, which takes the money in its window', async () => {
    const { of, call } = await holdingGuest();
    const { body } = await begin(call, { provider: 'PORTONE' });
    const booked = desk.portone.book.agree({ orderId: String(body['orderId']), amount: 20_000 });
    desk.portone.book.take(booked);
    const done = await confirm(call, { id: booked.orderId, amount: 20_000 });
    expect([done.status, done.body['state']]).toEqual([200, 'DONE']);
    expect((await desk.read(of))['state']).toBe('CONFIRMED');
  });

  it('continues from the page of the provider, where the guest agrees once or gives up', async () => {
    const { of, call } = await holdingGuest();
    const { body } = await begin(call);
    expect(body['checkoutUrl']).toBe(`${desk.toss.url}/checkout`);
    const query = new URLSearchParams({
      orderId: String(body['orderId']),
      orderName: String(body['orderName']),
      amount: String(body['payment']?.['amount']),
      successUrl: 'https://guest.example/paid?of=1',
      failUrl: 'https://guest.example/failed',
    });
    const page = `${desk.toss.url}/checkout?${query.toString()}`;
    const shown = await fetch(page);
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('₩20,000')]);
    const choose = async (choice: string) => {
      const answer = await fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ choice }) });
      return new URL(answer.headers.get('location') ?? '');
    };
    expect((await choose('close')).href).toContain('https://guest.example/failed?code=PAY_PROCESS_CANCELED');
    const paid = await choose('pay');
    expect(paid.searchParams.get('of')).toBe('1');
    expect((await choose('pay')).pathname).toBe('/failed');
    const done = await confirm(call, {
      id: String(paid.searchParams.get('orderId')),
      key: String(paid.searchParams.get('paymentKey')),
      amount: Number(paid.searchParams.get('amount')),
    });
    expect(done.status).toBe(200);
    expect((await desk.read(of))['state']).toBe('CONFIRMED');
    expect((await fetch(`${desk.toss.url}/checkout?orderId=1&amount=-1`)).status).toBe(400);
  });

  it('shows money that arrives after the reservation has ended as a refund that is owed (RV-5)', async () => {
    const owed = async () => itemsOf((await desk.admin.call('GET', desk.url('/refund-owed?limit=200'))).body);
    const notified = async (of: Answer['body']) =>
      itemsOf((await desk.admin.call('GET', desk.url('/notification?kind=REFUND_OWED&limit=50'))).body).filter(
        (item) => item['reservationId'] === of['id'],
      );
    const cancelled = await holdingGuest();
    const expired = await holdingGuest();
    for (const { call } of [cancelled, expired]) {
      const payment = await agreed(call);
      desk.toss.faults.next = ['unanswered'];
      expect((await confirm(call, payment)).body['isConfirming']).toBe(true);
    }
    expect((await desk.verb(await desk.read(cancelled.of), 'cancel', { refundPercent: 0 })).status).toBe(200);
    const back = clock.now();
    try {
      clock.advance(31 * MINUTE_MS);
      await until('both payments are recorded', async () => {
        clock.advance(6000);
        const paid = await Promise.all([cancelled, expired].map(async ({ of }) => (await desk.read(of))['paidAmount']));
        return paid.every((amount) => Number(amount) === 20_000);
      });
    } finally {
      clock.set(back);
    }
    const states = await Promise.all([cancelled, expired].map(async ({ of }) => (await desk.read(of))['state']));
    expect(states).toEqual(['CANCELLED', 'EXPIRED']);
    for (const { of } of [cancelled, expired]) {
      expect((await owed()).find((item) => item['reservationId'] === of['id'])).toMatchObject({
        amount: 20_000,
        parts: [{ state: 'NOT_STARTED', amount: 20_000 }],
      });
      expect((await notified(of)).map((item) => item['amount'])).toEqual([20_000]);
    }
  });

  it('is refused for a revoked token', async () => {
    const { of, call } = await holdingGuest();
    const payment = await agreed(call);
    expect((await desk.admin.call('DELETE', `/${desk.shop.slug}/reservation/${of['id']}/guest-access`)).status).toBe(
      200,
    );
    expect(problem(await confirm(call, payment))).toEqual([401, 'GUEST_TOKEN_INVALID']);
  });
});

describe('holding a reservation while its guest pays (GT-11)', () => {
  const heldUntil = async (of: Answer['body']) => Date.parse(String((await desk.read(of))['holdExpiresAt']));

  it('extends the hold to ten minutes from the beginning of a payment, within a bound, and keeps the slot', async () => {
    const { of, call } = await holdingGuest();
    const first = await heldUntil(of);
    const back = clock.now();
    try {
      clock.set(new Date(first - MINUTE_MS));
      const begun = await begin(call);
      expect(begun.body['holdExpiresAt']).toBe(new Date(first + 9 * MINUTE_MS).toISOString());
      expect(await heldUntil(of)).toBe(first + 9 * MINUTE_MS);
      const sees = await desk.read(of);
      expect(sees['history']?.map((it) => [it['kind'], it['actorKind']])).toContainEqual(['HOLD_EXTENDED', 'GUEST']);
      clock.set(new Date(first + 8 * MINUTE_MS));
      expect((await begin(call)).status).toBe(200);
      expect(await heldUntil(of)).toBe(first + 18 * MINUTE_MS);
      clock.set(new Date(first + 17 * MINUTE_MS));
      expect((await begin(call)).status).toBe(200);
      expect(await heldUntil(of)).toBe(first + 20 * MINUTE_MS);
      expect((await begin(call)).status).toBe(200);
      expect(await heldUntil(of)).toBe(first + 20 * MINUTE_MS);
      clock.set(new Date(first + 20 * MINUTE_MS));
      expect(problem(await begin(call))).toEqual([409, 'STATE_NOT_ALLOWED']);
    } finally {
      clock.set(back);
    }
  });

  it('takes no money for a hold that has ended', async () => {
    const { of, call } = await holdingGuest();
    const payment = await agreed(call);
    const back = clock.now();
    try {
      clock.set(new Date(await heldUntil(of)));
      expect(problem(await confirm(call, payment))).toEqual([409, 'STATE_NOT_ALLOWED']);
      expect(desk.toss.book.find(payment.id)?.state).toBe('IN_PROGRESS');
    } finally {
      clock.set(back);
    }
  });
});

describe('paying through a channel (CH-1)', () => {
  it('begins and confirms a payment of a reservation of the key, and of no other one', async () => {
    const { call } = await makeKey(server, desk.shop);
    const ofStaff = await desk.held();
    const url = (id: unknown, rest: string) => `/${desk.shop.slug}/channel/reservation/${String(id)}/payment/${rest}`;
    expect(problem(await call('POST', url(ofStaff['id'], 'begin'), { provider: 'TOSS' }))).toEqual([404, 'NOT_FOUND']);
    const free = await desk.held();
    expect((await desk.verb(free, 'cancel', { refundPercent: 0 })).status).toBe(200);
    const reservation = await call('POST', `/${desk.shop.slug}/channel/reservation`, {
      roomId: free['roomId'],
      startsAt: free['startsAt'],
      endsAt: free['endsAt'],
      headCount: 2,
      guestName: '채널손님',
      guestPhone: '010-3333-4444',
    });
    expect(reservation.status, JSON.stringify(reservation.body)).toBe(200);
    const begun = await call('POST', url(reservation.body['id'], 'begin'), { provider: 'TOSS' });
    expect(begun.status, JSON.stringify(begun.body)).toBe(200);
    const id = String(begun.body['orderId']);
    const { paymentKey } = desk.toss.book.agree({ orderId: id, amount: 20_000 });
    const body = { paymentKey, amount: 20_000 };
    expect(problem(await call('POST', url(ofStaff['id'], `${id}/confirm`), body))).toEqual([404, 'NOT_FOUND']);
    const done = await call('POST', url(reservation.body['id'], `${id}/confirm`), body);
    expect([done.status, done.body['state']]).toEqual([200, 'DONE']);
    expect(JSON.stringify(done.body)).not.toMatch(/feeAmount|createdBy/);
    const read = await call('GET', `/${desk.shop.slug}/channel/reservation/${reservation.body['id']}`);
    expect(read.body).toMatchObject({ state: 'CONFIRMED', paidAmount: 20_000 });
  });
});

describe('the window of a real provider (GP-8)', () => {
  it('is offered with the public keys that it needs, and begins without a page', async () => {
    const { shop, admin, storeId, createReservation: created } = await openBookingDesk(server);
    const { call } = await makeGuest(
      server,
      shop,
      storeId,
      String((await created({ startsAt: '2026-11-22T05:00:00.000Z', endsAt: '2026-11-22T07:00:00.000Z' }))['id']),
    );
    const path = `/${shop.slug}/guest/payment`;
    const offered = async () => (await call('GET', path)).body['checkoutProviders'];
    let version: number | undefined;
    const connect = async (keys: object) => {
      const set = await admin.call('POST', `/${shop.slug}/payment-provider`, {
        provider: 'PORTONE',
        apiSecret: 'portone-secret',
        ...(version !== undefined && { version }),
        ...keys,
      });
      expect(set.status, JSON.stringify(set.body)).toBe(200);
      version = Number(set.body['version']);
    };
    await connect({ clientKey: 'channel-key' });
    expect(await offered()).toEqual([]);
    await connect({ clientKey: 'channel-key', merchantId: 'store-id' });
    expect(await offered()).toEqual(['PORTONE']);
    const begun = await call('POST', `${path}/begin`, { provider: 'PORTONE' });
    expect(begun.body).toMatchObject({ clientKey: 'channel-key', merchantId: 'store-id', checkoutUrl: null });
  });
});
