// @sweep 1/8 (decision 086)
import { owedRefund, payment as paymentShape, type Payment } from '@munjigi/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  itemsOf,
  MINUTE_MS,
  startTestServer,
  until,
  type Answer,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { openPayingDesk, type PayingDesk } from '../../testing/desks/paying-desk.ts';

const ACCOUNT = { bank: '004', accountNumber: '110-987654-32199', holderName: '계좌주인' };
const NO_REFUND = { requestedAmount: 0, owedAmount: 0, waitingAmount: 0, notStartedAmount: 0 };

describe('cancelling a paid reservation (RV-5, PY-4)', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let one: TestServer;
  let two: TestServer;
  let desk: PayingDesk;
  let second: Caller;
  beforeAll(async () => {
    one = await startTestServer({ clock });
    two = await startTestServer({ beside: one });
    desk = await openPayingDesk(one);
    second = await one.signIn(desk.shop, ['ADMIN'], [], 2000);
  });
  afterEach(() => void Object.assign(desk.toss.faults, { next: [], delayMs: 0, share: 0, isSilent: false }));
  afterAll(async () => {
    expect(await one.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
    await two.close();
    await one.close();
    await Promise.all([desk.toss.close(), desk.portone.close()]);
  });

  const becomes = (it: Pick<Payment, 'id'>, what: string, is: (payment: Payment) => boolean) =>
    until(what, async () => {
      clock.advance(1500);
      const payment = await desk.read1(it);
      return is(payment) && payment;
    });
  /** Records a payment manually: 20,000 won in cash, unless the body says otherwise. */
  const paidManually = async (of: Answer['body'], body: Readonly<Record<string, unknown>> = {}) =>
    paymentShape.parse(
      (await desk.admin.call('POST', desk.url(), { reservationId: of['id'], method: 'CASH', amount: 20_000, ...body }))
        .body,
    );
  const cancel = async (of: Answer['body'], body: Readonly<Record<string, unknown>> = {}, by?: Caller) =>
    desk.verb(await desk.read(of), 'cancel', { refundPercent: 100, ...body }, by);
  const owedOf = async (of: Answer['body']) =>
    itemsOf((await desk.admin.call('GET', desk.url(`/refund-owed?reservationId=${of['id']}`))).body).map((item) =>
      owedRefund.parse(item),
    );
  const kindsOf = async (of: Answer['body']) =>
    ((await desk.read(of))['history'] as unknown as { kind: string }[]).map(({ kind }) => kind);
  const sent = (it: Payment, body: Readonly<Record<string, unknown>> = {}, call = desk.admin.call) =>
    call(
      'POST',
      desk.url(`/refund/${it.refunds.find(({ state }) => state === 'OWED')?.id ?? it.refunds[0]?.id}/sent`),
      { version: it.version, ...body },
    );
  const cancelsOf = (it: Pick<Payment, 'id'>) => desk.toss.book.find(it.id)?.cancels.map(({ amount }) => amount);

  it('requests the refund of the tier from the provider, and counts it only when the provider has confirmed it', async () => {
    const held = await desk.held();
    const paid = await desk.paid(held);
    desk.toss.faults.isSilent = true;
    const { body } = await cancel(held, { refundPercent: 50, reason: '손님 사정' });
    expect(body).toMatchObject({
      state: 'CANCELLED',
      refundAmount: 10_000,
      paidAmount: 20_000,
      refund: { ...NO_REFUND, requestedAmount: 10_000 },
    });
    expect(await desk.read1(paid)).toMatchObject({
      state: 'DONE',
      refunds: [{ amount: 10_000, state: 'REQUESTED', reason: '손님 사정' }],
    });
    expect(await owedOf(held)).toMatchObject([
      { amount: 10_000, parts: [{ state: 'REQUESTED', amount: 10_000 }], since: body['cancelledAt'] },
    ]);
    expect(await kindsOf(held)).toEqual(expect.arrayContaining(['CANCELLED', 'REFUND_REQUESTED']));
    expect(await kindsOf(held)).not.toContain('REFUNDED');
    desk.toss.faults.isSilent = false;
    await becomes(paid, 'the provider confirmed it', ({ state }) => state === 'PARTIAL_CANCELED');
    expect([cancelsOf(paid), await owedOf(held), await desk.read(held)]).toMatchObject([
      [10_000],
      [],
      { paidAmount: 10_000 },
    ]);
    expect(await kindsOf(held)).toContain('REFUNDED');
  });

  it.each(['unanswered', 'lost', 'error'] as const)(
    'refunds once when the request to the provider is %s',
    async (fault) => {
      const held = await desk.held();
      const paid = await desk.paid(held);
      desk.toss.faults.next = [null, fault];
      expect((await cancel(held)).status).toBe(200);
      const after = await becomes(paid, 'it is refunded', ({ state }) => state === 'CANCELED');
      expect([after.refunds.length, cancelsOf(paid)]).toEqual([1, [20_000]]);
    },
  );

  it('starts one refund when two people cancel at once, and when one cancels twice', async () => {
    const held = await desk.held();
    const paid = await desk.paid(held);
    const { version } = await desk.read(held);
    const calls = [desk.admin.call, two.caller(second.token), desk.admin.call, two.caller(second.token)];
    const answers = await Promise.all(
      calls.map((call) =>
        call('POST', `/${desk.shop.slug}/reservation/${held['id']}/cancel`, { version, refundPercent: 100 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const after = await becomes(paid, 'it is refunded', ({ state }) => state === 'CANCELED');
    expect((await cancel(held)).body['code']).toBe('STATE_NOT_ALLOWED');
    expect([after.refunds.length, cancelsOf(paid)]).toEqual([1, [20_000]]);
  });

  it('lists a refused refund as failed and owed until a person repeats it', async () => {
    const held = await desk.held();
    const paid = await desk.paid(held);
    desk.toss.faults.next = [null, 'refused'];
    await cancel(held);
    const failed = await becomes(paid, 'it failed', ({ refunds }) => refunds[0]?.state === 'FAILED');
    expect(await owedOf(held)).toMatchObject([{ amount: 20_000, parts: [{ state: 'FAILED', amount: 20_000 }] }]);
    expect(await kindsOf(held)).toContain('REFUND_FAILED');
    await desk.refund(failed);
    await becomes(paid, 'it is refunded', ({ state }) => state === 'CANCELED');
    expect(await owedOf(held)).toEqual([]);
  });

  it('owes the refund of a cash payment until a person confirms that it was sent', async () => {
    const held = await desk.held();
    const cash = await paidManually(held);
    const { body } = await cancel(held, { refundPercent: 50 });
    expect(body['refund']).toEqual({ ...NO_REFUND, owedAmount: 10_000 });
    const owed = await desk.read1(cash);
    expect(owed).toMatchObject({
      state: 'DONE',
      refunds: [{ amount: 10_000, state: 'OWED', sentBy: null, reference: null }],
    });
    expect(await owedOf(held)).toMatchObject([{ amount: 10_000, parts: [{ state: 'OWED', amount: 10_000 }] }]);
    expect(await desk.read(held)).toMatchObject({ paidAmount: 20_000 });
    clock.advance(5 * MINUTE_MS);
    const answers = await Promise.all(
      [desk.admin.call, two.caller(second.token)].map((call) => sent(owed, { reference: '국민 1234' }, call)),
    );
    expect(answers.map(({ status, body: { code = '' } }) => `${status} ${String(code)}`).sort()).toEqual([
      '200 ',
      '409 STALE',
    ]);
    const after = await desk.read1(cash);
    expect(after).toMatchObject({
      state: 'PARTIAL_CANCELED',
      refunds: [{ state: 'DONE', sentBy: 'ADMIN', reference: '국민 1234', at: clock.now().toISOString() }],
    });
    expect([await owedOf(held), await desk.read(held)]).toMatchObject([[], { paidAmount: 10_000 }]);
    expect((await sent(after)).body['code']).toBe('STATE_NOT_ALLOWED');
  });

  it('keeps the account of a transfer sealed until the refund is sent, and records who reads it', async () => {
    const held = await desk.held();
    const transfer = await paidManually(held, { method: 'TRANSFER' });
    expect((await cancel(held, { refundAccount: ACCOUNT })).status).toBe(200);
    const owed = await desk.read1(transfer);
    const account = await desk.admin.call('POST', desk.url(`/refund/${owed.refunds[0]?.id}/account`), {});
    expect(account.body).toEqual({ account: { ...ACCOUNT, accountNumber: '11098765432199' } });
    const { body: log } = await desk.admin.call('GET', `/${desk.shop.slug}/audit?limit=5`);
    expect(itemsOf(log)[0]).toMatchObject({ action: 'payment.refund-account-revealed' });
    expect(JSON.stringify([log, owed])).not.toMatch(/11098765432199|계좌주인/);
    await sent(owed);
    const kept = await one.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('payment_refunds').select('account').where('payment_id', '=', transfer.id).execute(),
    );
    expect(kept).toEqual([{ account: null }]);
  });

  it('refunds the provider payment first and owes the rest', async () => {
    const held = await desk.held();
    await paidManually(held, { amount: 15_000 });
    const online = await desk.paid(held);
    expect(online.amount).toBe(5000);
    expect((await cancel(held, { refundPercent: 50 })).body['refund']).toEqual({
      ...NO_REFUND,
      requestedAmount: 5000,
      owedAmount: 5000,
    });
    await becomes(online, 'it is refunded', ({ state }) => state === 'CANCELED');
    expect(await owedOf(held)).toMatchObject([{ amount: 5000, parts: [{ state: 'OWED', amount: 5000 }] }]);
  });

  it('leaves a virtual account without an account to a person', async () => {
    const held = await desk.held();
    const begun = await desk.begun(held, 'TOSS', { method: 'VIRTUAL_ACCOUNT' });
    const booked = desk.toss.book.agree({ orderId: begun.id, amount: begun.amount, isAccount: true });
    desk.toss.book.take(booked);
    desk.toss.book.deposit(booked);
    for (const message of desk.toss.messages.splice(0)) await desk.send('TOSS', message);
    const paid = await becomes(begun, 'it is paid', ({ state }) => state === 'DONE');
    expect((await cancel(held)).body['refund']).toEqual({ ...NO_REFUND, notStartedAmount: 20_000 });
    expect(await owedOf(held)).toMatchObject([{ parts: [{ state: 'NOT_STARTED', amount: 20_000 }] }]);
    await desk.refund(paid, { refundAccount: ACCOUNT });
    await becomes(begun, 'it is refunded', ({ state }) => state === 'CANCELED');
    expect(await owedOf(held)).toEqual([]);
  });

  it('owes nothing when support cancels, and refuses support a refund', async () => {
    const care = await one.signIn(desk.shop, ['CUSTOMER_MANAGER']);
    const held = await desk.held();
    const cash = await paidManually(held);
    expect((await cancel(held, {}, care)).body['code']).toBe('CAPABILITY_MISSING');
    expect((await cancel(held, { refundPercent: 0, refundAccount: ACCOUNT }, care)).body['code']).toBe(
      'CAPABILITY_MISSING',
    );
    expect((await desk.verb(await desk.read(held), 'cancel', {}, care)).body['refund']).toEqual(NO_REFUND);
    expect([await desk.read1(cash), await owedOf(held)]).toMatchObject([{ refunds: [] }, []]);
  });

  it('fails an owed refund when its payment is reversed', async () => {
    const held = await desk.held();
    const cash = await paidManually(held);
    await cancel(held);
    const owed = await desk.read1(cash);
    const { body } = await desk.admin.call('POST', desk.url(`/${cash.id}/reverse`), {
      version: owed.version,
      reason: '잘못 기록',
    });
    expect(body).toMatchObject({
      state: 'CANCELED',
      refundedAmount: 0,
      refunds: [{ state: 'FAILED', failure: '잘못 기록' }],
    });
    expect(await owedOf(held)).toEqual([]);
  });

  it('counts owed refunds for the overview, and lists the oldest cancellation first', async () => {
    const counted = async () =>
      itemsOf({
        items: (await desk.admin.call('GET', `/${desk.shop.slug}/overview?storeId=${desk.storeId}`)).body['stores'],
      } as never)[0]?.['owedRefundCount'];
    const before = Number(await counted());
    const [first, last] = [await desk.held(), await desk.held()];
    for (const it of [first, last]) await paidManually(it);
    await cancel(first);
    clock.advance(MINUTE_MS);
    await cancel(last);
    expect(await counted()).toBe(before + 2);
    const { body } = await desk.admin.call('GET', desk.url(`/refund-owed?storeId=${desk.storeId}`));
    const since = itemsOf(body).map((item) => String(item['since']));
    expect(since).toEqual([...since].sort());
    expect([Number(body['total']), since.length]).toEqual([before + 2, before + 2]);
  });

  describe('above the limit of one person', () => {
    beforeAll(async () => {
      const rules = {
        refundLimit: 15_000,
        needsTwoForFireRelease: false,
        needsTwoForLockdown: false,
        reason: '시험',
        version: 1,
      };
      expect((await desk.admin.call('PATCH', `/${desk.shop.slug}/approval/rules`, rules)).status).toBe(200);
    });

    it.each(['TOSS', 'CASH'] as const)(
      'cancels at once and lets the refund of %s wait for a second person',
      async (way) => {
        const held = await desk.held();
        const paid = way === 'TOSS' ? await desk.paid(held) : await paidManually(held);
        expect((await cancel(held)).body).toMatchObject({
          state: 'CANCELLED',
          refund: { ...NO_REFUND, waitingAmount: 20_000 },
        });
        expect([await desk.read1(paid), await owedOf(held)]).toMatchObject([
          { refunds: [] },
          [{ parts: [{ state: 'WAITING', amount: 20_000 }] }],
        ]);
        expect(await kindsOf(held)).toContain('REFUND_WAITING');
        const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/approval`);
        const approval = itemsOf(body)[0];
        expect(
          (await second.call('POST', `/${desk.shop.slug}/approval/${String(approval?.['id'])}/approve`, {})).body[
            'state'
          ],
        ).toBe('DONE');
        if (way === 'CASH') {
          const owed = await desk.read1(paid);
          expect(owed).toMatchObject({ state: 'DONE', refunds: [{ state: 'OWED' }] });
          expect((await sent(owed)).status).toBe(200);
        }
        await becomes(paid, 'it is refunded', ({ state }) => state === 'CANCELED');
        expect(await owedOf(held)).toEqual([]);
      },
    );

    it('shows a declined refund as not started', async () => {
      const held = await desk.held();
      await paidManually(held);
      await cancel(held);
      const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/approval`);
      await second.call('POST', `/${desk.shop.slug}/approval/${String(itemsOf(body)[0]?.['id'])}/decline`, {
        reason: '아니요',
      });
      expect(await owedOf(held)).toMatchObject([{ parts: [{ state: 'NOT_STARTED', amount: 20_000 }] }]);
    });
  });
});
