import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  openBookingDesk,
  startTestServer,
  type BookingDesk,
  type TestServer,
} from '../../testing/index.ts';

describe('sales export (SL-1)', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let server: TestServer;
  let desk: BookingDesk;
  let code: string;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openBookingDesk(server, { shop: await server.makeShop({ stores: 2 }) });
    await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.updateTable('stores').set({ name: '=1+1' }).where('id', '=', desk.storeId).execute(),
    );
    const guest = await desk.createReservation();
    code = String(guest['code']);
    const path = `/${desk.shop.slug}/payment`;
    const pay = async (amount: number, method: string) => {
      clock.advance(HOUR_MS);
      return (
        await desk.admin.call('POST', path, {
          reservationId: guest['id'],
          method,
          amount,
          taxFreeAmount: 1000,
          mayExceedDue: true,
        })
      ).body;
    };
    const card = await pay(12_000, 'CARD');
    const mistake = await pay(5000, 'CASH');
    clock.advance(24 * HOUR_MS);
    await desk.admin.call('POST', `${path}/${card['id']}/refund`, { version: 1, amount: 6000, reason: 'test' });
    clock.advance(HOUR_MS);
    await desk.admin.call('POST', `${path}/${mistake['id']}/reverse`, { version: 1, reason: 'test' });
  });
  afterAll(() => server.close());

  const fetchFile = (query: string, token = desk.admin.token) =>
    fetch(`${server.url}/api/v2/${desk.shop.slug}/sales/export?from=2026-11-01&to=2026-11-30&${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const linesOf = async (query: string, token?: string) =>
    (await (await fetchFile(query, token)).text()).trimEnd().split('\r\n');

  it('writes a line for each payment, refund and reversal, and escapes formulas', async () => {
    const response = await fetchFile('format=csv');
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('content-disposition'),
    ]).toEqual([200, 'text/csv; charset=utf-8', 'attachment; filename="sales.csv"']);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.subarray(3).toString('utf8').trimEnd().split('\r\n')).toEqual([
      '일시,영업일,매장,룸,예약번호,구분,결제 수단,결제사,예약 경로,금액,공급가액,부가세,면세',
      `2026-11-22 18:00,2026-11-22,'=1+1,Room 1,${code},결제 기록 취소,현금,직접 기록,직원,-5000,-3636,-364,-1000`,
      `2026-11-22 17:00,2026-11-22,'=1+1,Room 1,${code},환불,카드,직접 기록,직원,-6000,-5000,-500,-500`,
      `2026-11-21 17:00,2026-11-21,'=1+1,Room 1,${code},결제,현금,직접 기록,직원,5000,3636,364,1000`,
      `2026-11-21 16:00,2026-11-21,'=1+1,Room 1,${code},결제,카드,직접 기록,직원,12000,10000,1000,1000`,
    ]);
  });

  it('writes an xlsx file in which amounts are numbers', async () => {
    const response = await fetchFile('format=xlsx&lng=en');
    const workbook = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    const rows = workbook.sheets[0]?.rows ?? [];
    expect(rows[0]).toEqual([
      'Time',
      'Business date',
      'Store',
      'Room',
      'Reservation',
      'Type',
      'Method',
      'Provider',
      'Channel',
      'Amount',
      'Supply value',
      'VAT',
      'Tax-free',
    ]);
    expect(rows[2]?.slice(2)).toEqual([
      '=1+1',
      'Room 1',
      code,
      'Refund',
      'Card',
      'Recorded manually',
      'Staff',
      -6000,
      -5000,
      -500,
      -500,
    ]);
    expect(rows).toHaveLength(5);
  });

  it('contains only rows of the filter and of the own stores (AC-2)', async () => {
    const found = async (query: string, token?: string) =>
      (await linesOf(`format=csv&lng=en&${query}`, token)).length - 1;
    expect(await found('method=CARD')).toBe(2);
    expect(await found('channel=STAFF')).toBe(4);
    expect(await found('channel=CHANNEL')).toBe(0);
    expect(await found(`roomId=${desk.roomIds[0]}`)).toBe(4);
    expect(await found(`roomId=${desk.roomIds[1]}`)).toBe(0);
    expect(await found(`storeId=${desk.storeId}&method=CASH`)).toBe(2);
    expect(await found(`storeId=${desk.shop.stores[1]?.id}`)).toBe(0);
    const [mine, theirs] = await Promise.all(
      [0, 1].map((index) => server.signIn(desk.shop, ['FRANCHISEE'], desk.shop.stores.slice(index, index + 1), 1000)),
    );
    expect(await found('', mine?.token)).toBe(4);
    expect(await found('', theirs?.token)).toBe(0);
    expect(await found(`storeId=${desk.storeId}`, theirs?.token)).toBe(0);
    const care = await server.signIn(desk.shop, ['CUSTOMER_MANAGER'], [], 1000);
    expect((await fetchFile('format=csv', care.token)).status).toBe(403);
  });
});
