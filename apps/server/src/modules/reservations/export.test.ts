// @sweep 1/12 (decision 086)
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  makeReservation,
  openBookingDesk,
  startTestServer,
  type BookingDesk,
  type TestServer,
} from '../../testing/index.ts';

const NOW = new Date('2026-11-21T06:00:00Z');

describe('GET reservation3/export (RV-4)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openBookingDesk(server);
  });
  afterAll(() => server.close());

  const fetchFile = (query: string, token = desk.admin.token) =>
    fetch(`${server.url}/api/v2/${desk.shop.slug}/reservation3/export?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });

  it('writes CSV with a byte order mark in both languages, with formulas escaped', async () => {
    const it = await desk.createReservation({ memo: '=HYPERLINK("http://evil","누르세요")', guestName: '김영희' });
    await desk.createReservation({ ...desk.time(4), memo: 'two\nlines, "quoted"' });
    const response = await fetchFile('format=csv');
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('content-disposition'),
    ]).toEqual([200, 'text/csv; charset=utf-8', 'attachment; filename="reservations.csv"']);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.subarray(3).toString('utf8');
    expect(text.split('\r\n')[0]).toBe(
      '예약번호,매장,룸,영업일,시작,종료,상태,구분,예약 경로,이름,전화번호,인원,금액,결제 금액,메모',
    );
    expect(text).toContain(
      `${it['code']},Store 1,Room 1,2026-11-21,2026-11-21 16:00,2026-11-21 18:00,확정,예약,직원,김*희,010-****-5678,2,20000,0,"'=HYPERLINK(""http://evil"",""누르세요"")"\r\n`,
    );
    expect(text).toContain('"two\nlines, ""quoted"""');
    expect((await (await fetchFile('format=csv&lng=en&q=5678&state=CANCELLED')).text()).trim()).toBe(
      '\u{feff}Code,Store,Room,Business date,Start,End,State,Type,Booked through,Guest,Phone,People,Price,Paid,Memo'.replace(
        '\u{feff}',
        '',
      ),
    );
  });

  it('writes each matching row once across pages, as CSV and as a workbook', { timeout: 60_000 }, async () => {
    const many = await openBookingDesk(server, { rooms: 1 });
    const [roomId = ''] = many.roomIds;
    for (let hour = 0; hour < 2100; hour += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, number) => {
          const startsAt = new Date(NOW.getTime() + (hour + number) * 3600_000);
          return makeReservation(server, many.shop, many.storeId, {
            roomId,
            startsAt,
            endsAt: new Date(startsAt.getTime() + 3600_000),
            state: 'CANCELLED',
          });
        }),
      );
    }
    const url = `${server.url}/api/v2/${many.shop.slug}/reservation3/export?storeId=${many.storeId}&format=`;
    const headers = { authorization: `Bearer ${many.admin.token}` };
    const lines = (await (await fetch(`${url}csv`, { headers })).text()).trimEnd().split('\r\n').slice(1);
    expect([lines.length, new Set(lines.map((line) => line.split(',')[0])).size]).toEqual([2100, 2100]);
    const workbook = await readXlsx(new Uint8Array(await (await fetch(`${url}xlsx`, { headers })).arrayBuffer()));
    const rows = workbook.sheets[0]?.rows ?? [];
    expect([rows.length, rows[0]?.[0], rows[1]?.[6]]).toEqual([2101, '예약번호', '취소']);
    expect(rows.slice(1).map((row) => row[0])).toEqual(lines.map((line) => line.split(',')[0]));
  });

  it('contains no rows of another store (AC-2)', async () => {
    const shop = await server.makeShop({ stores: 2 });
    const theirs = await openBookingDesk(server, { shop });
    await theirs.createReservation();
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1));
    const response = await fetch(`${server.url}/api/v2/${shop.slug}/reservation3/export?format=csv`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect((await response.text()).trimEnd().split('\r\n')).toHaveLength(1);
  });
});
