/** @module-tag engines */
// @sweep 1/8 (decision 086)
import type { Payment } from '@munjigi/contract';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../db/index.ts';
import {
  fakeClock,
  itemsOf,
  listenToEvents,
  makeKey,
  MINUTE_MS,
  startTestServer,
  until,
  type Answer,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { cutOffAt } from '../../testing/cut-off.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { openPayingDesk, type PayingDesk } from '../../testing/desks/paying-desk.ts';

/** A refund above a limit needs two people (decision 039): the requester, and another person who has the right. */
describe('a refund above the limit', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let server: TestServer;
  let beside: TestServer;
  let desk: PayingDesk;
  let second: Caller;
  let deputy: Caller;
  let franchisee: Caller;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    beside = await startTestServer({ clock, beside: server });
    desk = await openPayingDesk(server);
    const store = [{ id: desk.storeId }];
    [second, deputy, franchisee] = await Promise.all([
      server.signIn(desk.shop, ['ADMIN'], [], 2000),
      server.signIn(desk.shop, ['SUB_ADMIN'], [], 2000),
      server.signIn(desk.shop, ['FRANCHISEE'], store, 2000),
    ]);
    expect((await desk.admin.call('PATCH', url('/rules'), { ...OFF, version: 1, refundLimit: 10_000 })).status).toBe(
      200,
    );
  });
  afterAll(async () => {
    expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
    await beside.close();
    await server.close();
    await Promise.all([desk.toss.close(), desk.portone.close()]);
  });

  const OFF = { refundLimit: null, needsTwoForFireRelease: false, needsTwoForLockdown: false, reason: '시험' };
  const url = (rest = '') => `/${desk.shop.slug}/approval${rest}`;
  /** Records a cash payment of 20,000 won. */
  async function cash(amount = 20_000): Promise<Payment> {
    const { body } = await desk.admin.call('POST', desk.url(), {
      reservationId: (await desk.held())['id'],
      method: 'CASH',
      amount,
    });
    return body as unknown as Payment;
  }
  const ask = (it: Payment, more: Readonly<Record<string, unknown>> = {}, by = desk.admin) =>
    by.call('POST', url(), { kind: 'REFUND', paymentId: it.id, version: it.version, reason: '손님 요청', ...more });
  const decide = (id: unknown, by: Pick<Caller, 'call'>, verb: 'approve' | 'decline' = 'approve', body: unknown = {}) =>
    by.call('POST', url(`/${String(id)}/${verb}`), body);
  const said = ({ status, body }: Answer) => [status, body['code'] ?? body['state']];
  const refundsOf = async (it: Payment) => (await desk.read1(it)).refunds.map(({ amount, by }) => [amount, by]);

  it('is refused to one person, and done exactly as requested when a second person approves, with both names in the records', async () => {
    const payment = await cash();
    const alone = await desk.refund(payment, { amount: 15_000 });
    expect([...said(alone), alone.body['detail']]).toEqual([409, 'APPROVAL_NEEDED', '10000']);
    const approval = await ask(payment, { amount: 15_000 });
    expect(approval.body).toMatchObject({
      state: 'REQUESTED',
      kind: 'REFUND',
      askedById: desk.admin.userId,
      payment: { id: payment.id, amount: 15_000, of: 20_000 },
      endedBy: null,
    });
    expect(await refundsOf(payment)).toEqual([]);
    expect(said(await decide(approval.body['id'], deputy))).toEqual([200, 'DONE']);
    expect(await refundsOf(payment)).toEqual([[15_000, 'ADMIN + SUB_ADMIN']]);
    const { body: log } = await desk.admin.call('GET', `/${desk.shop.slug}/audit?limit=10`);
    const rows = itemsOf(log).filter((row) =>
      ['approval.requested', 'approval.approved', 'payment.refunded'].includes(String(row['action'])),
    );
    expect(
      rows
        .map((row) => row['action'])
        .slice(0, 3)
        .sort(),
    ).toEqual(['approval.approved', 'approval.requested', 'payment.refunded']);
  });

  it('counts refunds of the payment within a day, also two concurrent ones at two processes', async () => {
    const payment = await cash();
    expect((await desk.refund(payment, { amount: 6000 })).status).toBe(200);
    expect(said(await desk.refund(await desk.read1(payment), { amount: 6000 }))).toEqual([409, 'APPROVAL_NEEDED']);
    expect((await desk.refund(await desk.read1(payment), { amount: 4000 })).status).toBe(200);
    expect(said(await desk.refund(await desk.read1(payment), { amount: 1 }))).toEqual([409, 'APPROVAL_NEEDED']);
    const other = await cash();
    const both = await Promise.all([
      desk.refund(other, { amount: 8000 }),
      desk.refund(other, { amount: 8000 }, beside.caller(second.token)),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    clock.advance(24 * 60 * MINUTE_MS);
    expect((await desk.refund(await desk.read1(payment), { amount: 5000 })).status).toBe(200);
  });

  it('needs a second person as a reversal too', async () => {
    const payment = await cash();
    const body = { version: payment.version, reason: '잘못 기록' };
    expect(said(await desk.admin.call('POST', desk.url(`/${payment.id}/reverse`), body))).toEqual([
      409,
      'APPROVAL_NEEDED',
    ]);
    const request = await desk.admin.call('POST', url(), { kind: 'REVERSAL', paymentId: payment.id, ...body });
    expect(said(await decide(request.body['id'], second))).toEqual([200, 'DONE']);
    expect((await desk.read1(payment)).reversal?.by).toBe('ADMIN + ADMIN');
    const small = await cash(9000);
    expect(
      (await desk.admin.call('POST', desk.url(`/${small.id}/reverse`), { version: small.version, reason: '잘못 기록' }))
        .status,
    ).toBe(200);
  });

  it('goes through the provider once after the approval, and the account is not exposed', async () => {
    const begun = await desk.begun(await desk.held(), 'TOSS', { method: 'VIRTUAL_ACCOUNT' });
    const booked = desk.toss.book.agree({ orderId: begun.id, amount: begun.amount, isAccount: true });
    desk.toss.book.take(booked);
    desk.toss.book.deposit(booked);
    for (const message of desk.toss.messages.splice(0)) await desk.send('TOSS', message);
    const payment = await until('it is paid', async () => {
      clock.advance(1500);
      const it = await desk.read1(begun);
      return it.state === 'DONE' && it;
    });
    expect((await ask(payment)).body['errors']).toMatchObject([{ path: 'refundAccount', code: 'required' }]);
    const stream = await listenToEvents(server.url, desk.shop.slug, second.token);
    const account = { bank: '004', accountNumber: '110-987654-32199', holderName: '계좌주인' };
    const approval = await ask(payment, { refundAccount: account });
    const event = await stream.first('approval.changed');
    stream.close();
    expect(event.data).toMatchObject({ refundTo: { bank: '004', accountEnd: '199' } });
    const { body: log } = await desk.admin.call('GET', `/${desk.shop.slug}/audit?limit=5`);
    expect(JSON.stringify([approval.body, event.data, log])).not.toMatch(/11098765432199|110-987654-32199|계좌주인/);
    expect(said(await decide(approval.body['id'], second))).toEqual([200, 'DONE']);
    await until('it is back', async () => {
      clock.advance(1500);
      return (await desk.read1(payment)).state === 'CANCELED';
    });
    expect(desk.toss.book.find(payment.id)?.cancels.map((it) => [it.amount, it.account?.number])).toEqual([
      [20_000, '11098765432199'],
    ]);
    const kept = await server.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('approvals').select('account').where('id', '=', String(approval.body['id'])).executeTakeFirst(),
    );
    expect(kept).toEqual({ account: null });
  });

  it('cannot be approved by the requester, without the right, or twice; the database also requires two people', async () => {
    const payment = await cash();
    const { body: approval } = await ask(payment, {}, franchisee);
    const id = approval['id'];
    expect(said(await decide(id, franchisee))).toEqual([403, 'OWN_REQUEST']);
    const desk2 = await server.signIn(desk.shop, ['CUSTOMER_MANAGER']);
    expect(said(await decide(id, desk2))).toEqual([403, 'CAPABILITY_MISSING']);
    const stranger = await server.signIn(await server.makeShop(), ['ADMIN']);
    expect(said(await decide(id, stranger))).toEqual([404, 'NOT_FOUND']);
    const key = await makeKey(server, desk.shop);
    expect(said(await decide(id, key))).toEqual([401, 'NOT_SIGNED_IN']);
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    await client.query("set app.backup to 'on'");
    await client.query('alter table approvals no force row level security');
    await expect(
      client.query(
        "update approvals set state = 'DONE', ended_at = now(), ended_by = asked_by, ended_by_name = 'me' where id = $1",
        [id],
      ),
    ).rejects.toThrow('approvals_two_people');
    await client.query('alter table approvals force row level security');
    await client.end();
    const many = await Promise.all(
      Array.from({ length: 6 }, (_, number) => decide(id, number % 2 ? second : { call: beside.caller(deputy.token) })),
    );
    expect(many.map(said).sort().map(String)).toEqual([
      '200,DONE',
      ...Array.from({ length: 5 }, () => '409,STATE_NOT_ALLOWED'),
    ]);
    expect(said(await decide(id, second))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect((await refundsOf(payment)).map(([amount]) => amount)).toEqual([20_000]);
  });

  it('returns the same request for the same Idempotency-Key, and allows one waiting request for a payment', async () => {
    const payment = await cash();
    const key = { 'idempotency-key': uuidv7() };
    const body = { kind: 'REFUND', paymentId: payment.id, version: payment.version, reason: '손님 요청' };
    const [one, two] = [
      await desk.admin.call('POST', url(), body, key),
      await desk.admin.call('POST', url(), body, key),
    ];
    expect(two.body['id']).toBe(one.body['id']);
    const repeated = await ask(payment, { amount: 12_000 }, second);
    expect([...said(repeated), repeated.body['current']?.['id']]).toEqual([409, 'APPROVAL_WAITING', one.body['id']]);
    const other = await cash();
    const both = await Promise.all([ask(other), ask(other, {}, { ...second, call: beside.caller(second.token) })]);
    expect(both.map(said).map(String).sort()).toEqual(['200,REQUESTED', '409,APPROVAL_WAITING']);
    const decided = { 'idempotency-key': uuidv7() };
    const path = url(`/${one.body['id']}/approve`);
    expect(said(await second.call('POST', path, {}, decided))).toEqual(
      said(await second.call('POST', path, {}, decided)),
    );
    expect((await refundsOf(payment)).length).toBe(1);
  });

  it('is neither approved nor done when the transaction is cut off, and done once when it is approved again', async () => {
    const payment = await cash();
    const { body: approval } = await ask(payment);
    let answer: Promise<Answer> | undefined;
    // The audit head is the last table that both write: the refund is posted and the request has ended, but nothing is
    // committed yet.
    await cutOffAt(server, 'audit_heads', () => void (answer = decide(approval['id'], second)));
    expect((await answer)?.status).toBeGreaterThanOrEqual(500);
    expect([await refundsOf(payment), (await second.call('GET', url(`/${approval['id']}`))).body['state']]).toEqual([
      [],
      'REQUESTED',
    ]);
    expect(said(await decide(approval['id'], second))).toEqual([200, 'DONE']);
    expect(await refundsOf(payment)).toHaveLength(1);
  });

  it('expires after 24 hours, and can be requested again', async () => {
    const payment = await cash();
    const { body: approval } = await ask(payment);
    clock.advance(24 * 60 * MINUTE_MS);
    expect(said(await decide(approval['id'], second))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect((await second.call('GET', url(`/${approval['id']}`))).body['state']).toBe('EXPIRED');
    const { body: next } = await ask(payment);
    expect(next['state']).toBe('REQUESTED');
    await until(
      'the old one is written down as over',
      async () =>
        (
          await server.withActor(SYSTEM, (tx) =>
            tx.selectFrom('approvals').select('state').where('id', '=', String(approval['id'])).executeTakeFirst(),
          )
        )?.state === 'EXPIRED',
    );
    expect(said(await decide(next['id'], second))).toEqual([200, 'DONE']);
  });

  it('can be refused with a reason or withdrawn by the requester, and cannot be approved afterwards', async () => {
    const payment = await cash();
    const { body: approval } = await ask(payment);
    expect(said(await decide(approval['id'], second, 'decline'))).toEqual([400, 'REASON_REQUIRED']);
    const refused = await decide(approval['id'], second, 'decline', { reason: '영수증이 없어요' });
    expect(refused.body).toMatchObject({ state: 'REFUSED', note: '영수증이 없어요', endedById: second.userId });
    const { body: next } = await ask(payment);
    expect(said(await decide(next['id'], desk.admin, 'decline'))).toEqual([200, 'WITHDRAWN']);
    expect(said(await decide(next['id'], second))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(await refundsOf(payment)).toEqual([]);
  });

  it('fails with CHANGED when the payment changed, and with ASKER_MAY_NOT when the requester lost the right', async () => {
    const payment = await cash();
    const { body: approval } = await ask(payment);
    expect((await desk.refund(payment, { amount: 1000 })).status).toBe(200);
    const failed = await decide(approval['id'], second);
    expect(failed.body).toMatchObject({ state: 'FAILED', failure: 'CHANGED' });
    expect(await refundsOf(payment)).toHaveLength(1);
    for (const change of [{ state: 'DISABLED' as const }, { roles: ['CUSTOMER_MANAGER'] }]) {
      const leaver = await server.signIn(desk.shop, ['SUB_ADMIN']);
      const other = await cash();
      const { body: theirs } = await ask(other, {}, leaver);
      await server.withActor(SYSTEM, (tx) =>
        tx.updateTable('users').set(change).where('id', '=', leaver.userId).execute(),
      );
      expect((await decide(theirs['id'], second)).body).toMatchObject({ state: 'FAILED', failure: 'ASKER_MAY_NOT' });
      expect(await refundsOf(other)).toEqual([]);
    }
    const late = await server.signIn(desk.shop, ['SUB_ADMIN']);
    const { body: last } = await ask(await cash());
    await server.withActor(SYSTEM, (tx) =>
      tx.updateTable('users').set({ state: 'DISABLED' }).where('id', '=', late.userId).execute(),
    );
    expect((await decide(last['id'], late)).status).toBe(401);
  });

  it.each([
    ['an unknown field', { secondPerson: 'me' }],
    ['nothing given back', { amount: 0 }],
    ['a reason of 10,000 letters', { reason: '가'.repeat(10_000) }],
    ['no reason', { reason: ' ' }],
    ['another kind', { kind: 'OPEN_SESAME' }],
  ])('cannot be requested with %s', async (_what, more) => {
    expect(said(await ask(await cash(), more))).toEqual([400, 'INVALID_INPUT']);
  });

  it('does not happen by cancelling, and is rejected for support and for an API key', async () => {
    const held = await desk.held({ state: 'CONFIRMED' });
    const { body: paid } = await desk.admin.call('POST', desk.url(), {
      reservationId: held['id'],
      method: 'CASH',
      amount: 20_000,
    });
    const read = await desk.read(held);
    const cancelled = await desk.verb(read, 'cancel', { reason: '손님 요청', refundPercent: 100 });
    expect(cancelled.status).toBe(200);
    const payment = await desk.read1({ id: String(paid['id']) });
    expect([payment.state, payment.refunds]).toEqual(['DONE', []]);
    expect(said(await desk.refund(payment))).toEqual([409, 'APPROVAL_NEEDED']);
    const helper = await server.signIn(desk.shop, ['CUSTOMER_MANAGER']);
    const key = await makeKey(server, desk.shop);
    expect((await desk.refund(payment, { amount: 1 }, helper.call)).status).toBe(403);
    expect((await desk.refund(payment, { amount: 1 }, key.call)).status).toBe(401);
  });
});
