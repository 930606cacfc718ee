// @sweep 1/3 (decision 086)
import { settlement } from '@munjigi/contract';
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
import { ledgerFaults } from '../../testing/ledger-faults.ts';
import { settleDue } from '../reservations/timers.ts';
import { compensateDue } from './compensation.ts';
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
  const compensate = () => compensateDue({ db: server.app.db, clock });

  async function bookWith(change: Readonly<Record<string, unknown>>): Promise<Booked> {
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
    const form = await desk.form({ couponCode: code, expectedPriceAmount: 14_500 });
    const { status, body } = await desk.post('/reservation', form);
    expect(status, JSON.stringify(body)).toBe(200);
    return { body, couponId: String(coupon.body['id']) };
  }
  const pay = ({ body: of }: Booked, amount = 14_500) =>
    post('/payment', { reservationId: of['reservationId'], method: 'CASH', amount });
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

  it('is owed to the store once the stay is over and paid, with its VAT, and stands in the settlement', async () => {
    const made = await bookWith({});
    await pay(made);
    await compensate();
    expect(await compensationOf(made)).toBeNull();
    await letItEnd(made);
    await Promise.all([compensate(), compensate()]);
    expect(await compensationOf(made)).toBe(5500);
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
      ['RECEIVED_AT_STORE', -14_500, 0, 0],
      ['CARRY_OVER', 0, 0, 0],
    ]);
    expect(statement.figures.payoutAmount).toBe(5500 - 797);
    const entries = await get(`/settlement/${statement.id}/entries?line=COUPON&limit=10`);
    expect(entries['items']).toMatchObject([{ kind: 'COUPON', reservationCode: made.body['reservationCode'] }]);
    const waterfall = await get(`/payment/waterfall?reservationId=${String(made.body['reservationId'])}`);
    expect(waterfall['lines']).toContainEqual({ step: 'COUPON', amount: 5500 });
    expect(await server.withActor(inStore(), ledgerFaults)).toEqual([]);
  });

  it('is carried into the payout when the period closes, and into no second period', async () => {
    const made = await bookWith({});
    await pay(made);
    await letItEnd(made);
    await compensate();
    clock.set(new Date('2026-12-01T03:00:00Z'));
    const { id, figures } = await linesOf();
    expect((await post(`/settlement/${id}/close`, { payoutAmount: figures.payoutAmount })).status).toBe(200);
    await compensate();
    expect((await linesOf()).lines.map(({ kind }) => kind)).not.toContain('COUPON');
    expect(await server.withActor(inStore(), ledgerFaults)).toEqual([]);
  });

  it('is owed for a guest who paid and did not come, and for a stay that is paid afterwards', async () => {
    const missed = await bookWith({});
    await pay(missed);
    await letItEnd(missed, { hasCome: false });
    await compensate();
    expect(await compensationOf(missed)).toBe(5500);

    clock.set(new Date('2026-11-22T02:00:00Z'));
    const late = await bookWith({});
    const { version } = await get(`/reservation/${String(late.body['reservationId'])}`);
    expect((await post(`/reservation/${String(late.body['reservationId'])}/confirm`, { version })).status).toBe(200);
    await letItEnd(late);
    await compensate();
    expect(await compensationOf(late)).toBeNull();
    await pay(late);
    await compensate();
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
    await compensate();
    expect([await compensationOf(cancelled), await compensationOf(own)]).toEqual([null, null]);
    expect((await linesOf()).lines.map(({ kind }) => kind)).not.toContain('COUPON');
  });

  it('forgets the phones of a coupon a week after its end, and counts them until then (CP-4)', async () => {
    const made = await bookWith({});
    const uses = () =>
      server.withActor(inStore(), (tx) =>
        tx.selectFrom('coupon_uses').select('reservation_id').where('coupon_id', '=', made.couponId).execute(),
      );
    await sweepCouponUses(server.app.db, new Date('2026-12-06T00:00:00Z'));
    expect(await uses()).toHaveLength(1);
    await sweepCouponUses(server.app.db, new Date('2026-12-09T00:00:00Z'));
    expect(await uses()).toEqual([]);
  });
});
