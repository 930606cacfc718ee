// @sweep 1/8 (decision 086)
import { writeXlsx } from 'hucre/xlsx';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDepositDesk, type DepositDesk } from '../../testing/desks/deposit-desk.ts';
import { fakeClock, startTestServer, type TestServer } from '../../testing/index.ts';

const NOW = new Date('2026-11-21T06:00:00Z');

describe('the columns of a bank’s file (PY-3)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: DepositDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openDepositDesk(server);
  });
  afterAll(() => server.close());

  const upload = (path: 'csv' | 'csv/preview', file: string | Buffer, query = '') =>
    desk.admin.call('POST', desk.url(`/${path}?storeId=${desk.storeId}${query}`), file, { 'content-type': 'text/csv' });
  const messages = async () =>
    (
      await server.withActor(desk.admin.actor, (tx) =>
        tx.selectFrom('deposit_messages').select('id').where('store_id', '=', desk.storeId).execute(),
      )
    ).length;

  it('shows what an import would read, with masked names, and stores nothing', async () => {
    const file =
      '계좌번호,123-910012-12345\n거래일시,적요,의뢰인/수취인,입금,출금,거래후잔액\n2026-11-21 오후 02:11:05,타행이체,홍길동,"14,000.00",0,"1,000,102"\n2026-11-21,이체,전력공사,0,"5,000",995102\n합계,,,,,\n';
    expect((await upload('csv/preview', file)).body).toEqual({
      storeId: desk.storeId,
      headLine: 2,
      head: ['거래일시', '적요', '의뢰인/수취인', '입금', '출금', '거래후잔액'],
      columns: { date: 0, in: 3, out: 4, balance: 5, name: 2 },
      isRemembered: false,
      isComplete: true,
      deposits: 1,
      withdrawals: 1,
      unreadableLines: [5],
      lines: [
        {
          line: 3,
          kind: 'DEPOSIT',
          amount: 14_000,
          depositorName: '홍*동',
          at: '2026-11-21T05:11:00.000Z',
          isDateOnly: false,
          balance: 1_000_102,
        },
        {
          line: 4,
          kind: 'WITHDRAWAL',
          amount: 5000,
          depositorName: '전**사',
          at: '2026-11-20T15:00:00.000Z',
          isDateOnly: true,
          balance: 995_102,
        },
        { line: 5, kind: null, amount: null, depositorName: null, at: null, isDateOnly: false, balance: null },
      ],
    });
    expect(await messages()).toBe(0);
  });

  it('imports a file with an unknown head by the columns that a person chose, and keeps them for the next file', async () => {
    const file = (name: string) => `승인일,입금내역,사람,비고\n2026-11-21 15:00,20000,${name},\n`;
    expect((await upload('csv/preview', file('김하늘'))).body).toMatchObject({
      isComplete: false,
      columns: {},
      lines: [],
    });
    expect((await upload('csv', file('김하늘'))).status).toBe(400);
    for (const columns of ['date:0', 'date:0,in:9', 'date:0,in:0', 'date:0,in:x', 'price:1'])
      expect([columns, (await upload('csv', file('김하늘'), `&columns=${columns}`)).status]).toEqual([columns, 400]);
    const held = await desk.held('김하늘');
    const imported = await upload('csv', file('김하늘'), '&headLine=1&columns=date:0,in:1,name:2');
    expect(imported.body).toMatchObject({ deposits: 1, unreadableLines: [] });
    await desk.worked();
    expect(await desk.read(held)).toMatchObject({ paidAmount: 20_000 });
    expect((await upload('csv/preview', file('이구름'))).body).toMatchObject({
      isRemembered: true,
      isComplete: true,
      columns: { date: 0, in: 1, name: 2 },
      deposits: 1,
    });
    const audited = await server.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('audit_log').select('detail').where('action', '=', 'deposit-file-head.kept').execute(),
    );
    expect(audited).toMatchObject([{ detail: { columns: { date: 0, in: 1, name: 2 } } }]);
  });

  it('reads a file of Windows with € and ® in it, and one whose single byte is no character', async () => {
    const head = '거래일시,적요,의뢰인/수취인,입금,출금,거래후잔액\n';
    const line = (second: number, name: string) => `2026-11-21 14:58:0${second},타행,${name},"1,000",0,\n`;
    const bytes = Buffer.concat([
      iconv.encode(head + line(1, '하늘®카페') + line(2, '€환전'), 'cp949'),
      iconv.encode('2026-11-21 14:58:03,타행,', 'cp949'),
      Buffer.from([0x80]),
      iconv.encode('구름,"1,000",0,\n', 'cp949'),
    ]);
    const { body } = await upload('csv/preview', bytes);
    expect(body).toMatchObject({ deposits: 3, unreadableLines: [] });
    expect((body['lines'] as unknown as { depositorName: string | null }[]).map((row) => row.depositorName)).toEqual([
      '하***페',
      '€*전',
      null,
    ]);
  });

  it('imports a page named .xls and a workbook, and says what to do with an old one', async () => {
    const page =
      '<table><tr><td>거래일시</td><td>의뢰인</td><td>입금액</td></tr><tr><td>2026-11-20 09:11</td><td>김하늘</td><td>14,000</td></tr></table>';
    expect((await upload('csv', page)).body).toMatchObject({ deposits: 1, unreadableLines: [] });
    const rows = [
      ['거래일시', '의뢰인', '입금액'],
      [new Date('2026-11-20T09:12:00Z'), '이하늘', 15_000],
    ];
    const workbook = Buffer.from(await writeXlsx({ sheets: [{ name: '조회', rows }] }));
    expect((await upload('csv', workbook)).body).toMatchObject({ deposits: 1, unreadableLines: [] });
    await desk.worked();
    const old = await upload('csv/preview', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]));
    expect([old.status, old.body['errors']?.[0]?.['code']]).toEqual([400, 'old_excel']);
  });
});
