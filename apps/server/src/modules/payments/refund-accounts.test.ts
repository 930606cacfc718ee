/** @module-tag engines */
// @sweep 1/8 (decision 086)
import type { OnlineProvider, Payment } from '@munjigi/contract';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock, listenToEvents, startTestServer, until, type TestServer } from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { openPayingDesk, type PayingDesk } from '../../testing/desks/paying-desk.ts';

const NUMBER = '11098765432199';
const ACCOUNT = { bank: '004', accountNumber: '110-987654-32199', holderName: '계좌주인' };

/**
 * The provider does not know the account that paid into a virtual account, so the guest names the account for the
 * refund (PY-4, docs/domain.md 2).
 */
describe('refunds of virtual accounts', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  const logLines: string[] = [];
  let server: TestServer;
  let desk: PayingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock, logLines });
    desk = await openPayingDesk(server);
  });
  afterEach(() => {
    for (const { faults } of [desk.toss, desk.portone])
      Object.assign(faults, { next: [], delayMs: 0, share: 0, isSilent: false });
  });
  afterAll(async () => {
    expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
    await server.close();
    await Promise.all([desk.toss.close(), desk.portone.close()]);
  });

  const becomes = (it: Pick<Payment, 'id'>, what: string, is: (payment: Payment) => boolean) =>
    until(what, async () => {
      clock.advance(1500);
      const payment = await desk.read1(it);
      return is(payment) && payment;
    });
  const bookOf = (provider: OnlineProvider) => (provider === 'TOSS' ? desk.toss : desk.portone).book;
  /** Creates a payment that was paid into a virtual account. */
  async function paid(provider: OnlineProvider = 'TOSS'): Promise<Payment> {
    const begun = await desk.begun(await desk.held(), provider, { method: 'VIRTUAL_ACCOUNT' });
    const booked = bookOf(provider).agree({ orderId: begun.id, amount: begun.amount, isAccount: true });
    if (provider === 'TOSS') bookOf(provider).take(booked);
    bookOf(provider).deposit(booked);
    for (const message of (provider === 'TOSS' ? desk.toss : desk.portone).messages.splice(0))
      await desk.send(provider, message);
    return becomes(begun, 'it is paid', ({ state }) => state === 'DONE');
  }
  const kept = async (it: Pick<Payment, 'id'>) =>
    (
      await server.withActor(desk.admin.actor, (tx) =>
        tx
          .selectFrom('payment_refunds')
          .select(['state', 'account'])
          .where('payment_id', '=', it.id)
          .orderBy('id')
          .execute(),
      )
    ).map(({ state, account }) => ({ state, account }));
  const cancelsOf = (provider: OnlineProvider, it: Payment) =>
    bookOf(provider)
      .find(it.id)
      ?.cancels.map(({ amount, account }) => [amount, account]);

  it.each([
    ['TOSS', { bank: '06', number: NUMBER, holder: '계좌주인' }],
    ['PORTONE', { bank: 'KOOKMIN_BANK', number: NUMBER, holder: '계좌주인' }],
  ] as const)(
    'sends refunds through %s to the given account, with the bank code of the provider',
    async (provider, account) => {
      const payment = await paid(provider);
      expect(payment.method).toBe('VIRTUAL_ACCOUNT');
      expect((await desk.refund(payment, { amount: 5000, refundAccount: ACCOUNT })).status).toBe(200);
      const part = await becomes(payment, 'a part is back', ({ state }) => state === 'PARTIAL_CANCELED');
      expect((await desk.refund(part, { refundAccount: ACCOUNT })).status).toBe(200);
      await becomes(payment, 'all is back', ({ state }) => state === 'CANCELED');
      expect(cancelsOf(provider, payment)).toEqual([
        [5000, account],
        [15_000, account],
      ]);
      expect(await kept(payment)).toEqual([
        { state: 'DONE', account: null },
        { state: 'DONE', account: null },
      ]);
    },
  );

  it('requires an account for a virtual account and rejects one for other payments', async () => {
    const [payment, card] = [await paid(), await desk.paid()];
    for (const [of, body, path, code] of [
      [payment, {}, 'refundAccount', 'required'],
      [card, { refundAccount: ACCOUNT }, 'refundAccount', 'not_expected'],
    ] as const) {
      const refused = await desk.refund(of, body);
      expect([refused.status, refused.body['code']]).toEqual([400, 'INVALID_INPUT']);
      expect(refused.body['errors']).toMatchObject([{ path, code }]);
    }
    const cash = await desk.admin.call('POST', desk.url(), {
      reservationId: (await desk.held())['id'],
      method: 'CASH',
      amount: 20_000,
    });
    const manual = { id: String(cash.body['id']), version: Number(cash.body['version']) };
    expect((await desk.refund({ ...card, ...manual }, { refundAccount: ACCOUNT })).body['errors']).toMatchObject([
      { code: 'not_expected' },
    ]);
    expect(await kept(payment)).toEqual([]);
  });

  it.each([
    ['a bank that there is not', { bank: '999' }],
    ['letters', { accountNumber: '110-abc-123456' }],
    ['too few digits', { accountNumber: '1234567' }],
    ['too many', { accountNumber: '1'.repeat(21) }],
    ['nobody', { holderName: '   ' }],
    ['more than is asked for', { phone: '010-1234-5678' }],
  ])('rejects %s', async (_what, wrong) => {
    const card = await desk.paid();
    const refused = await desk.refund(card, { refundAccount: { ...ACCOUNT, ...wrong } });
    expect([refused.status, refused.body['code']]).toEqual([400, 'INVALID_INPUT']);
  });

  it.each(['unanswered', 'lost', 'error'] as const)(
    'refunds once and deletes the account when the request was %s',
    async (fault) => {
      const payment = await paid();
      desk.toss.faults.next = [null, fault];
      await desk.refund(payment, { amount: 7000, refundAccount: ACCOUNT });
      await becomes(payment, 'it is back', ({ state }) => state === 'PARTIAL_CANCELED');
      expect(cancelsOf('TOSS', payment)).toEqual([[7000, { bank: '06', number: NUMBER, holder: '계좌주인' }]]);
      expect(await kept(payment)).toEqual([{ state: 'DONE', account: null }]);
    },
  );

  it('keeps the account sealed until the refund is done and never exposes it', async () => {
    const payment = await paid();
    desk.toss.faults.next = Array.from({ length: 4 }, () => 'error' as const);
    const stream = await listenToEvents(server.url, desk.shop.slug, desk.admin.token);
    const { body } = await desk.refund(payment, { refundAccount: ACCOUNT });
    const [waiting] = await kept(payment);
    expect([waiting?.state, (waiting?.account?.length ?? 0) > 60]).toEqual(['REQUESTED', true]);
    expect(waiting?.account?.includes(NUMBER) || waiting?.account?.includes(ACCOUNT.holderName)).toBe(false);
    const event = (await stream.first('payment.changed')).data;
    stream.close();
    await becomes(payment, 'it is back', ({ state }) => state === 'CANCELED');
    const written = await server.withActor(desk.admin.actor, async (tx) => ({
      audit: await tx.selectFrom('audit_log').selectAll().where('subject_id', '=', payment.id).execute(),
      refunds: await tx.selectFrom('payment_refunds').selectAll().where('payment_id', '=', payment.id).execute(),
    }));
    expect(written.audit.find(({ action }) => action === 'payment.refund-requested')?.detail).toMatchObject({
      amount: 20_000,
      to: { bank: '004', accountEnd: '199' },
    });
    const everywhere = [body, event, await desk.read1(payment), written, logLines]
      .map((it) => JSON.stringify(it))
      .join('\n');
    for (const secret of [NUMBER, ACCOUNT.accountNumber, ACCOUNT.holderName]) expect(everywhere).not.toContain(secret);
    expect(logLines.length).toBeGreaterThan(0);
  });

  it('fails for an account that the provider does not know, stores the error without the number, and can be requested again', async () => {
    const payment = await paid();
    await desk.refund(payment, { refundAccount: { ...ACCOUNT, accountNumber: '1109876540000' } });
    const failed = await becomes(payment, 'it failed', ({ refunds }) => refunds[0]?.state === 'FAILED');
    expect(failed.refunds).toMatchObject([{ failure: 'INVALID_REFUND_ACCOUNT_NUMBER: *** has no account ***' }]);
    expect(await kept(payment)).toEqual([{ state: 'FAILED', account: null }]);
    await desk.refund(failed, { refundAccount: ACCOUNT });
    await becomes(payment, 'it is back', ({ state }) => state === 'CANCELED');
    expect(cancelsOf('TOSS', payment)).toHaveLength(1);
  });

  it('fails with a notification when the account cannot be opened', async () => {
    const payment = await paid();
    // More faults than attempts, so that no attempt succeeds before the account is made unreadable.
    desk.toss.faults.next = Array.from({ length: 8 }, () => 'error' as const);
    await desk.refund(payment, { refundAccount: ACCOUNT });
    const owner = new pg.Client({ connectionString: server.databaseUrl });
    await owner.connect();
    await until('the provider was asked in vain', () => desk.toss.faults.next.length < 8);
    // Replaces the sealed account as if it had been sealed with another server secret.
    await owner.query(`begin; alter table payment_refunds disable trigger payment_refunds_keep; alter table payment_refunds no force row level security;
      update payment_refunds set account = '\\x0102' where payment_id = '${payment.id}';
      alter table payment_refunds force row level security; alter table payment_refunds enable trigger payment_refunds_keep; commit`);
    await owner.end();
    const failed = await becomes(payment, 'it failed', ({ refunds }) => refunds[0]?.state === 'FAILED');
    desk.toss.faults.next = [];
    expect([failed.refundedAmount, cancelsOf('TOSS', payment), await kept(payment)]).toEqual([
      0,
      [],
      [{ state: 'FAILED', account: null }],
    ]);
    const { body } = await desk.admin.call('GET', desk.url(`/notification?kind=REFUND_FAILED&limit=1`));
    expect(body['items']?.[0]).toMatchObject({ reservationId: payment.reservationId, amount: 20_000 });
  });
});
