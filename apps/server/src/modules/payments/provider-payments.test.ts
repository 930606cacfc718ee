/** @module-tag engines */
import { payment as paymentShape, type Payment, type Waterfall } from '@munjigi/contract';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock, startTestServer, until, type TestServer } from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { openPayingDesk, type PayingDesk } from '../../testing/desks/paying-desk.ts';

const NOW = new Date('2026-11-21T06:00:00Z');
const MINUTE_MS = 60_000;

describe('payments through a provider (PY-1, PY-4)', () => {
  /** Lets a payment have begun earlier, which no role of the server can. */
  async function moveBack(paymentId: string, by: string): Promise<void> {
    const owner = new pg.Client({ connectionString: one.databaseUrl });
    await owner.connect();
    await owner.query(`begin; alter table payments disable trigger payments_keep; alter table payments no force row level security;
      update payments set created_at = created_at - interval '${by}' where id = '${paymentId}';
      alter table payments force row level security; alter table payments enable trigger payments_keep; commit`);
    await owner.end();
  }

  const clock = fakeClock(NOW);
  let one: TestServer;
  let two: TestServer;
  let desk: PayingDesk;
  beforeAll(async () => {
    one = await startTestServer({ clock });
    two = await startTestServer({ beside: one });
    desk = await openPayingDesk(one);
  });
  afterEach(() => {
    for (const { faults } of [desk.toss, desk.portone])
      Object.assign(faults, { next: [], delayMs: 0, share: 0, isSilent: false });
  });
  afterAll(async () => {
    // The ledger is consistent after all tests.
    expect(await one.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
    await two.close();
    await one.close();
    await Promise.all([desk.toss.close(), desk.portone.close()]);
  });

  /** Waits until the payment satisfies a condition, and advances the clock meanwhile, so that timers run. */
  const becomes = (it: Pick<Payment, 'id'>, what: string, is: (payment: Payment) => boolean) =>
    until(what, async () => {
      clock.advance(1500);
      const payment = await desk.read1(it);
      return is(payment) && payment;
    });
  const notified = async (text: string) => {
    const { body } = await desk.admin.call('GET', desk.url('/notification?limit=50'));
    return body['items']?.filter((found) => String(found['text']).includes(text)).map((found) => found['kind']);
  };
  const accounts = async (of: { readonly [key: string]: unknown }) => {
    const { body } = await desk.admin.call('GET', desk.url(`/waterfall?reservationId=${String(of['id'])}`));
    return Object.fromEntries((body as unknown as Waterfall).accounts.map(({ account, amount }) => [account, amount]));
  };

  it('takes the money of a card once under concurrent confirmations, posts the fee and confirms the reservation', async () => {
    const held = await desk.held();
    const begun = await desk.begun(held);
    expect(begun).toMatchObject({
      provider: 'TOSS',
      state: 'READY',
      amount: 20_000,
      approvedAt: null,
      online: { paymentKey: null, isConfirming: false, fault: null },
    });
    const { paymentKey } = desk.toss.book.agree({ orderId: begun.id, amount: 20_000 });
    const calls = [desk.admin.call, two.caller(desk.admin.token)];
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, number) => desk.confirm(begun, paymentKey, calls[number % 2])),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const paid = await becomes(begun, 'it is paid', ({ state }) => state === 'DONE');
    // The fee is 2.53 % of 20,000 won; an eleventh of it is VAT.
    expect(paid).toMatchObject({
      method: 'CARD',
      feeAmount: 506,
      receiptUrl: `https://dashboard.example/receipt/${paymentKey}`,
      online: { paymentKey, fault: null },
    });
    expect(await accounts(held)).toEqual({
      MONEY_AT_PROVIDER: 19_494,
      PROVIDER_FEE: 460,
      PROVIDER_FEE_VAT: 46,
      SALES_SUPPLY: -18_182,
      SALES_VAT: -1818,
    });
    expect(await desk.read(held)).toMatchObject({ state: 'CONFIRMED', paidAmount: 20_000 });
    expect(desk.toss.done.filter((key) => key === begun.id)).toHaveLength(1);
    expect((await desk.confirm(begun, paymentKey)).body['state']).toBe('DONE');
  });

  it('rejects another amount, the key of another payment, more than is due, and the reservation of another product', async () => {
    const held = await desk.held();
    const [begun, foreign] = [await desk.begun(held), await desk.begun(await desk.held())];
    const { paymentKey } = desk.toss.book.agree({ orderId: foreign.id, amount: 20_000 });
    expect((await desk.confirm(begun, paymentKey, desk.admin.call, 19_999)).body).toMatchObject({
      code: 'AMOUNT_DIFFERS',
      detail: '20000',
    });
    expect((await desk.confirm(begun, paymentKey)).body).toMatchObject({
      code: 'PROVIDER_REFUSED',
      detail: 'PAYMENT_NOT_FOUND',
    });
    expect((await desk.confirm(begun)).body['code']).toBe('STATE_NOT_ALLOWED');
    const more = await desk.admin.call('POST', desk.url('/begin'), {
      reservationId: held['id'],
      provider: 'TOSS',
      amount: 20_001,
    });
    expect(more.body['code']).toBe('MORE_THAN_DUE');
    const other = await one.makeShop();
    const elsewhere = await one.signIn(other, ['ADMIN']);
    expect(
      (await elsewhere.call('POST', `/${other.slug}/payment/begin`, { reservationId: held['id'], provider: 'TOSS' }))
        .body['code'],
    ).toBe('NOT_FOUND');
    expect(await desk.read1(begun)).toMatchObject({
      state: 'READY',
      online: { paymentKey: null, isConfirming: false, fault: null },
    });
  });

  it('returns the payment that a request began when its reply was lost after the commit, and begins another one for another key', async () => {
    const held = await desk.held();
    const begin = async (key: string) => {
      const body = { reservationId: held['id'], provider: 'TOSS', amount: 5000 };
      const reply = await desk.admin.call('POST', desk.url('/begin'), body, { 'idempotency-key': key });
      return [reply.status, reply.body['orderId']];
    };
    const loseReplyOf = (key: string) =>
      one.withActor(desk.admin.actor, (tx) =>
        tx
          .updateTable('idempotency_keys')
          .set({ status: null, reply: null, locked_until: new Date(0) })
          .where('key', '=', key)
          .execute(),
      );
    const key = uuidv7();
    const [, first] = await begin(key);
    await loseReplyOf(key);
    expect(await begin(key)).toEqual([200, first]);
    const [status, other] = await begin(uuidv7());
    expect([status, other === first]).toEqual([200, false]);

    // A day later the key may stand for another request.
    await loseReplyOf(key);
    await moveBack(String(first), '25 hours');
    const [later, next] = await begin(key);
    expect([later, next === first]).toEqual([200, false]);
  });

  it.each(['unanswered', 'lost', 'error'] as const)(
    'resolves a confirmation whose request was %s and takes the money once',
    async (fault) => {
      const begun = await desk.begun(await desk.held());
      const { paymentKey } = desk.toss.book.agree({ orderId: begun.id, amount: 20_000 });
      desk.toss.faults.next = [fault];
      const { status, body } = await desk.confirm(begun, paymentKey);
      expect([status, body['state']]).toEqual([200, 'READY']);
      expect(paymentShape.parse(body).online).toMatchObject({ isConfirming: true });
      const paid = await becomes(begun, 'it is known', ({ state }) => state === 'DONE');
      expect([paid.online?.isConfirming, desk.toss.done.filter((key) => key === begun.id).length]).toEqual([false, 1]);
    },
  );

  it('answers READY when the provider is too slow, and learns the result by a later lookup', async () => {
    const hasty = await startTestServer({ beside: one, config: { providerTimeoutMs: 300 } });
    const begun = await desk.begun(await desk.held());
    const { paymentKey } = desk.toss.book.agree({ orderId: begun.id, amount: 20_000 });
    desk.toss.faults.delayMs = 700;
    expect((await desk.confirm(begun, paymentKey, hasty.caller(desk.admin.token))).body['state']).toBe('READY');
    await hasty.close();
    await becomes(begun, 'it is known', ({ state }) => state === 'DONE');
    expect(desk.toss.done.filter((key) => key === begun.id)).toHaveLength(1);
  });

  it('refunds a part and then the rest through the provider, with the fee in proportion', async () => {
    const held = await desk.held();
    const paid = await desk.paid(held);
    const requested = paymentShape.parse((await desk.refund(paid, { amount: 5000 })).body);
    expect(requested).toMatchObject({
      state: 'DONE',
      refundedAmount: 5000,
      refunds: [{ amount: 5000, state: 'REQUESTED', by: 'ADMIN' }],
    });
    const part = await becomes(paid, 'the part is back', ({ state }) => state === 'PARTIAL_CANCELED');
    expect(part.refunds).toMatchObject([{ state: 'DONE', failure: null }]);
    expect(await desk.read(held)).toMatchObject({ paidAmount: 15_000 });
    expect((await desk.refund(part, { amount: 15_001 })).body['code']).toBe('MORE_THAN_PAID');
    const calls = [desk.admin.call, two.caller(desk.admin.token)];
    const answers = await Promise.all(calls.map((call) => desk.refund(part, {}, call)));
    expect(answers.map(({ status, body }) => `${status} ${body['code'] ?? ''}`).sort()).toEqual(['200 ', '409 STALE']);
    await becomes(paid, 'all is back', ({ state }) => state === 'CANCELED');
    expect(await accounts(held)).toEqual({});
    expect(desk.toss.book.find(paid.id)?.cancels.map(({ amount }) => amount)).toEqual([5000, 15_000]);
  });

  it.each(['unanswered', 'lost', 'error'] as const)(
    'completes a refund exactly once when the request was %s',
    async (fault) => {
      const paid = await desk.paid();
      // The lookup before the refund succeeds, and the refund itself fails.
      desk.toss.faults.next = [null, fault];
      expect((await desk.refund(paid, { amount: 7000 })).status).toBe(200);
      const after = await becomes(paid, 'it is back', ({ state }) => state === 'PARTIAL_CANCELED');
      expect([after.refundedAmount, after.refunds.length, desk.toss.book.find(paid.id)?.cancels.length]).toEqual([
        7000, 1, 1,
      ]);
    },
  );

  it('raises a notification for a refund that the provider refuses, and frees its amount', async () => {
    const held = await desk.held({ guestName: '거절이' });
    const paid = await desk.paid(held);
    desk.toss.faults.next = [null, 'refused'];
    await desk.refund(paid, { amount: 7000 });
    const after = await becomes(paid, 'it failed', ({ refunds }) => refunds[0]?.state === 'FAILED');
    expect(after).toMatchObject({ state: 'DONE', refundedAmount: 0, refunds: [{ failure: 'REFUSED: on purpose' }] });
    expect(await notified('환불에 실패')).toEqual(['REFUND_FAILED']);
    expect(await desk.read(held)).toMatchObject({ paidAmount: 20_000 });
    await desk.refund(after);
    await becomes(paid, 'the next one is done', ({ state }) => state === 'CANCELED');
  });

  it('raises one notification for a refund that fails because of a wrong secret, shows the error, and sends the refund when the secret is set', async () => {
    const set = async (apiSecret: string) => {
      const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/payment-provider`);
      const toss = body['items']?.find((it) => it['provider'] === 'TOSS');
      const answer = await desk.admin.call('POST', `/${desk.shop.slug}/payment-provider`, {
        provider: 'TOSS',
        version: toss?.['version'],
        baseUrl: desk.toss.url,
        apiSecret,
        feeTerms: toss?.['feeTerms'],
      });
      expect(answer.status).toBe(200);
    };
    const trouble = async () => {
      const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/payment-provider`);
      return body['items']?.find((it) => it['provider'] === 'TOSS')?.['trouble'];
    };
    const paid = await desk.paid(await desk.held({ guestName: '기다림' }));
    expect(await trouble()).toBeNull();
    await set('a-wrong-one');
    await desk.refund(paid, { amount: 6000 });
    const notifications = await until('somebody is told', async () => {
      clock.advance(20_000);
      const { body } = await desk.admin.call('GET', desk.url('/notification?limit=50'));
      const found = body['items']?.filter((it) => String(it['text']).includes('결제사 연결을 확인'));
      return found !== undefined && found.length > 0 && found;
    });
    expect(notifications.map((it) => [it['kind'], it['amount'], it['reservationId']])).toEqual([
      ['REFUND_FAILED', 6000, paid.reservationId],
    ]);
    expect(await trouble()).toMatchObject({ error: 'UNAUTHORIZED_KEY', refunds: 1 });
    expect((await desk.read1(paid)).refunds).toMatchObject([{ state: 'REQUESTED' }]);
    // The refund is retried without a second notification.
    const requests = desk.toss.requests;
    await until('it was asked again', () => {
      clock.advance(MINUTE_MS);
      return desk.toss.requests > requests + 1;
    });
    expect(await notified('결제사 연결을 확인')).toHaveLength(1);
    await set('test_sk_toss');
    await becomes(paid, 'it is back', ({ state }) => state === 'PARTIAL_CANCELED');
    await until('there is no trouble any more', async () => {
      clock.advance(1500);
      return (await trouble()) === null;
    });
    expect(desk.toss.book.find(paid.id)?.cancels.map(({ amount }) => amount)).toEqual([6000]);
  });

  it('applies a refund made at the provider, and fails the requested one that no longer fits', async () => {
    const held = await desk.held();
    const paid = await desk.paid(held);
    const booked = desk.toss.book.find(paid.id);
    if (!booked) throw new Error('The provider does not know it');
    desk.toss.book.cancel(booked, 15_000, '고객센터');
    await desk.refund(paid, { amount: 8000 });
    const after = await becomes(
      paid,
      'both are known',
      ({ refunds }) => refunds.length === 2 && refunds.every(({ state }) => state !== 'REQUESTED'),
    );
    expect(after.state).toBe('PARTIAL_CANCELED');
    expect(after.refunds.map(({ amount, state, by }) => [amount, state, by])).toEqual([
      [8000, 'FAILED', 'ADMIN'],
      [15_000, 'DONE', 'Toss Payments'],
    ]);
    expect(await desk.read(held)).toMatchObject({ paidAmount: 5000 });
  });

  it('follows a deposit that arrives, is taken back by the bank, and arrives again', async () => {
    const held = await desk.held();
    const waiting = await desk.paid(held, true);
    expect(waiting).toMatchObject({ state: 'WAITING_FOR_DEPOSIT', method: 'VIRTUAL_ACCOUNT' });
    const booked = desk.toss.book.find(waiting.id);
    if (!booked) throw new Error('The provider does not know it');
    const reported = async () => void (await desk.send('TOSS', desk.toss.messages.at(-1) ?? { headers: {}, body: '' }));
    desk.toss.book.deposit(booked);
    await reported();
    await becomes(waiting, 'it is paid', ({ state }) => state === 'DONE');
    expect(await desk.read(held)).toMatchObject({ state: 'CONFIRMED', paidAmount: 20_000 });
    desk.toss.book.takeBack(booked);
    await reported();
    await becomes(waiting, 'it waits again', ({ state }) => state === 'WAITING_FOR_DEPOSIT');
    expect([await accounts(held), (await desk.read(held))['paidAmount']]).toEqual([{}, 0]);
    desk.toss.book.deposit(booked);
    await reported();
    await becomes(waiting, 'it is paid', ({ state }) => state === 'DONE');
    expect(await desk.read(held)).toMatchObject({ paidAmount: 20_000 });
  });

  it('posts nothing and raises a notification when the paid amount differs', async () => {
    const held = await desk.held();
    const begun = await desk.begun(held, 'PORTONE');
    desk.portone.book.take(desk.portone.book.agree({ orderId: begun.id, amount: 100 }));
    expect(paymentShape.parse((await desk.confirm(begun)).body).online?.fault).toBe('AMOUNT_DIFFERS');
    expect([(await desk.read(held))['state'], await accounts(held)]).toEqual(['PENDING', {}]);
    expect(await notified('결제사 기록과 달라요')).toEqual(['UNMATCHED_DEPOSIT']);
  });

  it('records a payment that PortOne took and refunds it there in two parts', async () => {
    const begun = await desk.begun(await desk.held(), 'PORTONE');
    expect((await desk.confirm(begun)).status).toBe(422);
    desk.portone.book.take(desk.portone.book.agree({ orderId: begun.id, amount: 20_000 }));
    const paid = paymentShape.parse((await desk.confirm(begun)).body);
    expect(paid).toMatchObject({ state: 'DONE', feeAmount: 506 });
    desk.portone.faults.next = [null, 'unanswered'];
    await desk.refund(paid, { amount: 4000 });
    const part = await becomes(paid, 'the part is back', ({ state }) => state === 'PARTIAL_CANCELED');
    await desk.refund(part);
    await becomes(paid, 'all is back', ({ state }) => state === 'CANCELED');
    expect(desk.portone.book.find(begun.id)?.cancels.map(({ amount }) => amount)).toEqual([4000, 16_000]);
  });

  it('finds a payment without any message, expires one that the guest never agreed to, and records late money', async () => {
    const [forgotten, never] = [await desk.begun(await desk.held(), 'PORTONE'), await desk.begun(await desk.held())];
    desk.portone.book.take(desk.portone.book.agree({ orderId: forgotten.id, amount: 20_000 }));
    clock.advance(6 * MINUTE_MS);
    await becomes(forgotten, 'it was found', ({ state }) => state === 'DONE');
    clock.advance(61 * MINUTE_MS);
    await becomes(never, 'it is over', ({ state }) => state === 'EXPIRED');
    // Money that arrives after the expiry is still recorded.
    const late = desk.toss.book.agree({ orderId: never.id, amount: 20_000 });
    desk.toss.book.take(late);
    await desk.send('TOSS', desk.toss.messages.at(-1) ?? { headers: {}, body: '' });
    await becomes(never, 'it is paid', ({ state }) => state === 'DONE');
  });
});
