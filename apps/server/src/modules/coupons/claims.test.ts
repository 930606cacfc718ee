// @sweep 1/8 (decision 086)
import { settlement } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  fakeClock,
  HOUR_MS,
  openOnlineDesk,
  startTestServer,
  type Answer,
  type OnlineDesk,
  type TestServer,
} from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { settleDue } from '../reservations/timers.ts';
import { settleDueClaims } from './claims.ts';
import { sweepCouponUses } from './redeem.ts';

interface Booked {
  readonly body: Answer['body'];
  readonly couponId: string;
}

const TERMS = {
  validFrom: '2026-11-01',
  royaltyRate: 500,
  royaltyBase: 'NET_OF_REFUND',
  royaltyVat: 'EXCLUSIVE',
  cycle: 'MONTHLY',
  payAfterBankDays: 3,
};

describe('the discount that head office bears (CP-5)', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  let desk: OnlineDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
  });
  beforeEach(async () => {
    clock.set(new Date('2026-11-21T02:00:00Z'));
    desk = await openOnlineDesk(server, clock);
    expect((await post('/settlement/terms', { storeId: desk.storeId, ...TERMS })).status).toBe(200);
  });
  afterAll(() => server.close());

  const post = (path: string, body: unknown) => desk.admin.call('POST', `/${desk.shop.slug}${path}`, body);
  const get = async (path: string) => (await desk.admin.call('GET', `/${desk.shop.slug}${path}`)).body;
  const inStore = () => storeActor(desk.shop.productId, desk.storeId);
  const settle = () => settleDueClaims({ db: server.app.db, clock });
  /** Waits until claims of stays that are over now can be booked. */
  const cool = () => clock.advance(7 * 24 * HOUR_MS);

  async function bookWith({ price = 14_500, ...change }: Readonly<Record<string, unknown>>): Promise<Booked> {
    const code = `CP-${String(Math.random()).slice(2, 10)}`;
    const coupon = await post('/coupon', {
      code,
      name: 'test',
      kind: 'AMOUNT',
      percent: null,
      amount: 5500,
      maxDiscountAmount: null,
      minPriceAmount: 0,
      startsOn: '2026-11-01',
      endsOn: '2026-11-30',
      storeIds: [],
      maxUses: null,
      maxUsesPerGuest: null,
      bearer: 'HEAD_OFFICE',
      ...change,
    });
    expect(coupon.status).toBe(200);
    const form = await desk.form({ couponCode: code, expectedPriceAmount: price });
    const { status, body } = await desk.post('/reservation', form);
    expect(status, JSON.stringify(body)).toBe(200);
    return { body, couponId: String(coupon.body['id']) };
  }
  const recordCash = ({ body: of }: Booked, amount = 14_500) =>
    post('/payment', { reservationId: of['reservationId'], method: 'CASH', amount });
  /** The guest pays through the provider. Returns the payment. */
  async function pay({ body: of }: Booked, amount = 14_500): Promise<Answer['body']> {
    const begin = { reservationId: of['reservationId'], provider: 'TOSS', amount };
    const begun = await desk.admin.call('POST', `/${desk.shop.slug}/payment/begin`, begin, {
      'idempotency-key': uuidv7(),
    });
    const { id } = begun.body['payment'] as unknown as { id: string };
    const { paymentKey } = desk.toss.book.agree({ orderId: id, amount });
    const { status, body } = await post(`/payment/${id}/confirm`, { paymentKey, amount });
    expect([status, body['state']], JSON.stringify(body)).toEqual([200, 'DONE']);
    return body;
  }
  const claimOf = async ({ body: of }: Booked) => {
    const { items } = await get(`/coupon-claim?storeId=${desk.storeId}`);
    return items?.find(({ reservationId }) => reservationId === of['reservationId']);
  };
  const decide = async (of: Booked, decision: string) => {
    const { version } = (await claimOf(of)) ?? {};
    return post(`/coupon-claim/${String(of.body['reservationId'])}/decide`, { version, decision, reason: 'checked' });
  };
  /** Lets the stay begin, and end. A guest who never came is a no-show. */
  async function letItEnd({ body: of }: Booked, { hasCome = true } = {}): Promise<void> {
    clock.set(new Date(String(of['startsAt'])));
    if (hasCome) {
      const { version } = await get(`/reservation/${String(of['reservationId'])}`);
      expect((await post(`/reservation/${String(of['reservationId'])}/check-in`, { version })).status).toBe(200);
    }
    clock.set(new Date(Date.parse(String(of['endsAt'])) + HOUR_MS));
    await settleDue({ db: server.app.db, clock });
    const { state } = await get(`/reservation/${String(of['reservationId'])}`);
    expect(state).toBe(hasCome ? 'COMPLETED' : 'NO_SHOW');
  }
  const compensationOf = async (of: Booked) => {
    const { items } = await get(`/coupon/${of.couponId}/use`);
    return items?.[0]?.['compensatedAmount'];
  };
  const linesOf = async () => {
    const { items } = await get(`/settlement?storeId=${desk.storeId}&state=OPEN`);
    return settlement.parse(await get(`/settlement/${String(items?.[0]?.['id'])}`));
  };

  it('is owed to the store a week after the stay, with its VAT, and stands in the settlement', async () => {
    const reservation = await bookWith({});
    await pay(reservation);
    await settle();
    expect(await claimOf(reservation)).toBeUndefined();
    await letItEnd(reservation);
    await settle();
    expect(await claimOf(reservation)).toMatchObject({ state: 'WAITING', claimAmount: 5500, bookedAmount: 0 });
    cool();
    await Promise.all([settle(), settle()]);
    expect(await compensationOf(reservation)).toBe(5500);
    const statement = await linesOf();
    const lines = statement.lines.map(({ kind, amount, supplyAmount, vatAmount }) => [
      kind,
      amount,
      supplyAmount,
      vatAmount,
    ]);
    // 20,000 won for the room: 14,500 from the guest, of which head office takes its royalty, and 5,500 from head office.
    expect(lines).toEqual([
      ['GROSS', 14_500, 13_182, 1318],
      ['REFUND', 0, 0, 0],
      ['COUPON', 5500, 5000, 500],
      ['ROYALTY', -797, -725, -72],
      ['RECEIVED_AT_STORE', 0, 0, 0],
      ['CARRY_OVER', 0, 0, 0],
    ]);
    expect(statement.figures.payoutAmount).toBe(14_500 + 5500 - 797);
    const entries = await get(`/settlement/${statement.id}/entries?line=COUPON&limit=10`);
    expect(entries['items']).toMatchObject([{ kind: 'COUPON', reservationCode: reservation.body['reservationCode'] }]);
    const waterfall = await get(`/payment/waterfall?reservationId=${String(reservation.body['reservationId'])}`);
    expect(waterfall['lines']).toContainEqual({ step: 'COUPON', amount: 5500 });
    expect(await server.withActor(inStore(), ledgerFaults)).toEqual([]);
  });

  it('is carried into the payout when the period closes, and into no second period', async () => {
    const reservation = await bookWith({});
    await pay(reservation);
    await letItEnd(reservation);
    cool();
    await settle();
    clock.set(new Date('2026-12-01T03:00:00Z'));
    const { id, figures } = await linesOf();
    expect((await post(`/settlement/${id}/close`, { payoutAmount: figures.payoutAmount })).status).toBe(200);
    await settle();
    expect((await linesOf()).lines.map(({ kind }) => kind)).not.toContain('COUPON');
    expect(await server.withActor(inStore(), ledgerFaults)).toEqual([]);
  });

  it('is owed for a guest who paid and did not come, and for a stay that is paid afterwards', async () => {
    const missed = await bookWith({});
    await pay(missed);
    await letItEnd(missed, { hasCome: false });
    cool();
    await settle();
    expect(await compensationOf(missed)).toBe(5500);

    clock.set(new Date('2026-11-22T02:00:00Z'));
    const late = await bookWith({});
    const { version } = await get(`/reservation/${String(late.body['reservationId'])}`);
    expect((await post(`/reservation/${String(late.body['reservationId'])}/confirm`, { version })).status).toBe(200);
    await letItEnd(late);
    cool();
    await settle();
    expect(await compensationOf(late)).toBeNull();
    await pay(late);
    await settle();
    expect(await compensationOf(late)).toBe(5500);
  });

  it('is not owed for a cancelled stay, nor for a coupon that the store bears', async () => {
    const cancelled = await bookWith({});
    await pay(cancelled);
    const { version } = await get(`/reservation/${String(cancelled.body['reservationId'])}`);
    const path = `/reservation/${String(cancelled.body['reservationId'])}/cancel`;
    expect((await post(path, { version, reason: 'test' })).status).toBe(200);
    const own = await bookWith({ bearer: 'STORE' });
    await pay(own);
    await letItEnd(own);
    cool();
    await settle();
    expect([await compensationOf(cancelled), await compensationOf(own)]).toEqual([null, null]);
    expect((await linesOf()).lines.map(({ kind }) => kind)).not.toContain('COUPON');
  });

  describe('of a store owner who wants money from head office', () => {
    it('is withheld for cash, also when the owner reverses it later, until head office approves', async () => {
      const reservation = await bookWith({});
      const cash = await recordCash(reservation);
      await letItEnd(reservation);
      cool();
      await settle();
      expect(await claimOf(reservation)).toMatchObject({
        state: 'WITHHELD',
        withheldFor: 'NO_ONLINE_MONEY',
        claimAmount: 0,
      });
      expect((await linesOf()).lines.map(({ kind }) => kind)).not.toContain('COUPON');
      expect((await decide(reservation, 'APPROVED')).body).toMatchObject({ state: 'BOOKED', bookedAmount: 5500 });
      const { id, version } = cash.body;
      expect((await post(`/payment/${String(id)}/reverse`, { version, reason: 'mistake' })).status).toBe(200);
      await settle();
      expect(await claimOf(reservation)).toMatchObject({ state: 'WITHHELD', bookedAmount: 0 });
      expect(await server.withActor(inStore(), ledgerFaults)).toEqual([]);
    });

    it('falls with every refund, by the share that the guest got back', async () => {
      const reservation = await bookWith({});
      const payment = await pay(reservation);
      await letItEnd(reservation);
      cool();
      await settle();
      const refund = { version: payment['version'], amount: 1000, reason: 'goodwill' };
      expect((await post(`/payment/${String(payment['id'])}/refund`, refund)).status).toBe(200);
      await expect.poll(async () => (await claimOf(reservation))?.['claimAmount']).toBe(5120);
      await settle();
      expect(await compensationOf(reservation)).toBe(5120);
      const { version } = await get(`/payment/${String(payment['id'])}`);
      await post(`/payment/${String(payment['id'])}/refund`, { version, reason: 'all of it' });
      await expect.poll(async () => (await claimOf(reservation))?.['claimAmount']).toBe(0);
      await settle();
      expect([await compensationOf(reservation), (await claimOf(reservation))?.['state']]).toEqual([null, 'WITHHELD']);
      expect(await server.withActor(inStore(), ledgerFaults)).toEqual([]);
    });

    it('is withheld for a free no-show, whose owner is its only witness', async () => {
      const free = await bookWith({ amount: 20_000, price: 0 });
      await letItEnd(free, { hasCome: false });
      cool();
      await settle();
      expect(await claimOf(free)).toMatchObject({ state: 'WITHHELD', withheldFor: 'NO_ONLINE_MONEY', priceAmount: 0 });
    });

    it('is refused by head office before it is booked, and returned when it is refused afterwards', async () => {
      const early = await bookWith({});
      await pay(early);
      await letItEnd(early);
      expect((await decide(early, 'REFUSED')).body).toMatchObject({ state: 'REFUSED', bookedAmount: 0 });
      cool();
      await settle();
      expect(await compensationOf(early)).toBeNull();
      expect((await decide(early, 'APPROVED')).body).toMatchObject({ state: 'BOOKED', bookedAmount: 5500 });
      const stale = { version: 1, decision: 'REFUSED', reason: 'stale' };
      const path = `/coupon-claim/${String(early.body['reservationId'])}/decide`;
      expect((await post(path, stale)).body).toMatchObject({ code: 'STALE' });
      expect((await decide(early, 'REFUSED')).body).toMatchObject({ state: 'REFUSED', bookedAmount: 0 });
      expect(await server.withActor(inStore(), ledgerFaults)).toEqual([]);
    });

    it('needs a limit that head office agreed before', async () => {
      const terms = { kind: 'PERCENT', percent: 50, amount: null, maxDiscountAmount: null };
      const fields = {
        code: 'HALF-5000',
        name: 'test',
        minPriceAmount: 0,
        startsOn: '2026-11-01',
        endsOn: '2026-11-30',
      };
      const limits = { storeIds: [], maxUses: null, maxUsesPerGuest: null };
      const unlimited = { ...fields, ...terms, ...limits, bearer: 'HEAD_OFFICE' };
      expect((await post('/coupon', unlimited)).body).toMatchObject({
        code: 'COUPON_INVALID',
        errors: [{ path: 'maxDiscountAmount', code: 'required' }],
      });
    });
  });

  it('forgets the phones of a coupon a week after its end, and counts them until then (CP-4)', async () => {
    const reservation = await bookWith({});
    const uses = () =>
      server.withActor(inStore(), (tx) =>
        tx.selectFrom('coupon_uses').select('reservation_id').where('coupon_id', '=', reservation.couponId).execute(),
      );
    await sweepCouponUses(server.app.db, new Date('2026-12-06T00:00:00Z'));
    expect(await uses()).toHaveLength(1);
    await sweepCouponUses(server.app.db, new Date('2026-12-09T00:00:00Z'));
    expect(await uses()).toEqual([]);
  });
});
