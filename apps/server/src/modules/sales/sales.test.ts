// @sweep 1/8 (decision 086)
import { readSales, type Sales, type SalesTotals } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { salesFaults } from '../../testing/faults/sales-faults.ts';

/** 16:00 in Seoul. */
const NOW = new Date('2026-11-21T07:00:00Z');
const HOUR_MS = 3600_000;
const NOTHING: SalesTotals = {
  grossAmount: 0,
  refundAmount: 0,
  netAmount: 0,
  supplyAmount: 0,
  vatAmount: 0,
  taxFreeAmount: 0,
  paymentCount: 0,
  refundCount: 0,
};

describe('sales (SL-1)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());

  const pay = async (desk: BookingDesk, of: Answer['body'], amount: number, rest: Record<string, unknown> = {}) => {
    const answer = await desk.admin.call('POST', `/${desk.shop.slug}/payment`, {
      reservationId: of['id'],
      method: 'CASH',
      amount,
      mayExceedDue: true,
      ...rest,
    });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const back = async (desk: BookingDesk, payment: Answer['body'], verb: 'refund' | 'reverse', amount?: number) => {
    const body = { version: payment['version'], reason: 'test', ...(amount === undefined ? {} : { amount }) };
    const answer = await desk.admin.call('POST', `/${desk.shop.slug}/payment/${payment['id']}/${verb}`, body);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const ask = (desk: BookingDesk, query: Record<string, string>, by: Caller = desk.admin) =>
    by.call('GET', `/${desk.shop.slug}/sales?${new URLSearchParams(query).toString()}`);
  const read = async (desk: BookingDesk, query: Record<string, string> = {}, by?: Caller): Promise<Sales> => {
    const { status, body } = await ask(desk, { from: '2026-11-21', to: '2026-11-21', ...query }, by);
    expect([status, body['code']]).toEqual([200, undefined]);
    const sales = readSales.reply.parse(body);
    for (const group of ['days', 'rooms', 'stores', 'methods', 'channels'] as const)
      expect([group, summed(sales[group])]).toEqual([group, sales.totals]);
    expect(sales.hours.reduce((sum, it) => sum + it.netAmount, 0)).toBe(sales.totals.netAmount);
    expect(sales.hours.reduce((sum, it) => sum + it.count, 0)).toBe(sales.totals.paymentCount);
    for (const it of [sales.totals, ...sales.days]) {
      expect([it.grossAmount - it.refundAmount, it.supplyAmount + it.vatAmount + it.taxFreeAmount]).toEqual([
        it.netAmount,
        it.netAmount,
      ]);
    }
    return sales;
  };

  it('returns zeros for each day of an empty shop', async () => {
    const desk = await openBookingDesk(server);
    const sales = await read(desk, { from: '2026-11-19' });
    expect(sales).toEqual({
      from: '2026-11-19',
      to: '2026-11-21',
      totals: NOTHING,
      before: { from: '2026-11-16', to: '2026-11-18', totals: NOTHING },
      days: ['2026-11-19', '2026-11-20', '2026-11-21'].map((date) => ({ date, ...NOTHING })),
      hours: [],
      rooms: [],
      stores: [],
      methods: [],
      channels: [],
    });
    expect((await read(desk, { from: '2024-02-28', to: '2025-02-27' })).days).toHaveLength(366);
  });

  it('separates payments, refunds and reversals, and splits to the won', async () => {
    const desk = await openBookingDesk(server);
    const guest = await desk.createReservation();
    await pay(desk, guest, 20_000);
    const card = await pay(desk, guest, 11_000, { method: 'CARD', taxFreeAmount: 1000 });
    await back(desk, card, 'refund', 5500);
    await back(desk, await pay(desk, guest, 7777), 'reverse');
    const sales = await read(desk);
    // 20,000 won are 18,182 and 1,818 of VAT. Of 11,000 won there are 9,091 and 909, of which half is refunded: 455 of
    // VAT (rounded half up), 4,545 and 500 tax free.
    expect(sales.totals).toEqual({
      grossAmount: 31_000,
      refundAmount: 5500,
      netAmount: 25_500,
      supplyAmount: 18_182 + 9091 - 4545,
      vatAmount: 1818 + 909 - 455,
      taxFreeAmount: 1000 - 500,
      paymentCount: 2,
      refundCount: 1,
    });
    expect(sales.methods.map((it) => [it.method, it.netAmount])).toEqual([
      ['CARD', 5500],
      ['CASH', 20_000],
    ]);
    expect(sales.hours).toEqual([{ weekday: 6, hour: 16, netAmount: 25_500, count: 2 }]);
    expect(sales.rooms.map((it) => [it.storeName, it.roomName, it.grossAmount])).toEqual([
      ['Store 1', 'Room 1', 31_000],
    ]);
  });

  it('sums 1 won and 2,000,000,000 won exactly', async () => {
    const desk = await openBookingDesk(server);
    const guest = await desk.createReservation();
    await pay(desk, guest, 1);
    await pay(desk, guest, 2_000_000_000);
    await pay(desk, guest, 2_000_000_000);
    expect((await read(desk)).totals).toMatchObject({
      netAmount: 4_000_000_001,
      supplyAmount: 2 * 1_818_181_818 + 1,
      vatAmount: 2 * 181_818_182,
      paymentCount: 3,
    });
  });

  it('filters by store, room, method and channel', async () => {
    const shop = await server.makeShop({ stores: 2, rooms: 2 });
    const desk = await openBookingDesk(server, { shop });
    const [one, two] = [
      await desk.createReservation(),
      await desk.createReservation({ roomId: desk.roomIds[1], channel: 'WALK_IN' }),
    ];
    await pay(desk, one, 1000);
    await pay(desk, one, 200, { method: 'TRANSFER' });
    await pay(desk, two, 30);
    const net = async (query: Record<string, string>) => (await read(desk, query)).totals.netAmount;
    expect(await net({})).toBe(1230);
    expect(await net({ storeId: desk.storeId })).toBe(1230);
    expect(await net({ storeId: shop.stores[1]?.id ?? '' })).toBe(0);
    expect(await net({ roomId: desk.roomIds[0] ?? '' })).toBe(1200);
    expect(await net({ roomId: shop.stores[1]?.rooms[0]?.id ?? '' })).toBe(0);
    expect(await net({ method: 'TRANSFER' })).toBe(200);
    expect(await net({ method: 'EASY_PAY' })).toBe(0);
    expect(await net({ channel: 'WALK_IN' })).toBe(30);
    expect(await net({ channel: 'STAFF', method: 'CASH', roomId: desk.roomIds[0] ?? '' })).toBe(1000);
  });

  it('shows a franchisee only their own stores (AC-1)', async () => {
    const shop = await server.makeShop({ stores: 2 });
    const desk = await openBookingDesk(server, { shop });
    await pay(desk, await desk.createReservation(), 1000);
    const [mine, theirs] = await Promise.all(
      [0, 1].map((index) => server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(index, index + 1))),
    );
    if (!mine || !theirs) throw new Error('nobody');
    expect((await read(desk, {}, mine)).totals.netAmount).toBe(1000);
    expect((await read(desk, {}, theirs)).totals).toEqual(NOTHING);
    const dates = { from: '2026-11-21', to: '2026-11-21' };
    expect((await ask(desk, { ...dates, storeId: desk.storeId }, theirs)).status).toBe(404);
    expect((await ask(desk, { ...dates, roomId: desk.roomIds[0] ?? '' }, theirs)).status).toBe(404);
    const care = await server.signIn(shop, ['CUSTOMER_MANAGER']);
    expect([(await ask(desk, dates, care)).status, (await ask(desk, dates, care)).body['capability']]).toEqual([
      403,
      'sales:read',
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['no dates', {}],
    ['one date', { from: '2026-11-21' }],
    ['backwards', { from: '2026-11-21', to: '2026-11-20' }],
    ['367 days', { from: '2024-02-28', to: '2025-02-28' }],
    ['no date', { from: 'yesterday', to: '2026-11-21' }],
    ['a day that is not', { from: '2026-02-30', to: '2026-03-01' }],
    ['no store', { from: '2026-11-21', to: '2026-11-21', storeId: "' or 1=1" }],
    ['no method', { from: '2026-11-21', to: '2026-11-21', method: 'BARTER' }],
    ['an unknown field', { from: '2026-11-21', to: '2026-11-21', by: 'hour' }],
  ])('rejects %s with 400 INVALID_INPUT', async (_name, query) => {
    const desk = await openBookingDesk(server);
    for (const [path, more] of [
      ['sales', {}],
      ['sales/export', { format: 'csv' }],
    ] as const) {
      const answer = await desk.admin.call(
        'GET',
        `/${desk.shop.slug}/${path}?${new URLSearchParams({ ...query, ...more }).toString()}`,
      );
      expect([answer.status, answer.body['code']]).toEqual([400, 'INVALID_INPUT']);
    }
  });

  it('counts a refund on its business date by the cut-off, and keeps earlier dates when the cut-off changes', async () => {
    const desk = await openBookingDesk(server);
    try {
      const guest = await desk.createReservation();
      const payment = await pay(desk, guest, 10_000);
      // 02:00 of the next day still belongs to the 21st.
      clock.set(new Date(NOW.getTime() + 10 * HOUR_MS));
      await desk.set({ day_cutoff: '06:00' });
      await pay(desk, guest, 500);
      await desk.set({ day_cutoff: '00:00' });
      const rest = await back(desk, payment, 'refund', 4000);
      clock.set(new Date(NOW.getTime() + 48 * HOUR_MS));
      await back(desk, rest, 'refund');
      const sales = await read(desk, { to: '2026-11-23' });
      expect(sales.days.map((it) => [it.date, it.grossAmount, it.refundAmount, it.netAmount])).toEqual([
        ['2026-11-21', 10_500, 0, 10_500],
        ['2026-11-22', 0, 4000, -4000],
        ['2026-11-23', 0, 6000, -6000],
      ]);
      expect(sales.hours).toEqual([
        { weekday: 0, hour: 2, netAmount: -4000, count: 0 },
        { weekday: 1, hour: 16, netAmount: -6000, count: 0 },
        { weekday: 6, hour: 2, netAmount: 500, count: 1 },
        { weekday: 6, hour: 16, netAmount: 10_000, count: 1 },
      ]);
      expect((await read(desk, { from: '2026-11-22', to: '2026-11-22' })).before).toMatchObject({
        from: '2026-11-21',
        to: '2026-11-21',
        totals: { netAmount: 10_500 },
      });
      expect(await server.withActor(desk.admin.actor, salesFaults)).toEqual([]);
    } finally {
      clock.set(NOW);
    }
  });

  it.each(['day', 'room', 'store', 'method', 'channel'] as const)(
    'returns the total and groups by %s, which sum to it, besides the other fields (SL-1)',
    async (groupBy) => {
      const desk = await openBookingDesk(server);
      const card = await pay(desk, await desk.createReservation(), 20_000, { method: 'CARD' });
      await back(desk, card, 'refund', 5000);
      await pay(desk, await desk.createReservation({ roomId: desk.roomIds[1], channel: 'WALK_IN' }), 7000);
      const { totals, total, groups = [], days } = await read(desk, { groupBy });
      const { paymentCount, refundCount, ...figures } = totals;
      expect([total, refundCount]).toEqual([{ ...figures, count: paymentCount }, 1]);
      expect(groups.reduce((sum, group) => sum + group.netAmount, 0)).toBe(22_000);
      expect(groups.map(({ key, label, netAmount, count }) => [key, label, netAmount, count])).toEqual(
        {
          day: [['2026-11-21', '2026-11-21', 22_000, 2]],
          room: [
            [desk.roomIds[0], 'Room 1', 15_000, 1],
            [desk.roomIds[1], 'Room 2', 7000, 1],
          ],
          store: [[desk.storeId, 'Store 1', 22_000, 2]],
          method: [
            ['CARD', 'CARD', 15_000, 1],
            ['CASH', 'CASH', 7000, 1],
          ],
          channel: [
            ['STAFF', 'STAFF', 15_000, 1],
            ['WALK_IN', 'WALK_IN', 7000, 1],
          ],
        }[groupBy],
      );
      expect(days).toHaveLength(1);
      expect((await read(desk)).groups).toBeUndefined();
      expect((await ask(desk, { from: '2026-11-21', to: '2026-11-21', groupBy: 'guest' })).status).toBe(400);
    },
  );

  it('returns two weeks of business dates up to the present one of the store (SL-2)', async () => {
    const shop = await server.makeShop({ stores: 2 });
    const desk = await openBookingDesk(server, { shop });
    try {
      await desk.set({ day_cutoff: '06:00' });
      await server.withActor(headOffice(shop.productId), (tx) =>
        tx
          .updateTable('stores')
          .set({ day_cutoff: '00:00' })
          .where('id', '=', shop.stores[1]?.id ?? '')
          .execute(),
      );
      const guest = await desk.createReservation();
      clock.set(new Date(NOW.getTime() - 7 * 24 * HOUR_MS));
      await pay(desk, guest, 700);
      clock.set(NOW);
      await back(desk, await pay(desk, guest, 1000), 'refund', 100);
      // At 02:00 of the 22nd the first store is still on the 21st, and the second is not.
      clock.set(new Date(NOW.getTime() + 10 * HOUR_MS));
      const weeks = async (query: string) =>
        (await desk.admin.call('GET', `/${shop.slug}/sales/weekly-stats${query}`)).body;
      const own = await weeks(`?storeId=${desk.storeId}`);
      expect(own['thisWeek']).toHaveLength(7);
      expect([
        own['lastWeek']?.[0]?.['date'],
        own['lastWeek']?.[6],
        own['thisWeek']?.[0]?.['date'],
        own['thisWeek']?.[6],
      ]).toEqual([
        '2026-11-08',
        {
          date: '2026-11-14',
          businessDate: '2026-11-14',
          grossAmount: 700,
          refundAmount: 0,
          netAmount: 700,
          paymentCount: 1,
          count: 1,
        },
        '2026-11-15',
        {
          date: '2026-11-21',
          businessDate: '2026-11-21',
          grossAmount: 1000,
          refundAmount: 100,
          netAmount: 900,
          paymentCount: 1,
          count: 1,
        },
      ]);
      expect((await weeks(''))['thisWeek']?.[6]).toMatchObject({
        businessDate: '2026-11-22',
        grossAmount: 0,
        netAmount: 0,
        count: 0,
      });
      const dated = await weeks(`?storeId=${desk.storeId}&date=2026-11-14`);
      expect([
        dated['lastWeek']?.[6]?.['businessDate'],
        dated['thisWeek']?.[0]?.['businessDate'],
        dated['thisWeek']?.[6],
      ]).toMatchObject(['2026-11-07', '2026-11-08', { businessDate: '2026-11-14', netAmount: 700, count: 1 }]);
      // Each other filter of the screen applies too: the room, the method and the channel.
      const [ownRoom, otherRoom] = desk.roomIds;
      for (const [filter, count] of [
        [`&roomId=${ownRoom}`, 1],
        [`&roomId=${otherRoom}`, 0],
        ['&method=CASH', 1],
        ['&method=CARD', 0],
        ['&channel=STAFF', 1],
        ['&channel=ONLINE', 0],
        [`&roomId=${ownRoom}&method=CASH&channel=STAFF`, 1],
      ] as const)
        expect([filter, (await weeks(`?storeId=${desk.storeId}${filter}`))['thisWeek']?.[6]?.['count']]).toEqual([
          filter,
          count,
        ]);
      const theirs = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1));
      expect((await theirs.call('GET', `/${shop.slug}/sales/weekly-stats?roomId=${ownRoom}`)).status).toBe(404);
      expect((await theirs.call('GET', `/${shop.slug}/sales/weekly-stats?storeId=${desk.storeId}`)).status).toBe(404);
      // The weeks and the period before the first date that a request can name.
      expect((await weeks('?date=1900-01-01'))['lastWeek']?.[0]?.['date']).toBe('1899-12-19');
      const { status, body } = await desk.admin.call('GET', `/${shop.slug}/sales?from=1900-01-01&to=1900-01-03`);
      expect([status, body['before']]).toMatchObject([200, { from: '1899-12-29', to: '1899-12-31' }]);
    } finally {
      clock.set(NOW);
    }
  });
});

function summed(all: readonly SalesTotals[]): SalesTotals {
  const sum = { ...NOTHING };
  for (const it of all) for (const figure of Object.keys(sum) as (keyof SalesTotals)[]) sum[figure] += it[figure];
  return sum;
}
