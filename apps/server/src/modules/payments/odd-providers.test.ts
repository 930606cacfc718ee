// @sweep 1/8 (decision 086)
import { payment as paymentShape, type Payment } from '@munjigi/contract';
import { repeatAndReorder, signedMessage, type SentWebhook } from '@munjigi/virtual-providers';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock, startTestServer, until, type TestServer } from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { openPayingDesk, WEBHOOK_SECRET, type PayingDesk } from '../../testing/desks/paying-desk.ts';
import { MOST_OF_A_PAYMENT } from './webhooks/store-message.ts';

const HOUR_MS = 3600_000;

describe('odd but documented behaviour of providers (PY-1, PY-2)', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let server: TestServer;
  let desk: PayingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openPayingDesk(server, { rooms: 120 });
  });
  afterAll(async () => {
    expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
    await server.close();
    await Promise.all([desk.toss.close(), desk.portone.close()]);
  });

  const becomes = (payment: Pick<Payment, 'id'>, what: string, is: (payment: Payment) => boolean, stepMs = 1500) =>
    until(what, async () => {
      clock.advance(stepMs);
      const now = await desk.read1(payment);
      return is(now) && now;
    });
  const notificationsOf = async ({ reservationId }: Payment, words: string) => {
    const { body } = await desk.admin.call('GET', desk.url('/notification?limit=200'));
    return (body['items'] ?? [])
      .filter((item) => item['reservationId'] === reservationId && String(item['text']).includes(words))
      .map((item) => item['kind']);
  };
  const begunAtToss = async (isAccount = false) => {
    const payment = await desk.begun(await desk.held());
    return { payment, booked: desk.toss.book.agree({ orderId: payment.id, amount: payment.amount, isAccount }) };
  };
  const paidAtPortone = async () => {
    const payment = await desk.begun(await desk.held(), 'PORTONE');
    const booked = desk.portone.book.agree({ orderId: payment.id, amount: payment.amount });
    desk.portone.book.take(booked);
    await desk.confirm(payment);
    return { payment: await becomes(payment, 'it is paid', ({ state }) => state === 'DONE'), booked };
  };
  const signed = (body: object) => signedMessage(WEBHOOK_SECRET, `msg_${uuidv7()}`, clock.now(), JSON.stringify(body));
  const plain = (body: object): SentWebhook => ({ headers: {}, body: JSON.stringify(body) });
  /** Causes a lookup, as every message does. */
  const nudge = ({ id }: Payment) =>
    desk.send('TOSS', plain({ eventType: 'PAYMENT_STATUS_CHANGED', createdAt: uuidv7(), data: { orderId: id } }));

  it.each([
    ['ALREADY_PROCESSED_PAYMENT', 400, { code: 'ALREADY_PROCESSED_PAYMENT', message: '이미 처리된 결제 입니다.' }],
    ['PROVIDER_ERROR', 400, { code: 'PROVIDER_ERROR', message: '일시적인 오류' }],
    ['the page of a proxy', 404, '<html></html>'],
    ['an empty answer', 200, ''],
  ])('looks a payment up whose confirmation is answered with %s', async (_, status, body) => {
    const { payment, booked } = await begunAtToss();
    desk.toss.playNext({ to: ['confirm'], answer: { status, body }, isExecuted: true });
    const answer = await desk.confirm(payment, booked.paymentKey);
    expect([answer.status, paymentShape.parse(answer.body).online?.isConfirming]).toEqual([200, true]);
    await becomes(payment, 'it is paid', ({ state }) => state === 'DONE');
  });

  it('ends a confirmation that the provider refuses after a fault that passed', async () => {
    const { payment, booked } = await begunAtToss();
    const passing = { code: 'PROVIDER_ERROR', message: '일시적인 오류' };
    const final = { code: 'REJECT_CARD_COMPANY', message: '결제 승인이 거절되었습니다.' };
    desk.toss.playNext(
      { to: ['confirm'], answer: { status: 400, body: passing } },
      { to: ['confirm'], answer: { status: 403, body: final } },
    );
    const answer = await desk.confirm(payment, booked.paymentKey);
    expect(paymentShape.parse(answer.body).online?.isConfirming).toBe(true);
    const after = await becomes(payment, 'it has ended', ({ online }) => online?.isConfirming === false);
    expect(after.state).toBe('READY');
  });

  it('refuses a confirmation for which the guest was too slow', async () => {
    const { payment, booked } = await begunAtToss();
    const body = { code: 'NOT_FOUND_PAYMENT_SESSION', message: '결제 시간이 만료되었습니다.' };
    desk.toss.playNext({ to: ['confirm'], answer: { status: 404, body } });
    const answer = await desk.confirm(payment, booked.paymentKey);
    expect([answer.body['code'], answer.body['detail']]).toEqual(['PROVIDER_REFUSED', `${body.code}: ${body.message}`]);
  });

  it('keeps a payment that a proxy answers with a page of 404', async () => {
    const { payment } = await paidAtPortone();
    desk.portone.playNext({ to: ['lookUp'], answer: { status: 404, body: '<html></html>' } });
    await desk.refund(payment, { amount: 1000 });
    await becomes(payment, 'it is back', ({ state }) => state === 'PARTIAL_CANCELED');
  });

  it('opens no window for a payment that PortOne knows as paid, and looks it up', async () => {
    const held = await desk.held();
    const begin = () =>
      desk.admin.call(
        'POST',
        desk.url('/begin'),
        { reservationId: held['id'], provider: 'PORTONE' },
        { 'idempotency-key': uuidv7() },
      );
    desk.portone.playNext({ to: ['preregister'], answer: { status: 409, body: { type: 'ALREADY_PAID' } } });
    expect((await begin()).body['code']).toBe('PROVIDER_REFUSED');
    const looked = desk.portone.kinds.length;
    await until('it is looked up', () => {
      clock.advance(1000);
      return desk.portone.kinds.slice(looked).includes('lookUp');
    });
  });

  it('notifies a person of a chargeback once, by its message, its dispute and its cancellation', async () => {
    const { payment, booked } = await paidAtPortone();
    const about = (kind: string) =>
      desk.send(
        'PORTONE',
        signed({
          type: `Transaction.Chargeback${kind}`,
          timestamp: clock.now().toISOString(),
          data: { paymentId: payment.id },
        }),
      );
    booked.disputedAt = clock.now();
    clock.advance(1000);
    await about('Created');
    await about('Created');
    await becomes(payment, 'it is disputed', ({ online }) => online?.isDisputed === true);
    await until('all is worked', async () => {
      const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/webhook?paymentId=${payment.id}&state=WORKED`);
      return Number(body['total']) === 2;
    });
    expect(await notificationsOf(payment, '이의가 제기')).toEqual(['UNMATCHED_DEPOSIT']);
    booked.disputedAt = null;
    desk.portone.book.chargeBack(booked);
    clock.advance(1000);
    await about('Resolved');
    await becomes(
      payment,
      'the money is gone and the dispute is over',
      ({ state, online }) => state === 'CANCELED' && online?.isDisputed === false,
    );
    expect(await notificationsOf(payment, '되돌려 갔어요')).toEqual(['UNMATCHED_DEPOSIT']);
  });

  it('notifies a person of a dispute that only the payment lists', async () => {
    const { payment, booked } = await paidAtPortone();
    booked.disputedAt = clock.now();
    const after = await becomes(payment, 'it is disputed', ({ online }) => online?.isDisputed === true, HOUR_MS);
    expect(await notificationsOf(after, '이의가 제기')).toEqual(['UNMATCHED_DEPOSIT']);
  });

  it.each(['FAILED', 'PARTIAL_FAILED'])(
    'shows a refund of a virtual account that the bank returned later as %s',
    async (refundStatus) => {
      const { payment, booked } = await begunAtToss(true);
      await desk.confirm(payment, booked.paymentKey);
      desk.toss.book.deposit(booked);
      await nudge(payment);
      const paid = await becomes(payment, 'it is paid', ({ state }) => state === 'DONE');
      booked.refundStatus = 'PENDING';
      await desk.refund(paid, {
        refundAccount: { bank: '004', accountNumber: '1234567890', holderName: '김하늘' },
      });
      const refunded = await becomes(payment, 'it is back', ({ state }) => state === 'CANCELED');
      expect(refunded.online?.fault).toBeNull();
      booked.refundStatus = refundStatus;
      const after = await becomes(payment, 'it is known', ({ online }) => online?.fault !== null, HOUR_MS);
      expect([after.state, after.online?.fault, after.refundedAmount]).toEqual(['CANCELED', 'OUT_OF_STEP', 20_000]);
      expect(await notificationsOf(after, '손님 계좌에 들어가지 못했어요')).toEqual(['REFUND_FAILED']);
    },
  );

  it('posts nothing of a payment in dollars with cents, and notifies a person', async () => {
    const payment = await desk.begun(await desk.held());
    const booked = desk.toss.book.agree({ orderId: payment.id, amount: 726.24, terms: { currency: 'USD' } });
    desk.toss.book.take(booked);
    await nudge(payment);
    const after = await becomes(payment, 'it is known', ({ online }) => online?.fault !== null);
    expect([after.state, after.online?.fault]).toEqual(['READY', 'CURRENCY_DIFFERS']);
    expect(await notificationsOf(after, '결제사 기록과 달라요')).toEqual(['UNMATCHED_DEPOSIT']);
  });

  it('raises a fault for a paid payment that is cancelled there without refunds', async () => {
    const paid = await desk.paid();
    const answer = {
      status: 200,
      body: {
        paymentKey: paid.online?.paymentKey,
        orderId: paid.id,
        status: 'CANCELED',
        totalAmount: paid.amount,
        approvedAt: clock.now().toISOString(),
      },
    };
    desk.toss.playNext({ to: ['lookUp'], answer });
    await nudge(paid);
    const after = await becomes(paid, 'it is known', ({ online }) => online?.fault !== null);
    expect([after.state, after.online?.fault]).toEqual(['DONE', 'OUT_OF_STEP']);
    expect(await notificationsOf(after, '결제사 기록과 달라요')).toEqual(['UNMATCHED_DEPOSIT']);
  });

  it('does not count a virtual account as paid that is cancelled there with a time of payment', async () => {
    const { payment, booked } = await begunAtToss(true);
    const waiting = paymentShape.parse((await desk.confirm(payment, booked.paymentKey)).body);
    expect(waiting.state).toBe('WAITING_FOR_DEPOSIT');
    const body = {
      paymentKey: booked.paymentKey,
      orderId: payment.id,
      status: 'CANCELED',
      totalAmount: payment.amount,
      approvedAt: '2026-11-20T05:11:00Z',
    };
    desk.toss.playNext({ to: ['lookUp'], answer: { status: 200, body } });
    await nudge(payment);
    const after = await becomes(payment, 'it is known', ({ online }) => online?.fault !== null);
    expect([after.state, after.approvedAt]).toEqual(['WAITING_FOR_DEPOSIT', null]);
  });

  it.each([
    ['in data', (orderId: string, secret: string) => ({ eventType: 'DEPOSIT_CALLBACK', data: { orderId, secret } })],
    ['without its secret', (orderId: string) => ({ eventType: 'DEPOSIT_CALLBACK', orderId, status: 'DONE' })],
  ])('looks a payment up after a message about a deposit %s', async (_, message) => {
    const { payment, booked } = await begunAtToss(true);
    await desk.confirm(payment, booked.paymentKey);
    desk.toss.book.deposit(booked);
    expect((await desk.send('TOSS', plain(message(payment.id, booked.secret)))).status).toBe(200);
    await becomes(payment, 'it is paid', ({ state }) => state === 'DONE');
  });

  it('refuses a message about a deposit in data with another secret', async () => {
    const { payment, booked } = await begunAtToss(true);
    await desk.confirm(payment, booked.paymentKey);
    await desk.send('TOSS', plain({ eventType: 'DEPOSIT_CALLBACK', data: { orderId: payment.id, secret: 'guessed' } }));
    await until('it is refused', async () => {
      const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/webhook?paymentId=${payment.id}`);
      return body['items']?.[0]?.['reason'] === 'DEPOSIT_SECRET_WRONG';
    });
  });

  it('looks a payment up after an old message of PortOne without a signature, and believes nothing of it', async () => {
    const payment = await desk.begun(await desk.held(), 'PORTONE');
    const old = { tx_id: 'tx', payment_id: payment.id, status: 'Paid' };
    expect((await desk.send('PORTONE', plain(old))).status).toBe(200);
    await until('it is worked', async () => {
      const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/webhook?paymentId=${payment.id}&state=WORKED`);
      return Number(body['total']) === 1;
    });
    expect((await desk.read1(payment)).state).toBe('READY');
    desk.portone.book.take(desk.portone.book.agree({ orderId: payment.id, amount: payment.amount }));
    expect((await desk.send('PORTONE', plain({ ...old, tx_id: 'tx2' }))).status).toBe(200);
    await becomes(payment, 'it is paid', ({ state }) => state === 'DONE');
    const wrong = { ...signed({ ...old, tx_id: 'tx3' }), body: JSON.stringify(old) };
    expect((await desk.send('PORTONE', wrong)).body['detail']).toBe('SIGNATURE_WRONG');
    const forged = plain({ ...old, type: 'Transaction.Paid', data: { paymentId: payment.id } });
    expect((await desk.send('PORTONE', forged)).body['detail']).toBe('SIGNATURE_ABSENT');
  });

  it('limits the old messages of PortOne about one payment, as those of Toss', async () => {
    const payment = await desk.begun(await desk.held(), 'PORTONE');
    const statuses = await Promise.all(
      Array.from({ length: MOST_OF_A_PAYMENT.count + 5 }, async (_, number) => {
        const message = plain({ tx_id: `tx${number}`, payment_id: payment.id, status: 'Paid' });
        return (await desk.send('PORTONE', message)).status;
      }),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it(
    'reaches the state of both providers with odd answers, late refunds and repeated, reordered messages',
    { timeout: 60_000 },
    async () => {
      for (const provider of [desk.toss, desk.portone]) Object.assign(provider.odd, { rate: 0.3, seed: 7351 });
      const begun = await Promise.all(
        Array.from({ length: 24 }, async (_, number) => {
          const name = number % 2 === 0 ? 'TOSS' : 'PORTONE';
          const { book } = number % 2 === 0 ? desk.toss : desk.portone;
          const payment = await desk.begun(await desk.held(), name, { amount: 10_000 });
          return { name, book, payment, booked: book.agree({ orderId: payment.id, amount: 10_000 }) } as const;
        }),
      );
      const [tossFrom, portoneFrom] = [desk.toss.messages.length, desk.portone.messages.length];
      for (const { book, booked } of begun) book.take(booked);
      const deliver = async () => {
        const all = [
          ...desk.toss.messages.slice(tossFrom).map((message) => ({ name: 'TOSS' as const, message })),
          ...desk.portone.messages.slice(portoneFrom).map((message) => ({ name: 'PORTONE' as const, message })),
        ];
        for (const { name, message } of repeatAndReorder(all, 11))
          expect((await desk.send(name, message)).status).toBe(200);
      };
      await deliver();
      const every = (what: string, is: (payment: Payment) => boolean) =>
        until(
          what,
          async () => {
            clock.advance(20_000);
            const now = await Promise.all(begun.map(({ payment }) => desk.read1(payment)));
            return now.every(is) && now;
          },
          40_000,
        );
      const paid = await every('all are paid', ({ state }) => state === 'DONE');
      for (const [number, payment] of paid.entries())
        if (number % 3 !== 0) await desk.refund(payment, { amount: number % 3 === 1 ? 4000 : 10_000 });
      const ended = await every('all refunds are made', ({ refunds }) =>
        refunds.every(({ state }) => state === 'DONE'),
      );
      for (const provider of [desk.toss, desk.portone]) provider.odd.rate = 0;
      for (const [number, { state, online, refundedAmount }] of ended.entries()) {
        const cancels = begun[number]?.booked.cancels ?? [];
        expect(cancels.filter((cancel) => cancel.state === 'DONE')).toHaveLength(number % 3 === 0 ? 0 : 1);
        expect([state, online?.fault, refundedAmount]).toEqual([
          ['DONE', 'PARTIAL_CANCELED', 'CANCELED'][number % 3],
          null,
          [0, 4000, 10_000][number % 3],
        ]);
      }
    },
  );
});
