import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDepositDesk, type DepositDesk } from '../../testing/desks/deposit-desk.ts';
import { fakeClock, startTestServer, type TestServer } from '../../testing/index.ts';

describe('unusual files and texts of deposits (PY-3)', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let server: TestServer;
  let desk: DepositDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openDepositDesk(server);
  });
  afterAll(() => server.close());

  const HEAD = '거래일시,보낸분/받는분,출금액(원),입금액(원),잔액(원)\n';
  const bring = (file: string | Buffer) =>
    desk.admin.call('POST', desk.url(`/csv?storeId=${desk.storeId}`), file, { 'content-type': 'text/csv' });
  const kept = async () =>
    (
      await server.withActor(desk.admin.actor, (tx) =>
        tx
          .selectFrom('deposit_messages')
          .select((it) => it.fn.countAll<number>().as('count'))
          .where('store_id', '=', desk.storeId)
          .executeTakeFirstOrThrow(),
      )
    ).count;

  it('stores nothing of a file or a text that is too long', async () => {
    const before = await kept();
    const row = '2026-11-21 15:00:00,손님,,"20,000",1000000\n';
    expect((await bring(HEAD + '2026-11-21 15:00,가,,1,1\n'.repeat(20_000))).status).toBe(400);
    expect((await bring(HEAD + row.repeat(100_000))).status).toBe(413);
    for (const source of ['SMS', 'PUSH'] as const)
      expect((await desk.send(Buffer.alloc(10 * 1024 * 1024, '입금 1원 '), { source })).status).toBe(413);
    expect(await kept()).toBe(before);
  });

  it('reads code page 949 with syllables that EUC-KR lacks, and names the line at which a file was cut in the middle of a character', async () => {
    // The two lines "거래일시,보낸분,입금액" and "2026-11-21 15:00,똠뷁,20000" in code page 949.
    const file = Buffer.from(
      'b0c5b7a1c0cfbdc32cbab8b3bdbad02cc0d4b1ddbed70a323032362d31312d32312031353a30302c8c6394ee2c32303030300a',
      'hex',
    );
    const held = await desk.held('똠뷁');
    expect((await bring(file.subarray(0, -8))).body).toMatchObject({ deposits: 0, unreadableLines: [2] });
    expect((await bring(file)).body).toEqual({
      storeId: desk.storeId,
      deposits: 1,
      withdrawals: 0,
      unreadableLines: [],
    });
    await desk.worked();
    expect(await desk.of('똠뷁')).toMatchObject([
      { state: 'MATCHED_AUTO', reservationId: held['id'], sources: ['CSV'] },
    ]);
  });
});
