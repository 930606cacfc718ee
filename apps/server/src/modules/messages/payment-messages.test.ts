import { startVirtualSolapi, type VirtualSolapi } from '@munjigi/virtual-providers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  startTestServer,
  until,
  type Answer,
  type FakeClock,
  type TestServer,
} from '../../testing/index.ts';
import { openPayingDesk, type PayingDesk } from '../../testing/desks/paying-desk.ts';

const ACCOUNT = { apiKey: 'NCSPAID', apiSecret: 'of-the-receipts' };

describe('the message of a payment (MS-23)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let desk: PayingDesk;
  let solapi: VirtualSolapi;

  beforeAll(async () => {
    // Noon in Seoul.
    clock = fakeClock(new Date('2026-11-21T03:00:00Z'));
    server = await startTestServer({ clock });
    desk = await openPayingDesk(server);
    solapi = await startVirtualSolapi({ ...ACCOUNT, now: () => clock.now() });
    const { status } = await desk.admin.call('POST', `/${desk.shop.slug}/message-provider`, {
      provider: 'SOLAPI',
      account: ACCOUNT.apiKey,
      secret: ACCOUNT.apiSecret,
      address: solapi.url,
      senderPhone: '02-1234-5678',
    });
    expect(status).toBe(200);
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([desk.toss.close(), desk.portone.close(), solapi.close()]);
  });

  let guests = 0;
  /** A held stay of a guest with no other stay, with the phone number without signs. */
  async function held(): Promise<{ of: Answer['body']; phone: string }> {
    const phone = `0107${String((guests += 1)).padStart(7, '0')}`;
    return { of: await desk.held({ guestPhone: phone }), phone };
  }
  const kindsOf = async (of: Answer['body']) => {
    const { body } = await desk.admin.call(
      'GET',
      `/${desk.shop.slug}/message?reservationId=${of['id']}&sort=queuedAt&limit=100`,
    );
    return (body['items'] as Answer['body'][]).map(({ kind }) => kind);
  };
  const waitForText = (phone: string, words: string) =>
    until(`the guest reads: ${words}`, () => {
      clock.advance(1000);
      return solapi.received.find(({ to, text }) => to === phone && text.includes(words))?.text;
    });
  const textsOf = (phone: string, words: string) =>
    solapi.received.filter(({ to, text }) => to === phone && text.includes(words));

  it('is the confirmation with the receipt when the payment confirms the stay', async () => {
    const { of, phone } = await held();
    await desk.paid(of);
    const text = await waitForText(phone, '예약이 확정되었습니다');
    expect(text).toMatch(/\n영수증 https:\/\/dashboard\.example\/receipt\/\S+\n/);
    clock.advance(30_000);
    await waitForText(phone, '예약이 확정되었습니다');
    expect(await kindsOf(of)).not.toContain('PAYMENT_RECEIVED');
  });

  it('names the amount, what is still due and the receipt, once for repeated webhooks', async () => {
    const { of, phone } = await held();
    await desk.verb(of, 'confirm', {});
    await waitForText(phone, '예약이 확정되었습니다');
    const payment = await desk.begun(await desk.read(of), 'TOSS', { amount: 5000 });
    const { paymentKey } = desk.toss.book.agree({ orderId: payment.id, amount: payment.amount });
    const answers = await Promise.all([desk.confirm(payment, paymentKey), desk.confirm(payment, paymentKey)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const message = {
      eventType: 'PAYMENT_STATUS_CHANGED',
      createdAt: clock.now().toISOString(),
      data: { paymentKey, orderId: payment.id, status: 'DONE' },
    };
    for (const _ of [1, 2, 3]) {
      const { status } = await desk.send('TOSS', { headers: {}, body: JSON.stringify(message) });
      expect(status).toBe(200);
    }
    const text = await waitForText(phone, '결제가 확인되었습니다');
    expect(text).toContain('5,000원 결제가 확인되었습니다');
    expect(text).toContain('남은 금액 15,000원');
    expect(text).toMatch(/\n영수증 https:\/\/dashboard\.example\/receipt\/\S+/);
    clock.advance(HOUR_MS / 2);
    await until('the sender ran again', () => {
      clock.advance(1000);
      return true;
    });
    expect(textsOf(phone, '결제가 확인되었습니다')).toHaveLength(1);
    expect((await kindsOf(of)).filter((kind) => kind === 'PAYMENT_RECEIVED')).toHaveLength(1);
  });

  it('has no line of a receipt for cash, and one message for each of two payments at once', async () => {
    const { of, phone } = await held();
    const pay = () => desk.admin.call('POST', desk.url(), { reservationId: of['id'], method: 'CASH', amount: 1000 });
    const answers = await Promise.all([pay(), pay()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await until('both are sent', () => {
      clock.advance(1000);
      return textsOf(phone, '1,000원 결제가 확인되었습니다').length === 2;
    });
    for (const { text } of textsOf(phone, '결제가 확인되었습니다')) expect(text).not.toContain('영수증');
  });

  it('is withdrawn when staff reverse the payment before it left', async () => {
    const { of, phone } = await held();
    const { body } = await desk.admin.call('POST', desk.url(), {
      reservationId: of['id'],
      method: 'CASH',
      amount: 1000,
    });
    const reversed = await desk.admin.call('POST', desk.url(`/${body['id']}/reverse`), {
      version: body['version'],
      reason: '금액을 잘못 적음',
    });
    expect(reversed.status, JSON.stringify(reversed.body)).toBe(200);
    await until('it is withdrawn', async () => {
      clock.advance(1000);
      const { body: list } = await desk.admin.call('GET', `/${desk.shop.slug}/message?reservationId=${of['id']}`);
      return (list['items'] as Answer['body'][]).some(({ error }) => error === 'PAYMENT_REVERSED');
    });
    expect(textsOf(phone, '결제가 확인되었습니다')).toEqual([]);
  });

  it('is not sent for money that came after the hold, which is returned', async () => {
    const { of, phone } = await held();
    const payment = await desk.begun(of);
    const { paymentKey } = desk.toss.book.agree({ orderId: payment.id, amount: payment.amount });
    await desk.verb(await desk.read(of), 'cancel', {});
    await desk.confirm(payment, paymentKey);
    await waitForText(phone, '취소되었습니다');
    expect(await kindsOf(of)).not.toContain('PAYMENT_RECEIVED');
  });
});
