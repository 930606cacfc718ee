import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeClock, HOUR_MS, startTestServer, type TestServer } from '../../testing/index.ts';
import { openReceiptDesk, type ReceiptDesk } from '../../testing/desks/receipt-desk.ts';

const DAY_MS = 24 * HOUR_MS;
const bodyOf = (answer: { status: number; body: unknown }) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as Record<string, unknown>;
};
const problem = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['code']];

describe.each(['TOSS', 'PORTONE'] as const)('cash receipts through %s', (issuer) => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let server: TestServer;
  let desk: ReceiptDesk;
  const provider = () => (issuer === 'TOSS' ? desk.toss : desk.portone);
  const book = () => provider().book.receipts;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openReceiptDesk(server, clock);
    bodyOf(await desk.issueThrough(issuer));
  });
  beforeEach(() => {
    Object.assign(provider().faults, { next: [], delayMs: 0, isSilent: false });
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([desk.toss.close(), desk.portone.close()]);
  });

  async function issued(number = '010-2345-6789') {
    const stay = await desk.stay();
    bodyOf(await desk.enterNumber(stay.call, number));
    const payment = await desk.receive(stay.id);
    return { stay, payment, receipt: await desk.hasState(payment, 'ISSUED') };
  }

  it('issues for cash with the number that the guest entered once (CR-2, CR-3)', async () => {
    const { stay, payment, receipt } = await issued('+82 10-2345-6781');
    expect(receipt).toMatchObject({
      id: payment.id,
      issuedAmount: 20_000,
      supplyAmount: 18_182,
      vatAmount: 1818,
      isSelfIssued: false,
      failure: null,
    });
    expect(receipt.approvalNumber).toMatch(/^\d{9}$/);
    expect(receipt.receiptUrl).toMatch(/^https:\/\/[a-z.]+\.(tosspayments\.com|portone\.io)\//);
    expect(book().sumIssued('01023456781')).toBe(20_000);
    const guest = await desk.readAsGuest(stay.call);
    expect(guest).toMatchObject({
      isOffered: true,
      number: { purpose: 'INCOME', kind: 'PHONE', masked: '*******6781', isOfGuest: true },
      receipts: [{ id: payment.id, state: 'ISSUED' }],
    });
    const second = await desk.receive(stay.id, { method: 'TRANSFER', amount: 5000, mayExceedDue: true });
    await desk.hasState(second, 'ISSUED');
    expect(book().sumIssued('01023456781')).toBe(25_000);
  });

  it('issues for money that came before the number (CR-3)', async () => {
    const stay = await desk.stay();
    const payment = await desk.receive(stay.id);
    await desk.hasState(payment, 'NONE');
    bodyOf(await desk.enterNumber(stay.call, '123-45-67891', 'EXPENSE'));
    expect((await desk.hasState(payment, 'ISSUED')).issuedAmount).toBe(20_000);
    expect(book().sumIssued('1234567891')).toBe(20_000);
  });

  it('reduces the receipt with a refund of a part, and cancels it with the rest (CR-5)', async () => {
    const { payment } = await issued('010-2345-0001');
    bodyOf(await desk.refund(await desk.read1(payment), { amount: 5000 }));
    await desk.becomes(payment, 'it is of the rest', (it) => it.state === 'ISSUED' && it.issuedAmount === 15_000);
    expect(book().sumIssued('01023450001')).toBe(15_000);
    bodyOf(await desk.refund(await desk.read1(payment)));
    expect(await desk.hasState(payment, 'CANCELLED')).toMatchObject({ issuedAmount: 0, keptAmount: 0 });
    expect(book().sumIssued('01023450001')).toBe(0);
  });

  it('cancels the receipt of a payment that was recorded by mistake (CR-5)', async () => {
    const { payment } = await issued('010-2345-0002');
    const { version } = await desk.read1(payment);
    bodyOf(await desk.admin.call('POST', desk.url(`/${payment.id}/reverse`), { version, reason: '잘못 기록' }));
    await desk.hasState(payment, 'CANCELLED');
    expect(book().sumIssued('01023450002')).toBe(0);
  });

  it('looks up an issue whose answer was lost, and sends it once (CR-7)', async () => {
    const stay = await desk.stay();
    bodyOf(await desk.enterNumber(stay.call, '010-2345-0003'));
    provider().faults.next = ['unanswered'];
    const payment = await desk.receive(stay.id);
    await desk.becomes(payment, 'issued', (it) => it.state === 'ISSUED', 10_000);
    expect([...book().receipts.values()].filter(({ number }) => number === '01023450003')).toHaveLength(1);
  });

  it('sends an issue again that never arrived (CR-7)', async () => {
    const stay = await desk.stay();
    bodyOf(await desk.enterNumber(stay.call, '010-2345-0004'));
    provider().faults.next = ['lost', 'error'];
    const payment = await desk.receive(stay.id);
    await desk.becomes(payment, 'issued', (it) => it.state === 'ISSUED', 10_000);
    expect(book().sumIssued('01023450004')).toBe(20_000);
  });

  it('carries out a cancellation once whose answer was lost (CR-7)', async () => {
    const { payment } = await issued('010-2345-0005');
    provider().faults.next = ['unanswered'];
    bodyOf(await desk.refund(await desk.read1(payment), { amount: 8000 }));
    await desk.becomes(payment, 'of the rest', (it) => it.state === 'ISSUED' && it.issuedAmount === 12_000, 10_000);
    expect(book().sumIssued('01023450005')).toBe(12_000);
  });

  it('issues for what is kept when the refund comes before the request (CR-5)', async () => {
    const stay = await desk.stay();
    const payment = await desk.receive(stay.id);
    bodyOf(await desk.refund(payment, { amount: 3000 }));
    bodyOf(await desk.enterNumber(stay.call, '010-2345-0006'));
    await desk.becomes(payment, 'of the rest', (it) => it.state === 'ISSUED' && it.issuedAmount === 17_000);
    const written = [...book().receipts.values()].filter(({ number }) => number === '01023450006');
    expect(written.map(({ amount, cancels }) => [amount, cancels.length])).toEqual([[17_000, 0]]);
  });

  it('cancels after a refund that was made while the issue was under way (CR-6)', async () => {
    const stay = await desk.stay();
    bodyOf(await desk.enterNumber(stay.call, '010-2345-0007'));
    // The provider has the request and does not answer until the refund is made.
    provider().faults.isSilent = true;
    const payment = await desk.receive(stay.id);
    await desk.hasState(payment, 'ISSUING');
    expect(problem(await desk.enterNumber(stay.call, '010-2345-0008'))).toEqual([409, 'STATE_NOT_ALLOWED']);
    bodyOf(await desk.refund(await desk.read1(payment)));
    provider().faults.isSilent = false;
    await desk.hasState(payment, 'CANCELLED');
    expect(book().sumIssued('01023450007')).toBe(0);
  });

  it('notifies staff of a refused number without the number itself, and issues to the next one (CR-9)', async () => {
    const stay = await desk.stay();
    bodyOf(await desk.enterNumber(stay.call, '010-2345-0000'));
    const payment = await desk.receive(stay.id);
    const receipt = await desk.hasState(payment, 'REFUSED');
    expect(receipt.failure).toEqual({ code: 'INVALID_REQUEST', message: 'There is no ***' });
    const { body } = await desk.admin.call('GET', desk.url('/notification?limit=100'));
    const notices = body['items']?.filter((it) => it['reservationId'] === stay.id);
    expect(notices?.filter((it) => it['kind'] === 'CASH_RECEIPT_REFUSED')).toHaveLength(1);
    expect(JSON.stringify(notices)).not.toContain('010-2345-0000');
    bodyOf(await desk.enterNumber(stay.call, '010-2345-0009'));
    await desk.hasState(payment, 'ISSUED');
    expect(book().sumIssued('01023450009')).toBe(20_000);
  });

  it('sends a refused request again when staff ask for it (CR-9)', async () => {
    const stay = await desk.stay();
    bodyOf(await desk.enterNumber(stay.call, '010-2345-0010'));
    provider().faults.next = ['refused'];
    const payment = await desk.receive(stay.id);
    await desk.hasState(payment, 'REFUSED');
    const retry = `/${desk.shop.slug}/cash-receipt/${payment.id}/retry`;
    bodyOf(await desk.admin.call('POST', retry, {}));
    await desk.hasState(payment, 'ISSUED');
    expect(problem(await desk.admin.call('POST', retry, {}))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(book().sumIssued('01023450010')).toBe(20_000);
  });

  it('issues a large deal without a number a day before the deadline, and not earlier (CR-4)', async () => {
    const stay = await desk.stay();
    bodyOf(await desk.issueThrough(issuer, { thresholdAmount: 20_000 }));
    const payment = await desk.receive(stay.id, { amount: 9000 });
    const waiting = await desk.hasState(payment, 'WAITING');
    const paidAt = Date.parse(waiting.paidAt ?? '');
    expect(Date.parse(waiting.selfIssueAt ?? '')).toBe(paidAt + 4 * DAY_MS);
    expect(Date.parse(waiting.dueAt ?? '')).toBe(paidAt + 5 * DAY_MS);
    clock.set(new Date(paidAt + 4 * DAY_MS));
    expect(await desk.hasState(payment, 'ISSUED')).toMatchObject({ isSelfIssued: true, issuedAmount: 9000 });
    expect([...book().receipts.values()].at(-1)).toMatchObject({ number: '0100001234', amount: 9000 });
    bodyOf(await desk.issueThrough(issuer));
  });

  it('issues none for a card, and none for money before it was switched on (CR-1, CR-2)', async () => {
    const stay = await desk.stay();
    bodyOf(await desk.enterNumber(stay.call, '010-2345-0011'));
    const byCard = await desk.receive(stay.id, { method: 'CARD', amount: 1000 });
    bodyOf(await desk.issueThrough('NONE'));
    const before = await desk.receive(stay.id, { amount: 2000 });
    clock.advance(1000);
    bodyOf(await desk.issueThrough(issuer));
    const after = await desk.receive(stay.id, { amount: 3000 });
    await desk.hasState(after, 'ISSUED');
    bodyOf(await desk.refund(await desk.read1(before), { amount: 500 }));
    expect(await desk.readReceipt(byCard)).toBeUndefined();
    expect(await desk.readReceipt(before)).toBeUndefined();
    expect(book().sumIssued('01023450011')).toBe(3000);
  });

  it('never issues what staff issued at the terminal (CR-8)', async () => {
    const stay = await desk.stay();
    bodyOf(await desk.enterNumber(stay.call, '010-2345-0012'));
    const payment = await desk.receive(stay.id, { cashReceiptNumber: 'G12345678' });
    expect(await desk.hasState(payment, 'ISSUED')).toMatchObject({ approvalNumber: 'G12345678' });
    bodyOf(await desk.refund(await desk.read1(payment), { amount: 1000 }));
    expect((await desk.hasState(payment, 'REFUSED')).failure?.code).toBe('CANCEL_AT_TERMINAL');
    expect(book().sumIssued('01023450012')).toBe(0);
  });

  it('waits for keys that were revoked, and notifies once (CR-10)', async () => {
    const stay = await desk.stay();
    bodyOf(await desk.enterNumber(stay.call, '010-2345-0013'));
    const real = await server.withActor(desk.admin.actor, (tx) =>
      tx
        .selectFrom('payment_providers')
        .select('api_secret')
        .where('provider', '=', issuer)
        .where('product_id', '=', desk.shop.productId)
        .executeTakeFirstOrThrow(),
    );
    const setSecret = (secret: Buffer) =>
      server.withActor(desk.admin.actor, (tx) =>
        tx
          .updateTable('payment_providers')
          .set({ api_secret: secret })
          .where('provider', '=', issuer)
          .where('product_id', '=', desk.shop.productId)
          .execute(),
      );
    await setSecret(Buffer.from('of another server secret, so that it cannot be opened'));
    const payment = await desk.receive(stay.id);
    expect((await desk.hasState(payment, 'REFUSED')).failure?.code).toBe('PROVIDER_NOT_SET');
    clock.advance(3 * HOUR_MS);
    await desk.hasState(payment, 'REFUSED');
    await setSecret(real.api_secret);
    await desk.becomes(payment, 'issued', (it) => it.state === 'ISSUED', 10 * 60_000);
    const { body } = await desk.admin.call('GET', desk.url('/notification?limit=100'));
    expect(
      body['items']?.filter((it) => it['kind'] === 'CASH_RECEIPT_REFUSED' && it['reservationId'] === stay.id),
    ).toHaveLength(1);
  });

  it('refuses other numbers and the registration number of a person (CR-3)', async () => {
    const stay = await desk.stay();
    for (const [number, purpose] of [
      ['900101-1234567', 'INCOME'],
      ['02-123-4567', 'INCOME'],
      ['123-45-67890', 'EXPENSE'],
      ['010-1234-5678', 'EXPENSE'],
      ['', 'INCOME'],
    ] as const)
      expect(problem(await desk.enterNumber(stay.call, number, purpose)), number).toEqual([400, 'INVALID_INPUT']);
    expect((await desk.readAsGuest(stay.call)).number).toBeNull();
  });
});
