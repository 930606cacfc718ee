import type { Payment } from '@munjigi/contract';
import type { OddAnswer } from '@munjigi/virtual-providers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock, startTestServer, until, type TestServer } from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { openPayingDesk, type PayingDesk } from '../../testing/desks/paying-desk.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

const fault = (status: number, body: object | string): OddAnswer => ({ to: ['cancel'], answer: { status, body } });

describe('a refund that its provider does not decide (PY-4)', () => {
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

  const becomes = (payment: Pick<Payment, 'id'>, what: string, is: (payment: Payment) => boolean, stepMs = 1500) =>
    until(what, async () => {
      clock.advance(stepMs);
      const now = await desk.read1(payment);
      return is(now) && now;
    });
  const notificationsOf = async ({ reservationId }: Payment) => {
    const { body } = await desk.admin.call('GET', desk.url('/notification?limit=100'));
    return (body['items'] ?? []).filter((item) => item['reservationId'] === reservationId);
  };
  const troubleOf = async (provider: string) => {
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/payment-provider`);
    return body['items']?.find((item) => item['provider'] === provider)?.['trouble'];
  };
  const paidAtPortone = async () => {
    const begun = await desk.begun(await desk.held(), 'PORTONE');
    desk.portone.book.take(desk.portone.book.agree({ orderId: begun.id, amount: begun.amount }));
    await desk.confirm(begun);
    return becomes(begun, 'it is paid', ({ state }) => state === 'DONE');
  };
  const cancelsAt = (provider: PayingDesk['toss']) => provider.kinds.filter((kind) => kind === 'cancel').length;

  it('is sent again with growing pauses, raises one notification and shows the provider in trouble', async () => {
    const paid = await desk.paid();
    const unknown = fault(500, { code: 'FAILED_INTERNAL_SYSTEM_PROCESSING', message: '' });
    desk.toss.playNext(...Array.from({ length: 8 }, () => unknown));
    const before = cancelsAt(desk.toss);
    await desk.refund(paid, { amount: 7000 });
    await until('it was sent four times', () => {
      clock.advance(SECOND_MS);
      return cancelsAt(desk.toss) >= before + 4;
    });
    expect(await troubleOf('TOSS')).toMatchObject({ error: 'HTTP 500 FAILED_INTERNAL_SYSTEM_PROCESSING', refunds: 1 });
    // The fifth pause is half a minute: within ten seconds nothing is sent.
    await until('it was sent six times', () => {
      clock.advance(SECOND_MS);
      return cancelsAt(desk.toss) >= before + 6;
    });
    const lookups = desk.toss.requests;
    for (let second = 0; second < 10; second += 1) {
      clock.advance(SECOND_MS);
      await desk.read1(paid);
    }
    expect(desk.toss.requests).toBe(lookups);
    await becomes(paid, 'it is back', ({ state }) => state === 'PARTIAL_CANCELED', MINUTE_MS);
    const failed = (await notificationsOf(paid)).filter((item) => item['kind'] === 'REFUND_FAILED');
    expect(failed.map((item) => item['amount'])).toEqual([7000]);
    expect(await troubleOf('TOSS')).toBeNull();
    expect(desk.toss.book.find(paid.id)?.cancels.map(({ amount }) => amount)).toEqual([7000]);
  });

  it.each([
    ['a key that is not valid any more', fault(401, { code: 'UNAUTHORIZED_KEY', message: '' })],
    ['the page of a proxy', fault(404, '<html></html>')],
    ['bank hours', fault(403, { code: 'NOT_AVAILABLE_BANK', message: '은행 서비스 시간이 아닙니다.' })],
    ['a fault that passes', fault(400, { code: 'PROVIDER_ERROR', message: '' })],
    ['another request under way', fault(403, { code: 'FORBIDDEN_CONSECUTIVE_REQUEST', message: '' })],
  ])('does not fail because of %s', async (_, answer) => {
    const paid = await desk.paid();
    desk.toss.playNext(answer);
    await desk.refund(paid, { amount: 3000 });
    const after = await becomes(paid, 'it is back', ({ state }) => state === 'PARTIAL_CANCELED');
    expect(after.refunds).toMatchObject([{ amount: 3000, state: 'DONE', failure: null }]);
  });

  it('fails with the words of the provider for a documented code with any status', async () => {
    const closed = await desk.paid();
    desk.toss.playNext(fault(500, { code: 'FAILED_CLOSED_ACCOUNT_REFUND', message: '해약된 계좌' }));
    await desk.refund(closed, { amount: 3000 });
    const atToss = await becomes(closed, 'it failed', ({ refunds }) => refunds[0]?.state === 'FAILED');
    expect(atToss.refunds[0]?.failure).toBe('FAILED_CLOSED_ACCOUNT_REFUND: 해약된 계좌');
    const paid = await paidAtPortone();
    for (const [status, body, failure] of [
      [409, { type: 'PAYMENT_NOT_PAID' }, 'PAYMENT_NOT_PAID'],
      [502, { type: 'PG_PROVIDER', message: 'x', pgCode: 'E1', pgMessage: '취소 불가' }, 'PG_PROVIDER: E1 취소 불가'],
    ] as const) {
      desk.portone.playNext(fault(status, body));
      await desk.refund(await desk.read1(paid), { amount: 1000 });
      const after = await becomes(paid, 'it failed', ({ refunds }) => refunds.at(-1)?.state === 'FAILED');
      expect([after.refunds.at(-1)?.failure, after.refundedAmount]).toEqual([failure, 0]);
    }
  });

  it('is sent with the amount that is left when another one was made meanwhile', async () => {
    const paid = await paidAtPortone();
    const booked = desk.portone.book.find(paid.id) ?? expect.fail('PortOne does not know it');
    // The amount changes between the lookup and the refund, whose answer PortOne keeps with its key.
    desk.portone.faults.delayMs = 300;
    const before = cancelsAt(desk.portone);
    await desk.refund(paid, { amount: 5000 });
    await until('it was sent', () => {
      clock.advance(SECOND_MS);
      return cancelsAt(desk.portone) > before;
    });
    desk.portone.book.cancel(booked, 2000, '콘솔');
    desk.portone.faults.delayMs = 0;
    const after = await becomes(paid, 'both are known', ({ refunds }) =>
      refunds.every(({ state }) => state === 'DONE'),
    );
    expect(after.refunds.map(({ amount }) => amount).sort()).toEqual([2000, 5000]);
    expect(booked.cancels.map(({ amount }) => amount).sort()).toEqual([2000, 5000]);
  });

  it.each([
    ['makes', 'DONE', 'DONE', 'PARTIAL_CANCELED'],
    ['cannot make', 'FAILED', 'FAILED', 'DONE'],
  ] as const)(
    'waits for a refund that PortOne accepts and %s later, without a second request',
    async (_, to, state, is) => {
      const paid = await paidAtPortone();
      const booked = desk.portone.book.find(paid.id) ?? expect.fail('PortOne does not know it');
      const before = cancelsAt(desk.portone);
      desk.portone.book.nextCancels.push('PENDING');
      await desk.refund(paid, { amount: 5000 });
      await until('it was accepted', () => {
        clock.advance(SECOND_MS);
        return cancelsAt(desk.portone) > before;
      });
      // Longer than the key is valid.
      const lookups = desk.portone.requests;
      await until('it was looked up', () => {
        clock.advance(30 * MINUTE_MS);
        return desk.portone.requests >= lookups + 8;
      });
      expect(cancelsAt(desk.portone)).toBe(before + 1);
      expect((await desk.read1(paid)).refunds).toMatchObject([{ state: 'REQUESTED' }]);
      expect(await troubleOf('PORTONE')).toBeNull();
      desk.portone.book.endCancels(booked, to);
      const after = await becomes(paid, 'it has ended', ({ refunds }) => refunds[0]?.state === state, MINUTE_MS);
      expect([after.state, cancelsAt(desk.portone)]).toEqual([is, before + 1]);
    },
  );

  it('fails when PortOne answers that the cancellation failed', async () => {
    const paid = await paidAtPortone();
    desk.portone.book.nextCancels.push('FAILED');
    await desk.refund(paid, { amount: 5000 });
    const after = await becomes(paid, 'it failed', ({ refunds }) => refunds[0]?.state === 'FAILED');
    expect([after.state, after.refundedAmount]).toEqual(['DONE', 0]);
    expect(after.refunds[0]?.failure).toContain('CANCELLATION_FAILED');
    expect((await notificationsOf(paid)).some((item) => item['kind'] === 'REFUND_FAILED')).toBe(true);
  });

  it('is done when Toss answers that the payment is cancelled already, and lists the refund', async () => {
    const paid = await desk.paid();
    desk.toss.playNext({
      ...fault(400, { code: 'ALREADY_CANCELED_PAYMENT', message: '이미 취소된 결제 입니다.' }),
      isExecuted: true,
    });
    await desk.refund(paid);
    const after = await becomes(paid, 'it is back', ({ state }) => state === 'CANCELED');
    expect(after.refunds).toMatchObject([{ state: 'DONE', failure: null }]);
  });
});
