import { payment as paymentShape, type CashReceipt, type CashReceiptsOfStay, type Payment } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import type { FakeClock } from '../fake-clock.ts';
import { makeGuest } from '../guest-tokens.ts';
import type { Answer, Caller, TestServer } from '../server.ts';
import { until } from '../until.ts';
import { openPayingDesk, type PayingDesk } from './paying-desk.ts';

/** A store whose cash receipts are issued through a virtual provider. */
export interface ReceiptDesk extends PayingDesk {
  issueThrough(issuer: 'NONE' | 'TOSS' | 'PORTONE', change?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** A reservation of 20,000 won with its guest. */
  stay(
    record?: Readonly<Record<string, unknown>>,
  ): Promise<{ id: string; reservation: Answer['body']; call: Caller['call'] }>;
  /** Records money at the counter. */
  receive(reservationId: string, body?: Readonly<Record<string, unknown>>): Promise<Payment>;
  enterNumber(call: Caller['call'], number?: string, purpose?: string): Promise<Answer>;
  readAsGuest(call: Caller['call']): Promise<CashReceiptsOfStay>;
  readReceipt(payment: Pick<Payment, 'id' | 'reservationId'>): Promise<CashReceipt | undefined>;
  /** Waits until the receipt is as wanted; the clock continues meanwhile. */
  becomes(
    payment: Pick<Payment, 'id' | 'reservationId'>,
    what: string,
    is: (receipt: CashReceipt) => boolean,
    stepMs?: number,
  ): Promise<CashReceipt>;
  hasState(payment: Pick<Payment, 'id' | 'reservationId'>, state: CashReceipt['state']): Promise<CashReceipt>;
}

export async function openReceiptDesk(server: TestServer, clock: FakeClock): Promise<ReceiptDesk> {
  const paying = await openPayingDesk(server);
  const slug = `/${paying.shop.slug}`;
  const settings = `${slug}/store/${paying.storeId}/cash-receipt-settings`;
  const desk: ReceiptDesk = {
    ...paying,
    async issueThrough(issuer, change = {}) {
      const { body } = await paying.admin.call('GET', settings);
      return paying.admin.call('POST', settings, {
        issuer,
        isSelfIssueOn: true,
        thresholdAmount: 100_000,
        deadlineDays: 5,
        version: body['version'],
        ...change,
      });
    },
    async stay(record = {}) {
      const reservation = await paying.held({ state: 'CONFIRMED', ...record });
      const id = String(reservation['id']);
      const { call } = await makeGuest(server, paying.shop, paying.storeId, id);
      return { id, reservation, call };
    },
    async receive(reservationId, body = {}) {
      const answer = await paying.admin.call(
        'POST',
        paying.url(),
        { reservationId, method: 'CASH', amount: 20_000, ...body },
        { 'idempotency-key': uuidv7() },
      );
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return paymentShape.parse(answer.body);
    },
    enterNumber: (call, number = '010-2345-6789', purpose = 'INCOME') =>
      call('POST', `${slug}/guest/cash-receipt`, { number, purpose }, { 'idempotency-key': uuidv7() }),
    async readAsGuest(call) {
      const { body } = await call('GET', `${slug}/guest/cash-receipt`);
      return body as unknown as CashReceiptsOfStay;
    },
    async readReceipt({ id, reservationId }) {
      const { body } = await paying.admin.call('GET', `${slug}/reservation/${String(reservationId)}/cash-receipt`);
      return (body as unknown as CashReceiptsOfStay).receipts.find((receipt) => receipt.id === id);
    },
    becomes: (payment, what, is, stepMs = 1500) =>
      until(what, async () => {
        clock.advance(stepMs);
        const receipt = await desk.readReceipt(payment);
        return receipt !== undefined && is(receipt) && receipt;
      }),
    hasState: (payment, state) => desk.becomes(payment, state, (receipt) => receipt.state === state),
  };
  return desk;
}
