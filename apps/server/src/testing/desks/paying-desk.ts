import { randomBytes } from 'node:crypto';
import { payment as paymentShape, type OnlineProvider, type Payment } from '@munjigi/contract';
import {
  startVirtualPortone,
  startVirtualToss,
  type SentWebhook,
  type VirtualProvider,
} from '@munjigi/virtual-providers';
import { v7 as uuidv7 } from 'uuid';
import { openBookingDesk, type BookingDesk } from './booking-desk.ts';
import { setProvider } from '../peers/payment-provider.ts';
import { callerAt, type Answer, type Caller, type Shop, type TestServer } from '../server.ts';

export const WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`;

const SLOT_MS = 30 * 60_000;

/** A store that takes payments through both (virtual) providers. */
export interface PayingDesk extends BookingDesk {
  readonly toss: VirtualProvider;
  readonly portone: VirtualProvider;
  url(rest?: string): string;
  /** A reservation for two hours in a separate room: 20,000 won. Held by default. */
  held(record?: Readonly<Record<string, unknown>>): Promise<Answer['body']>;
  begun(of: Answer['body'], provider?: OnlineProvider, body?: Readonly<Record<string, unknown>>): Promise<Payment>;
  confirm(payment: Payment, paymentKey?: string, call?: Caller['call'], amount?: number): Promise<Answer>;
  /** A payment that was begun, agreed to by the guest, and taken by Toss. */
  paid(of?: Answer['body'], isAccount?: boolean): Promise<Payment>;
  read1(payment: Pick<Payment, 'id'>): Promise<Payment>;
  refund(payment: Payment, body?: Readonly<Record<string, unknown>>, call?: Caller['call']): Promise<Answer>;
  /** Sends a message as the provider does. */
  send(
    provider: OnlineProvider,
    message: SentWebhook,
    at?: { readonly url?: string; readonly slug?: string },
  ): Promise<Answer>;
}

/** Opens a desk in the first of many rooms. `feeRate` is in 1/100,000, VAT included. */
export async function openPayingDesk(
  server: TestServer,
  { rooms = 60, shop }: { rooms?: number; shop?: Shop } = {},
): Promise<PayingDesk> {
  const desk = await openBookingDesk(server, { rooms, ...(shop && { shop }) });
  const now = () => server.clock.now();
  const toss = await startVirtualToss({ apiSecret: 'test_sk_toss', now });
  const portone = await startVirtualPortone({ apiSecret: 'portone-secret', webhookSecret: WEBHOOK_SECRET, now });
  const feeTerms = [{ method: 'CARD', validFrom: '2025-01-01', rate: 2530, vat: 'INCLUSIVE' }] as const;
  await setProvider(server, desk.shop, {
    provider: 'TOSS',
    baseUrl: toss.url,
    apiSecret: 'test_sk_toss',
    webhookSecret: null,
    feeTerms,
  });
  await setProvider(server, desk.shop, {
    provider: 'PORTONE',
    baseUrl: portone.url,
    apiSecret: 'portone-secret',
    webhookSecret: WEBHOOK_SECRET,
    feeTerms,
  });
  let room = -1;
  const parsed = ({ status, body }: Answer): Payment => {
    if (status !== 200) throw new Error(JSON.stringify(body));
    return paymentShape.parse(body);
  };
  const payingDesk: PayingDesk = {
    ...desk,
    toss,
    portone,
    url: (rest = '') => `/${desk.shop.slug}/payment${rest}`,
    held(more = {}) {
      room += 1;
      const from = Math.ceil(now().getTime() / SLOT_MS + 2 + 4 * Math.floor(room / rooms)) * SLOT_MS;
      const time = { startsAt: new Date(from).toISOString(), endsAt: new Date(from + 4 * SLOT_MS).toISOString() };
      return desk.createReservation({ roomId: desk.roomIds[room % rooms], ...time, state: 'PENDING', ...more });
    },
    async begun(of, provider = 'TOSS', body = {}) {
      const answer = await desk.admin.call(
        'POST',
        payingDesk.url('/begin'),
        { reservationId: of['id'], provider, ...body },
        { 'idempotency-key': uuidv7() },
      );
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return paymentShape.parse(answer.body['payment']);
    },
    confirm: ({ id, amount }, paymentKey, call = desk.admin.call, requestedAmount = amount) =>
      call('POST', payingDesk.url(`/${id}/confirm`), {
        ...(paymentKey === undefined ? {} : { paymentKey }),
        amount: requestedAmount,
      }),
    async paid(of, isAccount = false) {
      const payment = await payingDesk.begun(of ?? (await payingDesk.held()));
      const { paymentKey } = toss.book.agree({ orderId: payment.id, amount: payment.amount, isAccount });
      return parsed(await payingDesk.confirm(payment, paymentKey));
    },
    read1: async ({ id }) => parsed(await desk.admin.call('GET', payingDesk.url(`/${id}`))),
    refund: ({ id, version }, body = {}, call = desk.admin.call) =>
      call(
        'POST',
        payingDesk.url(`/${id}/refund`),
        { version, reason: '손님 요청', ...body },
        { 'idempotency-key': uuidv7() },
      ),
    send: (provider, { body, headers }, at = {}) =>
      callerAt(at.url ?? server.url, null)(
        'POST',
        `/${at.slug ?? desk.shop.slug}/webhook/${provider.toLowerCase()}`,
        body,
        headers,
      ),
  };
  return payingDesk;
}
