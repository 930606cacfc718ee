import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock, HOUR_MS, startTestServer, type TestServer } from '../../testing/index.ts';
import { openReceiptDesk, type ReceiptDesk } from '../../testing/desks/receipt-desk.ts';

const problem = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['code']];
const bodyOf = (answer: { status: number; body: unknown }) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as Record<string, unknown>;
};

describe('cash receipts under attack', () => {
  const clock = fakeClock(new Date('2028-02-28T06:00:00Z'));
  let server: TestServer;
  let beside: TestServer;
  let desk: ReceiptDesk;
  const receipts = () => desk.toss.book.receipts;
  const ofNumber = (number: string) => [...receipts().receipts.values()].filter((one) => one.number === number);
  beforeAll(async () => {
    server = await startTestServer({ clock });
    beside = await startTestServer({ beside: server, clock });
    desk = await openReceiptDesk(server, clock);
    bodyOf(await desk.issueThrough('TOSS'));
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
    await Promise.all([desk.toss.close(), desk.portone.close()]);
  });

  it('issues once for each payment with two processes and a slow provider (CR-6)', async () => {
    desk.toss.faults.delayMs = 300;
    const payments = [];
    for (let count = 0; count < 6; count += 1) {
      const stay = await desk.stay();
      bodyOf(await desk.enterNumber(stay.call, `010-3345-100${count}`));
      payments.push(await desk.receive(stay.id));
    }
    for (const payment of payments) await desk.hasState(payment, 'ISSUED');
    desk.toss.faults.delayMs = 0;
    for (let count = 0; count < 6; count += 1) expect(ofNumber(`0103345100${count}`)).toHaveLength(1);
  });

  it('issues once when the number is entered twice at once (CR-6)', async () => {
    const stay = await desk.stay();
    const payment = await desk.receive(stay.id);
    const answers = await Promise.all([
      desk.enterNumber(stay.call, '010-3345-2002'),
      desk.enterNumber(stay.call, '010-3345-2001'),
    ]);
    for (const answer of answers) expect([200, 409]).toContain(answer.status);
    await desk.becomes(payment, 'issued', (it) => it.state === 'ISSUED' || it.state === 'REFUSED');
    expect([...ofNumber('01033452002'), ...ofNumber('01033452001')].length).toBeLessThanOrEqual(1);
  });

  it('does not issue what the provider issued with its own payment, and follows its refund (CR-8)', async () => {
    const stay = await desk.stay({ state: 'PENDING' });
    bodyOf(await desk.enterNumber(stay.call, '010-3345-3001'));
    const begun = await desk.begun(stay.reservation);
    const booked = desk.toss.book.agree({ orderId: begun.id, amount: begun.amount, isAccount: true });
    receipts().issueOwn(booked, '01033453001');
    bodyOf(await desk.confirm(begun, booked.paymentKey));
    desk.toss.book.deposit(booked);
    await desk.send('TOSS', desk.toss.messages.at(-1) as (typeof desk.toss.messages)[number]);
    const receipt = await desk.hasState(begun, 'ISSUED');
    expect(receipt).toMatchObject({ issuedAmount: 20_000, approvalNumber: booked.ownReceipt?.approvalNumber });
    expect(ofNumber('01033453001')).toEqual([]);
    const refundAccount = { bank: '020', accountNumber: '1002123456789', holderName: '홍길동' };
    bodyOf(await desk.refund(await desk.read1(begun), { amount: 4000, refundAccount }));
    await desk.becomes(begun, 'of the rest', (it) => it.state === 'ISSUED' && it.issuedAmount === 16_000, 5000);
    expect(ofNumber('01033453001')).toEqual([]);
  });

  it('waits for keys that the provider refuses, and issues after they are corrected (CR-10)', async () => {
    const stay = await desk.stay();
    bodyOf(await desk.enterNumber(stay.call, '010-3345-4001'));
    const path = `/${desk.shop.slug}/payment-provider`;
    const setSecret = async (apiSecret: string) => {
      const { body } = await desk.admin.call('GET', path);
      const present = body['items']?.find((it) => it['provider'] === 'TOSS');
      return desk.admin.call('POST', path, {
        provider: 'TOSS',
        baseUrl: desk.toss.url,
        clientKey: 'test_ck',
        merchantId: 'test',
        apiSecret,
        version: present?.['version'],
      });
    };
    bodyOf(await setSecret('test_sk_revoked'));
    const payment = await desk.receive(stay.id);
    expect((await desk.hasState(payment, 'REFUSED')).failure?.code).toBe('UNAUTHORIZED_KEY');
    bodyOf(await setSecret('test_sk_toss'));
    clock.advance(HOUR_MS);
    await desk.hasState(payment, 'ISSUED');
    expect(ofNumber('01033454001')).toHaveLength(1);
  });

  it('settles receipts after the clock was set back (CR-2)', async () => {
    const stay = await desk.stay();
    const now = clock.now();
    clock.set(new Date(now.getTime() + 300 * 24 * HOUR_MS));
    desk.toss.faults.next = ['lost'];
    const payment = await desk.receive(stay.id);
    await desk.becomes(payment, 'known', (it) => it.state === 'NONE');
    clock.set(now);
    bodyOf(await desk.enterNumber(stay.call, '010-3345-5001'));
    await desk.becomes(payment, 'issued', (it) => it.state === 'ISSUED', 10_000);
    expect(ofNumber('01033455001')).toHaveLength(1);
  });

  it('is hidden from companions, other stores and support (AC-1, GT-21)', async () => {
    const stay = await desk.stay();
    const payment = await desk.receive(stay.id);
    await desk.hasState(payment, 'NONE');
    const slug = `/${desk.shop.slug}`;
    const { body } = await stay.call('POST', `${slug}/guest/companion`, {});
    const companion = server.caller(/mjc_[\w-]+/.exec(String(body['path']))?.[0] ?? '');
    expect(problem(await companion('GET', `${slug}/guest/cash-receipt`))).toEqual([403, 'NOT_FOR_COMPANIONS']);
    expect(problem(await desk.enterNumber(companion))).toEqual([403, 'NOT_FOR_COMPANIONS']);
    const franchisee = await server.signIn(desk.shop, ['FRANCHISEE'], []);
    for (const rest of [`/reservation/${stay.id}/cash-receipt`])
      expect(problem(await franchisee.call('GET', `${slug}${rest}`))).toEqual([404, 'NOT_FOUND']);
    expect(problem(await franchisee.call('POST', `${slug}/cash-receipt/${payment.id}/retry`, {}))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    const list = await franchisee.call('GET', `${slug}/cash-receipt`);
    expect(list.body['items']).toEqual([]);
    const support = await server.signIn(desk.shop, ['CUSTOMER_MANAGER']);
    const entering = { purpose: 'INCOME', number: '010-2345-6789' };
    expect((await support.call('POST', `${slug}/reservation/${stay.id}/cash-receipt`, entering)).status).toBe(403);
  });

  it('lists what is not issued yet (CR-12), and keeps the number out of the database and the log (PD-1)', async () => {
    const stay = await desk.stay();
    bodyOf(await desk.issueThrough('TOSS', { thresholdAmount: 0 }));
    const payment = await desk.receive(stay.id);
    await desk.hasState(payment, 'WAITING');
    const list = () => desk.admin.call('GET', `/${desk.shop.slug}/cash-receipt?isDue=true&storeId=${desk.storeId}`);
    expect((await list()).body['items']?.map((it) => it['id'])).toContain(payment.id);
    const entering = { purpose: 'INCOME', number: '010-3345-6001' };
    bodyOf(await desk.admin.call('POST', `/${desk.shop.slug}/reservation/${stay.id}/cash-receipt`, entering));
    await desk.hasState(payment, 'ISSUED');
    expect((await list()).body['items']?.map((it) => it['id'])).not.toContain(payment.id);
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/audit?limit=100`);
    const written = JSON.stringify(body);
    expect(written).toContain('cash-receipt.number-set');
    expect(written).not.toContain('010-3345-6001');
    expect(written).not.toContain('01033456001');
    bodyOf(await desk.issueThrough('TOSS'));
  });

  it('refuses settings of an unused provider and of an outdated version (CR-1)', async () => {
    const path = `/${desk.shop.slug}/store/${desk.storeId}/cash-receipt-settings`;
    const { body } = await desk.admin.call('GET', path);
    expect(problem(await desk.issueThrough('TOSS', { version: Number(body['version']) - 1 }))).toEqual([409, 'STALE']);
    expect(problem(await desk.issueThrough('TOSS', { deadlineDays: 0 }))).toEqual([400, 'INVALID_INPUT']);
  });
});
