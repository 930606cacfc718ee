// @sweep 1/8 (decision 086)
import { settlement as settlementShape } from '@munjigi/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  fakeClock,
  itemsOf,
  makeKey,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';

const problem = ({ status, body }: Answer) => [status, body['code']];
const NOW = new Date('2026-11-10T03:00:00Z');

describe('money that a channel collects (CH-2, CH-3)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let beside: TestServer;
  let desk: BookingDesk;
  let secret: string;
  let channel: Caller['call'];
  beforeAll(async () => {
    server = await startTestServer({ clock });
    beside = await startTestServer({ beside: server });
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
  });
  beforeEach(async () => {
    clock.set(NOW);
    desk = await openBookingDesk(server, { rooms: 4 });
    ({ secret, call: channel } = await makeKey(server, desk.shop));
  });

  const at = (rest: string) => `/${desk.shop.slug}/channel/reservation${rest}`;
  let reports = 0;
  const money = (over: object = {}) => {
    reports += 1;
    return {
      amount: 20_000,
      method: 'CARD',
      commissionAmount: 2000,
      commissionVatAmount: 200,
      reference: `ch-${reports}`,
      ...over,
    };
  };
  /** Two hours for 20,000 won, two days from now. */
  const hold = async (room = 0): Promise<Answer['body']> => {
    const startsAt = new Date(NOW.getTime() + 48 * 3600_000);
    const answer = await channel('POST', at(''), {
      roomId: desk.roomIds[room],
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + 2 * 3600_000).toISOString(),
      headCount: 2,
      guestName: '채널손님',
      guestPhone: '010-3333-4444',
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const confirm = (of: Answer['body'], payment: object, call = channel) =>
    call('POST', at(`/${String(of['id'])}/confirm`), { version: of['version'], payment });
  const paid = async (over: object = {}, room = 0): Promise<Answer['body']> => {
    const { status, body } = await confirm(await hold(room), money(over));
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const staff = (method: string, path: string, body?: object) =>
    desk.admin.call(method, `/${desk.shop.slug}${path}`, body);
  const paymentsOf = async (of: Answer['body']) =>
    itemsOf((await staff('GET', `/payment?reservationId=${String(of['id'])}`)).body);
  const balances = async (): Promise<Record<string, number>> => {
    const { rows } = await server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
      sql<{
        account: string;
        amount: number;
      }>`select account, sum(amount)::bigint as amount from ledger_entries where store_id = ${desk.storeId} group by 1
        having sum(amount) <> 0`.execute(tx),
    );
    return Object.fromEntries(rows.map((row) => [row.account, row.amount]));
  };
  const expectNoFaults = async () => expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);

  it('confirms the reservation, and books the gross amount, the commission and its VAT', async () => {
    const of = await paid();
    expect([of['state'], of['paidAmount']]).toEqual(['CONFIRMED', 20_000]);
    expect(await paymentsOf(of)).toMatchObject([
      { provider: 'CHANNEL', method: 'CARD', state: 'DONE', amount: 20_000, feeAmount: 2200, online: null },
    ]);
    expect(await balances()).toEqual({
      MONEY_AT_CHANNEL: 17_800,
      CHANNEL_COMMISSION: 2000,
      CHANNEL_COMMISSION_VAT: 200,
      SALES_SUPPLY: -18_182,
      SALES_VAT: -1818,
    });
    const { body } = await staff('GET', `/payment/waterfall?reservationId=${String(of['id'])}`);
    expect(body['lines']).toEqual([
      { step: 'PRICE', amount: 20_000 },
      { step: 'VAT', amount: -1818 },
      { step: 'CHANNEL_COMMISSION', amount: -2000 },
      { step: 'CHANNEL_COMMISSION_VAT', amount: -200 },
      { step: 'LEFT', amount: -15_982 },
    ]);
    await expectNoFaults();
  });

  it('is recorded once for one reference, also when it is reported twice at the same time', async () => {
    const [first, second] = [await hold(), await hold(1)];
    const report = money();
    const answers = await Promise.all([
      confirm(first, report),
      confirm(second, report, beside.caller(secret)),
      confirm(first, report, beside.caller(secret)),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status !== 200))
      expect([
        [409, 'EXTERNAL_ID_TAKEN'],
        [409, 'STALE'],
      ]).toContainEqual(problem(refused));
    expect(await balances()).toMatchObject({ MONEY_AT_CHANNEL: 17_800 });
    await expectNoFaults();
  });

  it('is refused above what is due, for a commission above the amount, and for a reservation of another key', async () => {
    const of = await hold();
    expect(problem(await confirm(of, money({ amount: 20_001 })))).toEqual([409, 'MORE_THAN_DUE']);
    expect(problem(await confirm(of, money({ commissionAmount: 20_000 })))).toEqual([400, 'INVALID_INPUT']);
    expect(problem(await confirm(of, money({ method: 'CASH' })))).toEqual([400, 'INVALID_INPUT']);
    const other = await makeKey(server, desk.shop);
    expect(problem(await confirm(of, money(), other.call))).toEqual([404, 'NOT_FOUND']);
    expect((await channel('GET', at(`/${String(of['id'])}`))).body['state']).toBe('PENDING');
    expect(await balances()).toEqual({});
  });

  it('confirms with a part of the price, whose rest can be reported later', async () => {
    const of = await paid({ amount: 15_000 });
    expect([of['state'], of['paidAmount']]).toEqual(['CONFIRMED', 15_000]);
    const rest = await channel('POST', at(`/${String(of['id'])}/payment`), money({ amount: 5000 }));
    expect([rest.status, rest.body['paidAmount']]).toEqual([200, 20_000]);
    expect(problem(await channel('POST', at(`/${String(of['id'])}/payment`), money({ amount: 3000 })))).toEqual([
      409,
      'MORE_THAN_DUE',
    ]);
    await expectNoFaults();
  });

  it('counts as returned when the channel cancels, with the commission in proportion', async () => {
    const of = await paid();
    // Half of the price goes back from 24 hours before the start on.
    clock.set(new Date(NOW.getTime() + 30 * 3600_000));
    const cancelled = await channel('POST', at(`/${String(of['id'])}/cancel`), { version: of['version'] });
    expect([cancelled.status, cancelled.body['refundAmount']]).toEqual([200, 10_000]);
    expect(await paymentsOf(of)).toMatchObject([
      { state: 'PARTIAL_CANCELED', refundedAmount: 10_000, refunds: [{ state: 'DONE', amount: 10_000 }] },
    ]);
    expect(await balances()).toMatchObject({
      MONEY_AT_CHANNEL: 8900,
      CHANNEL_COMMISSION: 1000,
      CHANNEL_COMMISSION_VAT: 100,
    });
    expect(itemsOf((await staff('GET', '/payment/refund-owed')).body)).toEqual([]);
    await expectNoFaults();
  });

  it('is owed by the channel when staff cancel, until a person confirms that the channel returned it', async () => {
    const of = await paid();
    const cancelled = await staff('POST', `/reservation/${String(of['id'])}/cancel`, { version: of['version'] });
    expect([cancelled.status, cancelled.body['refund']]).toMatchObject([200, { owedAmount: 20_000 }]);
    expect(itemsOf((await staff('GET', '/payment/refund-owed')).body)).toMatchObject([
      { reservationId: of['id'], amount: 20_000, parts: [{ state: 'OWED', amount: 20_000 }] },
    ]);
    expect(itemsOf((await staff('GET', '/payment/notification?kind=REFUND_OWED&limit=5')).body)).toMatchObject([
      { reservationId: of['id'], amount: 20_000 },
    ]);
    const [payment] = await paymentsOf(of);
    const sent = await staff('POST', `/payment/refund/${String(payment?.['refunds']?.[0]?.['id'])}/sent`, {
      version: payment?.['version'],
      reference: 'channel refund 1',
    });
    expect([sent.status, sent.body['state']]).toEqual([200, 'CANCELED']);
    expect(await balances()).toEqual({});
    await expectNoFaults();
  });

  it('reaches the statement as a line of commission, and head office takes over what the channel holds', async () => {
    const terms = { royaltyRate: 500, royaltyBase: 'NET_OF_REFUND', royaltyVat: 'EXCLUSIVE' };
    expect(
      (
        await desk.admin.call(
          'POST',
          `/${desk.shop.slug}/settlement/terms`,
          { storeId: desk.storeId, validFrom: '2026-11-01', ...terms, cycle: 'MONTHLY', payAfterBankDays: 3 },
          { 'idempotency-key': uuidv7() },
        )
      ).status,
    ).toBe(200);
    await paid();
    const cash = await desk.createReservation({ roomId: desk.roomIds[1] });
    expect(
      (await staff('POST', '/payment', { reservationId: cash['id'], method: 'CASH', amount: 20_000 })).status,
    ).toBe(200);
    clock.set(new Date('2026-12-02T03:00:00Z'));
    const [open] = itemsOf((await staff('GET', `/settlement?storeId=${desk.storeId}&state=OPEN`)).body);
    const url = `/settlement/${String(open?.['id'])}`;
    const draft = settlementShape.parse((await staff('GET', url)).body);
    expect(draft.lines.map(({ key, amount, count }) => [key, amount, count])).toEqual([
      ['GROSS', 40_000, 2],
      ['REFUND', 0, 0],
      ['COMMISSION', -2200, 1],
      // A royalty of 5 % of 40,000 won, and a tenth of VAT on top.
      ['ROYALTY.2026-11-01', -2200, 0],
      ['RECEIVED_AT_STORE', -20_000, 1],
      ['CARRY_OVER', 0, 0],
    ]);
    expect(draft.figures).toMatchObject({ feeAmount: 2200, payoutAmount: 15_600 });
    const entries = await staff('GET', `${url}/entries?line=COMMISSION`);
    expect(itemsOf(entries.body)).toMatchObject([{ entries: [{ amount: 2000 }, { amount: 200 }] }]);
    const closed = await staff('POST', `${url}/close`, { payoutAmount: 15_600 });
    expect(closed.status, JSON.stringify(closed.body)).toBe(200);
    const after = await balances();
    expect([after['MONEY_AT_CHANNEL'], after['MONEY_AT_PROVIDER'], after['PAYOUT']]).toEqual([
      undefined,
      undefined,
      15_600,
    ]);
  });
});
