import { beginPaymentAsGuest, resolvePaymentReturn } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  makeGuest,
  MINUTE_MS,
  openMessageDesk,
  startTestServer,
  until,
  type Answer,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { openVirtualToss } from '../../testing/peers/payment-provider.ts';
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

/** A browser without a token. */
const returned = (body: object, at: TestServer = server) => at.caller(null)('POST', '/guest/payment-return', body);
const resultOf = async (body: object) => {
  const answer = await returned(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return resolvePaymentReturn.reply.strict().parse(answer.body).result;
};
const guestUrl = (rest: string) => `/${desk.shop.slug}/guest/payment${rest}`;

interface PayingGuest {
  readonly of: Answer['body'];
  readonly call: Caller['call'];
}
async function holdingGuest(record: Readonly<Record<string, unknown>> = {}): Promise<PayingGuest> {
  const of = await desk.held(record);
  return { of, ...(await makeGuest(server, desk.shop, desk.storeId, String(of['id']))) };
}

async function begin(call: Caller['call'], body: object = { provider: 'TOSS' }) {
  const answer = await call('POST', guestUrl('/begin'), body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return beginPaymentAsGuest.reply.strict().parse(answer.body);
}

/** What Toss puts into the address of return after the guest agreed. */
async function agreed(call: Caller['call'], body?: object) {
  const { orderId, payment } = await begin(call, body);
  const { paymentKey } = desk.toss.book.agree({ orderId, amount: payment.amount });
  return { orderId, paymentKey, amount: payment.amount };
}
const isTaken = (orderId: string) => desk.toss.book.find(orderId)?.state === 'PAID';

describe('the return from a provider without a token (GT-16)', () => {
  it('confirms the payment as the guest does, and names result, store and time only', async () => {
    const { of, call } = await holdingGuest();
    const order = await agreed(call);
    const answer = await returned(order);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        result: 'PAID',
        storeName: expect.any(String),
        timeZone: 'Asia/Seoul',
        startsAt: of['startsAt'],
        endsAt: of['endsAt'],
      },
    ]);
    for (const secret of [of['code'], of['guestName'], of['guestPhone'], of['id'], 'mjg_'])
      expect(JSON.stringify(answer.body)).not.toContain(String(secret));
    const after = await desk.read(of);
    expect([after['state'], after['paidAmount']]).toEqual(['CONFIRMED', 20_000]);
    expect((await desk.read1({ id: order.orderId })).createdBy).toBe(of['code']);
  });

  it('takes the money once for returns that come twice, at once, at another process and beside the own page', async () => {
    const { of, call } = await holdingGuest();
    const { orderId, ...body } = await agreed(call);
    const order = { orderId, ...body };
    const answers = await Promise.all([
      returned(order),
      returned(order, beside),
      call('POST', guestUrl(`/${orderId}/confirm`), body),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await resultOf(order)).toBe('PAID');
    expect(await resultOf({ orderId })).toBe('PAID');
    expect(desk.toss.done.filter((key) => key === orderId)).toHaveLength(1);
    expect((await desk.read(of))['paidAmount']).toBe(20_000);
  });

  it('records money of PortOne and ignores the amount in the address', async () => {
    const { of, call } = await holdingGuest();
    const { orderId } = await begin(call, { provider: 'PORTONE' });
    expect(await resultOf({ orderId })).toBe('DECLINED');
    desk.portone.book.take(desk.portone.book.agree({ orderId, amount: 20_000 }));
    expect(await resultOf({ orderId, amount: 1 })).toBe('PAID');
    expect(await desk.read(of)).toMatchObject({ state: 'CONFIRMED', paidAmount: 20_000 });
  });

  it('says that nothing was taken when the guest closed the window of Toss, and asks Toss for nothing', async () => {
    const { of, call } = await holdingGuest();
    const order = await agreed(call);
    expect(await resultOf({ orderId: order.orderId })).toBe('DECLINED');
    expect(await resultOf({ orderId: order.orderId, paymentKey: order.paymentKey })).toBe('DECLINED');
    expect([isTaken(order.orderId), (await desk.read(of))['state']]).toEqual([false, 'PENDING']);
  });

  it('says paid for a closed window when another payment has paid the stay since', async () => {
    const { call } = await holdingGuest();
    const closed = await begin(call, { provider: 'PORTONE' });
    const paid = await agreed(call);
    expect(await resultOf(paid)).toBe('PAID');
    expect(await resultOf({ orderId: closed.orderId })).toBe('PAID');
    // An order that began after the stay was paid for has nothing to do with that payment.
    const { of, call: later } = await holdingGuest({ state: 'CONFIRMED' });
    await desk.admin.call('POST', desk.url(), { reservationId: of['id'], method: 'CASH', amount: 5000 });
    const { orderId } = await begin(later);
    expect(await resultOf({ orderId })).toBe('DECLINED');
  });

  it('confirms after the answer of the provider was lost, and keeps saying so until then', async () => {
    const { of, call } = await holdingGuest();
    const order = await agreed(call);
    desk.toss.faults.next = ['unanswered'];
    expect(await resultOf(order)).toBe('CONFIRMING');
    expect(await resultOf({ orderId: order.orderId })).toBe('CONFIRMING');
    await until('the payment is looked up', async () => {
      clock.advance(6000);
      return (await desk.read(of))['state'] === 'CONFIRMED';
    });
    expect(await resultOf({ orderId: order.orderId })).toBe('PAID');
    expect(desk.toss.done.filter((key) => key === order.orderId)).toHaveLength(1);
  });

  it('says that money which came too late, or a second time, is refunded (RV-5)', async () => {
    const late = await holdingGuest();
    const { orderId } = await begin(late.call, { provider: 'PORTONE' });
    expect((await desk.verb(await desk.read(late.of), 'cancel', { refundPercent: 0 })).status).toBe(200);
    desk.portone.book.take(desk.portone.book.agree({ orderId, amount: 20_000 }));
    expect(await resultOf({ orderId })).toBe('CONFIRMING');
    await until('the server has asked PortOne', async () => {
      clock.advance(1500);
      return (await resultOf({ orderId })) === 'REFUNDED';
    });
    const twice = await holdingGuest();
    const second = await begin(twice.call, { provider: 'PORTONE' });
    expect(await resultOf(await agreed(twice.call))).toBe('PAID');
    desk.portone.book.take(desk.portone.book.agree({ orderId: second.orderId, amount: 20_000 }));
    expect(await resultOf({ orderId: second.orderId })).toBe('REFUNDED');
    expect(await desk.read(twice.of)).toMatchObject({ state: 'CONFIRMED' });
  });
});

describe('a manipulated return (GT-16)', () => {
  it('takes nothing for another amount or a key that Toss does not know, and the true return still confirms', async () => {
    const { of, call } = await holdingGuest();
    const order = await agreed(call);
    const other = await agreed((await holdingGuest()).call);
    for (const changed of [
      { ...order, amount: 100 },
      { ...order, paymentKey: 'of-nobody' },
      { ...order, paymentKey: other.paymentKey },
    ])
      expect(await resultOf(changed), JSON.stringify(changed)).toBe('DECLINED');
    expect([isTaken(order.orderId), isTaken(other.orderId)]).toEqual([false, false]);
    expect(await desk.read(of)).toMatchObject({ state: 'PENDING', paidAmount: 0 });
    // The job that repeats confirmations can be at it already: then the page asks again.
    for (const own of [order, other])
      await until('the true return is paid', async () => (await resultOf(own)) === 'PAID');
  });

  it('takes the money of the same order after a refusal, and once (GT-10)', async () => {
    const order = await agreed((await holdingGuest()).call);
    desk.toss.faults.next = ['refused'];
    expect(await resultOf(order)).toBe('DECLINED');
    expect(await resultOf(order)).toBe('PAID');
    expect(await resultOf(order)).toBe('PAID');
    expect(desk.toss.done.filter((key) => key.startsWith(order.orderId))).toHaveLength(1);
  });

  it('does not end the repetition of a confirmation whose answer was lost with another key', async () => {
    const { of, call } = await holdingGuest();
    const order = await agreed(call);
    desk.toss.faults.next = ['error'];
    expect(await resultOf(order)).toBe('CONFIRMING');
    expect(await resultOf({ ...order, paymentKey: 'of-nobody' })).toBe('CONFIRMING');
    const own = await call('POST', guestUrl(`/${order.orderId}/confirm`), { paymentKey: 'x', amount: order.amount });
    expect(problem(own)).toEqual([409, 'PAYMENT_UNDER_WAY']);
    await until('the confirmation is repeated', async () => {
      clock.advance(6000);
      return (await desk.read(of))['state'] === 'CONFIRMED';
    });
  });

  it('takes nothing of a stay whose hold has ended or whose link staff revoked', async () => {
    const back = clock.now();
    const ended = await holdingGuest();
    const order = await agreed(ended.call);
    const revoked = await holdingGuest();
    const ofRevoked = await agreed(revoked.call);
    const link = `/${desk.shop.slug}/reservation/${String(revoked.of['id'])}/guest-access`;
    expect((await desk.admin.call('DELETE', link)).status).toBe(200);
    expect(await resultOf(ofRevoked)).toBe('DECLINED');
    try {
      clock.set(new Date(Date.parse(String((await desk.read(ended.of))['holdExpiresAt']))));
      expect(await resultOf(order)).toBe('DECLINED');
    } finally {
      clock.set(back);
    }
    expect([isTaken(order.orderId), isTaken(ofRevoked.orderId)]).toEqual([false, false]);
  });
});

describe('an unknown order (GT-16)', () => {
  it('gets one answer, whether it never existed, is malformed, or is older than a day', async () => {
    const { call } = await holdingGuest();
    const order = await agreed(call);
    const back = clock.now();
    const answers = [
      await returned({ orderId: uuidv7() }),
      await returned({ orderId: 'x' }),
      await returned({ orderId: `${order.orderId}'--` }),
    ];
    try {
      clock.set(new Date(back.getTime() + 24 * HOUR_MS + MINUTE_MS));
      answers.push(await returned(order));
    } finally {
      clock.set(back);
    }
    for (const answer of answers) expect(problem(answer)).toEqual([404, 'NOT_FOUND']);
    expect(new Set(answers.map(({ body }) => JSON.stringify({ ...body, instance: '', requestId: '' }))).size).toBe(1);
    expect(isTaken(order.orderId)).toBe(false);
    expect(problem(await returned({ orderId: '' }))).toEqual([400, 'INVALID_INPUT']);
    expect(problem(await returned({ ...order, reservationId: order.orderId }))).toEqual([400, 'INVALID_INPUT']);
  });

  it('limits guesses by address like wrong tokens, without stopping a guest behind it, and one order by itself', async () => {
    const limited = await startTestServer({ beside: server, config: { requestLimit: 600 } });
    try {
      const order = await agreed((await holdingGuest()).call);
      expect((await returned(order, limited)).status).toBe(200);
      const guesses = await Promise.all(
        Array.from({ length: 30 }, () => returned({ orderId: uuidv7() }, limited).then(problem)),
      );
      expect(guesses.filter(([status]) => status === 404).length).toBeLessThanOrEqual(21);
      expect(guesses).toContainEqual([429, 'TOO_MANY_ATTEMPTS']);
      expect((await returned(order, limited)).body).toMatchObject({ result: 'PAID' });
      const many = await Promise.all(Array.from({ length: 45 }, () => returned(order, limited).then(problem)));
      expect(many).toContainEqual([429, 'RATE_LIMITED']);
    } finally {
      await limited.close();
    }
  });
});

describe('the link after a return without a token (MS-11)', () => {
  it('goes to the phone of the guest with the confirmation, and opens the reservation', async () => {
    const noon = fakeClock(new Date('2026-11-21T03:00:00Z'));
    const own = await startTestServer({ clock: noon });
    const messages = await openMessageDesk(own, noon);
    const toss = await openVirtualToss(own, messages.shop);
    try {
      const held = await messages.createReservation({ state: 'PENDING', ...messages.time(5) });
      const { call } = await makeGuest(own, messages.shop, messages.storeId, String(held['id']));
      const begun = await call('POST', `/${messages.shop.slug}/guest/payment/begin`, { provider: 'TOSS' });
      const order = { orderId: String(begun.body['orderId']), amount: Number(begun.body['payment']?.['amount']) };
      const { paymentKey } = toss.book.agree(order);
      const answer = await returned({ ...order, paymentKey }, own);
      expect(answer.body).toMatchObject({ result: 'PAID' });
      await messages.message(held, 'CONFIRMED', 'ACCEPTED');
      const texts = messages.received('010-1234-5678').map(({ text }) => text);
      const links = texts.flatMap((text) => /\/g\/(mjg_[\w-]{43})/.exec(text)?.[1] ?? []);
      const read = await own.caller(links.at(-1) ?? '')('GET', '/guest/page');
      expect(read.body).toMatchObject({ reservation: { reservationId: held['id'], state: 'CONFIRMED' } });
    } finally {
      await Promise.all([toss.close(), messages.solapi.close()]);
      await own.close();
    }
  });
});

describe('the name of an order (GP-8)', () => {
  it('says store, room and start, and cuts long names', async () => {
    const { of, call } = await holdingGuest();
    const { orderName } = await begin(call);
    expect(orderName).toMatch(/^.+ · .+ · 11\/21 \d\d:\d\d$/);
    expect(orderName).not.toContain(String(of['code']));
    const room = (await desk.admin.call('GET', `/${desk.shop.slug}/room/${String(of['roomId'])}`)).body;
    const long = '아주 긴 이름을 가진 보드게임과 파티를 위한 큰 방';
    const renamed = await desk.admin.call('PATCH', `/${desk.shop.slug}/room/${String(of['roomId'])}`, {
      version: room['version'],
      name: long,
    });
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
    const second = await begin(call);
    expect(second.orderName).toContain(' · 아주 긴 이름을 가진… · ');
    expect(Array.from(second.orderName).length).toBeLessThanOrEqual(43);
  });
});
