// @sweep 1/12 (decision 086)
import { couponUse, payment as paymentShape, reservationDetail, type Payment } from '@munjigi/contract';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  itemsOf,
  MINUTE_MS,
  openOnlineDesk,
  startTestServer,
  until,
  type Caller,
  type OnlineDesk,
  type TestServer,
} from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { settleDue } from '../reservations/timers.ts';
import { settleDueClaims } from './claims.ts';

/** Number of random stays; `MONEY_RUNS` sets another one. */
const RUNS = Number(process.env['MONEY_RUNS'] ?? 8);
const ROOMS = 20;
/** Stays of one shop: each takes at least a week of the clock. */
const STAYS_OF_SHOP = 10;
const DAY_MS = 24 * HOUR_MS;
/** 20,000 won for two hours, less the coupon. */
const PRICE_WON = 14_500;

type Act =
  | { readonly kind: 'GUEST_PAYS' }
  | { readonly kind: 'RECORDS_CASH'; readonly amount: number }
  | { readonly kind: 'REVERSES'; readonly which: number }
  | { readonly kind: 'REFUNDS'; readonly which: number; readonly part: number; readonly isStillDue: boolean }
  | { readonly kind: 'MOVES_END'; readonly minutes: number }
  | { readonly kind: 'CANCELS'; readonly percent: number }
  | { readonly kind: 'CHECKS_IN' }
  | { readonly kind: 'WAITS'; readonly minutes: number };

const which = fc.nat(3);
const refunds = fc.record({
  kind: fc.constant('REFUNDS' as const),
  which,
  part: fc.constantFrom(0.1, 0.5, 1),
  isStillDue: fc.boolean(),
});
const reverses = fc.record({ kind: fc.constant('REVERSES' as const), which });
const recordsCash = fc.record({
  kind: fc.constant('RECORDS_CASH' as const),
  amount: fc.constantFrom(1000, 9500, PRICE_WON, 20_000),
});
const acts = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('GUEST_PAYS' as const) }) },
    { weight: 2, arbitrary: recordsCash },
    { weight: 1, arbitrary: reverses },
    { weight: 2, arbitrary: refunds },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('MOVES_END' as const), minutes: fc.constantFrom(-60, -30, 30) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('CANCELS' as const), percent: fc.constantFrom(0, 50, 100) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('CHECKS_IN' as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('WAITS' as const), minutes: fc.constantFrom(5, 60, 130) }) },
  ),
  { minLength: 2, maxLength: 8 },
);
/** What an owner still does when the discount has been booked. */
const lateActs = fc.array(fc.oneof(recordsCash, reverses, refunds), { maxLength: 3 });

describe('an owner who tries to gain from coupons of head office (CP-5)', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  let desk: OnlineDesk;
  let owner: Caller;
  let coupon: { id: string; code: string };
  let runs = 0;
  let booked = 0;
  let cashOnly = 0;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
  });
  afterAll(async () => {
    expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
    await server.close();
  });

  /** A shop with a coupon of head office, for as many stays as its sessions and its coupon last. */
  async function openShop(): Promise<void> {
    desk = await openOnlineDesk(server, clock, { rooms: ROOMS });
    owner = await server.signIn(desk.shop, ['FRANCHISEE'], desk.shop.stores, 1000 * 24);
    const today = clock.now().getTime();
    const dateAt = (days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 10);
    const terms = {
      storeId: desk.storeId,
      validFrom: '2026-11-01',
      royaltyRate: 500,
      royaltyBase: 'NET_OF_REFUND',
      royaltyVat: 'EXCLUSIVE',
      cycle: 'MONTHLY',
      payAfterBankDays: 3,
    };
    expect((await desk.admin.call('POST', `/${desk.shop.slug}/settlement/terms`, terms)).status).toBe(200);
    const created = await desk.admin.call('POST', `/${desk.shop.slug}/coupon`, {
      code: 'GAIN-5500',
      name: 'test',
      kind: 'AMOUNT',
      percent: null,
      amount: 5500,
      maxDiscountAmount: null,
      minPriceAmount: 0,
      startsOn: dateAt(-1),
      endsOn: dateAt(600),
      storeIds: [],
      maxUses: null,
      maxUsesPerGuest: null,
      bearer: 'HEAD_OFFICE',
    });
    expect(created.status, JSON.stringify(created.body)).toBe(200);
    coupon = { id: String(created.body['id']), code: 'GAIN-5500' };
  }

  const at = (path: string) => `/${desk.shop.slug}${path}`;
  const read = async (id: string) =>
    reservationDetail.parse((await desk.admin.call('GET', at(`/reservation/${id}`))).body);
  const verb = async (id: string, name: string, body: object = {}) =>
    owner.call('POST', at(`/reservation/${id}/${name}`), { version: (await read(id)).version, ...body });
  const paymentsOf = async (id: string): Promise<Payment[]> =>
    itemsOf((await desk.admin.call('GET', at(`/payment?reservationId=${id}`))).body).map((item) =>
      paymentShape.parse(item),
    );

  async function book(): Promise<string> {
    if (runs % STAYS_OF_SHOP === 0) {
      if (runs > 0) expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
      await openShop();
    }
    runs += 1;
    const form = await desk.form({
      roomId: desk.roomIds[runs % ROOMS],
      couponCode: coupon.code,
      expectedPriceAmount: PRICE_WON,
    });
    const { status, body } = await desk.post('/reservation', form);
    expect(status, JSON.stringify(body)).toBe(200);
    return String(body['reservationId']);
  }

  async function run(id: string, act: Act): Promise<void> {
    switch (act.kind) {
      case 'GUEST_PAYS': {
        const { priceAmount, paidAmount } = await read(id);
        const amount = priceAmount - paidAmount;
        const key = { 'idempotency-key': uuidv7() };
        const begin = { reservationId: id, provider: 'TOSS', amount };
        const { status, body } = await owner.call('POST', at('/payment/begin'), begin, key);
        if (status !== 200) return;
        const orderId = (body['payment'] as unknown as { id: string }).id;
        if (desk.toss.book.payments.has(orderId)) return;
        const { paymentKey } = desk.toss.book.agree({ orderId, amount });
        await owner.call('POST', at(`/payment/${orderId}/confirm`), { paymentKey, amount });
        return;
      }
      case 'RECORDS_CASH':
        await owner.call('POST', at('/payment'), {
          reservationId: id,
          method: 'CASH',
          amount: act.amount,
          mayExceedDue: true,
        });
        return;
      case 'REVERSES':
      case 'REFUNDS': {
        const payments = await paymentsOf(id);
        const payment = payments[act.which % Math.max(1, payments.length)];
        if (!payment) return;
        const { version, amount } = payment;
        const body =
          act.kind === 'REVERSES'
            ? { version, reason: 'gain' }
            : { version, reason: 'gain', amount: Math.floor(amount * act.part), isStillDue: act.isStillDue };
        await owner.call('POST', at(`/payment/${payment.id}/${act.kind === 'REVERSES' ? 'reverse' : 'refund'}`), body);
        return;
      }
      case 'MOVES_END': {
        const { version, endsAt } = await read(id);
        const moved = new Date(Date.parse(endsAt) + act.minutes * MINUTE_MS).toISOString();
        await owner.call('PATCH', at(`/reservation/${id}`), { version, endsAt: moved });
        return;
      }
      case 'CANCELS':
        await verb(id, 'cancel', { refundPercent: act.percent });
        return;
      case 'CHECKS_IN':
        await verb(id, 'check-in');
        return;
      case 'WAITS':
        clock.advance(act.minutes * MINUTE_MS);
    }
  }

  const settleClaims = () => settleDueClaims({ db: server.app.db, clock });

  /** Waits until the stay is over, and nothing is under way at the provider. */
  async function settle(id: string): Promise<void> {
    const { endsAt } = await read(id);
    if (clock.now().getTime() < Date.parse(endsAt) + HOUR_MS) clock.set(new Date(Date.parse(endsAt) + HOUR_MS));
    await until('nothing waits for the provider', async () => {
      clock.advance(6000);
      await settleDue({ db: server.app.db, clock });
      const payments = await paymentsOf(id);
      return payments.every(
        ({ online, refunds: given }) =>
          online?.isConfirming !== true && given.every(({ state }) => state !== 'REQUESTED'),
      );
    });
  }

  /** What head office owes is the share of the price that the provider took and kept, not what the owner recorded. */
  async function checkClaim(id: string): Promise<void> {
    const { state, priceAmount, discount } = await read(id);
    const payments = (await paymentsOf(id)).filter(({ approvedAt, reversal }) => approvedAt !== null && !reversal);
    const keptBy = (isOnline: boolean) =>
      payments
        .filter(({ provider }) => (provider === 'TOSS') === isOnline)
        .reduce((sum, { amount, refunds: given }) => sum + amount - doneOf(given), 0);
    const kept = Math.max(0, Math.min(keptBy(true), priceAmount));
    const isOver = state === 'COMPLETED' || state === 'NO_SHOW';
    const owed = isOver && priceAmount > 0 ? Math.floor(((discount?.amount ?? 0) * kept) / priceAmount) : 0;
    const uses = itemsOf((await desk.admin.call('GET', at(`/coupon/${coupon.id}/use?limit=200`))).body);
    const use = uses.map((item) => couponUse.parse(item)).find(({ reservationId }) => reservationId === id);
    expect([state, payments.length, use?.compensatedAmount ?? 0]).toEqual([state, payments.length, owed]);
    if (owed > 0) booked += 1;
    if (isOver && keptBy(true) === 0 && keptBy(false) > 0) cashOnly += 1;
  }

  it(
    `is compensated for nothing but what the provider took and kept, in ${RUNS} random stays`,
    { timeout: 120_000 + RUNS * 3000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(acts, lateActs, async (early, late) => {
          const id = await book();
          for (const act of early) await run(id, act);
          await settle(id);
          await settleClaims();
          clock.advance(7 * DAY_MS);
          await Promise.all([settleClaims(), settleClaims()]);
          await checkClaim(id);
          for (const act of late) await run(id, act);
          await settle(id);
          await settleClaims();
          await checkClaim(id);
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
      if (RUNS < 1000) return;
      // Fewer would mean that the stays do not reach what they are about.
      expect(booked).toBeGreaterThan(RUNS / 20);
      expect(cashOnly).toBeGreaterThan(RUNS / 20);
    },
  );
});

function doneOf(refundsOfPayment: Payment['refunds']): number {
  return refundsOfPayment.reduce((sum, { state, amount }) => (state === 'DONE' ? sum + amount : sum), 0);
}
