// @sweep 1/8 (decision 086)
import type { Readiness } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  makeGuest,
  MINUTE_MS,
  startTestServer,
  until,
  type Answer,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { openPayingDesk, type PayingDesk } from '../../testing/desks/paying-desk.ts';

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

/** A reservation has one valid link. */
const guests = new Map<unknown, Pick<Caller, 'call'>>();

type Reservation = Answer['body'];
const read = async (path: string) => (await desk.admin.call('GET', `/${desk.shop.slug}${path}`)).body;

/** What each place of the product says that the guest still has to pay, in won, and whether lists call the stay paid. */
async function readDebts({ id, code }: Reservation) {
  const guest = guests.get(id) ?? (await makeGuest(server, desk.shop, desk.storeId, String(id)));
  guests.set(id, guest);
  const [page, helpDesk, waterfall, readiness, link, paid] = await Promise.all([
    guest.call('GET', '/guest/page'),
    read(`/help-desk/reservation/${String(id)}`),
    read(`/payment/waterfall?reservationId=${String(id)}`),
    read(`/reservation/readiness?hours=24&storeId=${desk.storeId}`),
    read(`/reservation/${String(id)}/message/payment-link`),
    read(`/reservation3?q=${String(code)}&paid=yes`),
  ]);
  const coming = readiness['items'] as unknown as readonly Readiness[];
  const obstacles = coming.find(({ reservationId }) => reservationId === id)?.obstacles ?? [];
  return {
    guestPage: page.body['dueAmount'],
    helpDesk: helpDesk['dueAmount'],
    waterfall: waterfall['dueAmount'],
    readiness: obstacles.find(({ kind }) => kind === 'UNPAID')?.amount ?? 0,
    paymentLink: link['dueAmount'],
    isListedAsPaid: paid['items']?.length === 1,
  };
}
const debts = (amount: number) => ({
  guestPage: amount,
  helpDesk: amount,
  waterfall: amount,
  readiness: amount,
  paymentLink: amount,
  isListedAsPaid: amount === 0,
});
const becomesPaid = (of: Reservation, amount: number) =>
  until('the refund is completed', async () => Number((await desk.read(of))['paidAmount']) === amount);

describe('a goodwill refund of a stay that takes place (PY-4)', () => {
  it('asks the guest for nothing again when the provider returned it', async () => {
    const held = await desk.held();
    const payment = await desk.paid(held);
    await desk.refund(payment, { amount: 1000, reason: '사과' });
    await becomesPaid(held, 19_000);
    expect(await readDebts(held)).toEqual(debts(0));
    const over = await desk.admin.call('POST', desk.url(), { reservationId: held['id'], method: 'CASH', amount: 1000 });
    expect(over.body).toMatchObject({ code: 'MORE_THAN_DUE', detail: '0' });
  });

  it('asks for nothing again when a person returned cash, or the store at its provider', async () => {
    const cash = await desk.held();
    const recorded = await desk.admin.call('POST', desk.url(), {
      reservationId: cash['id'],
      method: 'CASH',
      amount: 20_000,
    });
    await desk.admin.call('POST', desk.url(`/${String(recorded.body['id'])}/refund`), {
      version: recorded.body['version'],
      amount: 3000,
      reason: '에어컨 고장',
    });
    expect(await readDebts(cash)).toEqual(debts(0));

    const card = await desk.held();
    const payment = await desk.paid(card);
    const booked = desk.toss.book.find(payment.id);
    if (!booked) throw new Error('Toss does not know the payment');
    desk.toss.book.cancel(booked, 500, '사장님 취소');
    // The answer to the next refund names both.
    await desk.refund(payment, { amount: 700 });
    await becomesPaid(card, 18_800);
    expect(await readDebts(card)).toEqual(debts(0));
  });

  it('is due again when the guest is to pay in another way', async () => {
    const held = await desk.held();
    await desk.refund(await desk.paid(held), { isStillDue: true, reason: '다른 카드로 결제' });
    await becomesPaid(held, 0);
    expect(await readDebts(held)).toEqual(debts(20_000));
    await desk.paid(held);
    expect(await readDebts(held)).toEqual(debts(0));
  });

  it('leaves only the added price due when the stay becomes longer', async () => {
    const held = await desk.held();
    await desk.refund(await desk.paid(held), { amount: 1000 });
    await becomesPaid(held, 19_000);
    const longer = await desk.verb(await desk.read(held), 'extend', { minutes: 30 });
    expect(longer.body).toMatchObject({ priceAmount: 25_000, paidAmount: 19_000, waivedAmount: 1000 });
    expect(await readDebts(held)).toEqual(debts(5000));
  });

  it('lowers what a cancellation returns, and is not counted twice', async () => {
    const held = await desk.held();
    await desk.refund(await desk.paid(held), { amount: 1000 });
    await becomesPaid(held, 19_000);
    await desk.verb(await desk.read(held), 'cancel', { refundPercent: 100 });
    await becomesPaid(held, 0);
    expect(await desk.read(held)).toMatchObject({ refundAmount: 19_000 });
  });

  it('does not make a stay cheaper once the guest has paid the full price again', async () => {
    const held = await desk.held();
    await desk.refund(await desk.paid(held));
    await becomesPaid(held, 0);
    await desk.admin.call('POST', desk.url(), {
      reservationId: held['id'],
      method: 'CASH',
      amount: 20_000,
      mayExceedDue: true,
    });
    expect(await desk.read(held)).toMatchObject({ paidAmount: 20_000, waivedAmount: 0 });
    clock.advance(MINUTE_MS);
  });
});
