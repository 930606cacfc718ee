// @sweep 1/8 (decision 086)
import { channelStatement, channelStatementLine } from '@munjigi/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

const NOW = new Date('2026-11-10T03:00:00Z');
const problem = ({ status, body }: Answer) => [status, body['code']];

describe('statements of channels (CH-4)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: BookingDesk;
  let key: Awaited<ReturnType<typeof makeKey>>;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    clock.set(NOW);
    desk = await openBookingDesk(server, { rooms: 4 });
    key = await makeKey(server, desk.shop);
  });

  const url = (rest = '') => `/${desk.shop.slug}/channel-statement${rest}`;
  const importFile = (text: string, { from = '2026-11-01', to = '2026-11-30', by = desk.admin, keyId = key.id } = {}) =>
    by.call('POST', url(`?apiKeyId=${keyId}&from=${from}&to=${to}&fileName=november.csv`), text, {
      'content-type': 'text/csv',
    });
  /** A reservation for 20,000 won that the channel collected, less 2,200 won of commission. */
  async function collected(reference: string, room: number, call: Caller['call'] = key.call): Promise<Answer['body']> {
    const startsAt = new Date(NOW.getTime() + 48 * 3600_000);
    const held = await call('POST', `/${desk.shop.slug}/channel/reservation`, {
      roomId: desk.roomIds[room],
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + 2 * 3600_000).toISOString(),
      headCount: 2,
      guestName: '채널손님',
      guestPhone: '010-3333-4444',
    });
    const answer = await call('POST', `/${desk.shop.slug}/channel/reservation/${String(held.body['id'])}/confirm`, {
      version: held.body['version'],
      payment: { amount: 20_000, commissionAmount: 2000, commissionVatAmount: 200, reference },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  }
  const HEAD = 'reference,amount,refunded,commission,payout';

  it('are compared with the ledger: equal, different, unknown and missing payments', async () => {
    const [equal, , missing] = [await collected('a', 0), await collected('b', 1), await collected('c', 2)];
    const cancelled = await key.call('POST', `/${desk.shop.slug}/channel/reservation/${String(missing['id'])}/cancel`, {
      version: missing['version'],
    });
    expect(cancelled.status).toBe(200);
    const { status, body } = await importFile(
      `${HEAD}\na,20000,0,2200,17800\nb,20000,0,2500,17500\nz,5000,0,500,4500\nno amount,x,0,0,0\n`,
    );
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body['unreadableLines']).toEqual([5]);
    const statement = channelStatement.strict().parse(body['statement']);
    expect(statement).toMatchObject({
      apiKeyId: key.id,
      from: '2026-11-01',
      to: '2026-11-30',
      fileName: 'november.csv',
      counts: { MATCHED: 1, DIFFERENT: 1, UNKNOWN: 1, MISSING: 1 },
      inStatement: { amount: 45_000, refundedAmount: 0, commissionAmount: 5200, payoutAmount: 39_800 },
      inLedger: { amount: 60_000, refundedAmount: 20_000, commissionAmount: 4400, payoutAmount: 35_600 },
    });
    const lines = await desk.admin.call('GET', url(`/${statement.id}/line`));
    const parsed = itemsOf(lines.body).map((line) => channelStatementLine.strict().parse(line));
    expect(parsed.map((line) => [line.reference, line.state])).toEqual([
      ['b', 'DIFFERENT'],
      ['c', 'MISSING'],
      ['z', 'UNKNOWN'],
      ['a', 'MATCHED'],
    ]);
    expect(parsed[1]).toMatchObject({
      inStatement: null,
      inLedger: { amount: 20_000, refundedAmount: 20_000, commissionAmount: 0, payoutAmount: 0 },
      reservation: { id: missing['id'], storeId: desk.storeId, code: missing['code'] },
    });
    expect(parsed[2]).toMatchObject({ inLedger: null, reservation: null });
    expect(parsed[3]).toMatchObject({ reservation: { code: equal['code'] } });
    const only = await desk.admin.call('GET', url(`/${statement.id}/line?state=DIFFERENT`));
    expect([only.body['total'], itemsOf(only.body)[0]?.['reference']]).toEqual([1, 'b']);
  });

  it('replace an earlier one of the same period, and are removed without a change of the ledger', async () => {
    await collected('a', 0);
    expect((await importFile(`${HEAD}\na,1,0,0,1\n`)).status).toBe(200);
    const second = await importFile(`${HEAD}\na,20000,0,2200,17800\n`);
    expect(second.status).toBe(200);
    const listed = await desk.admin.call('GET', url());
    expect(itemsOf(listed.body)).toMatchObject([{ counts: { MATCHED: 1, DIFFERENT: 0, UNKNOWN: 0, MISSING: 0 } }]);
    const id = String(itemsOf(listed.body)[0]?.['id']);
    expect((await desk.admin.call('DELETE', url(`/${id}`))).status).toBe(200);
    expect((await desk.admin.call('GET', url())).body['total']).toBe(0);
    expect(problem(await desk.admin.call('DELETE', url(`/${id}`)))).toEqual([404, 'NOT_FOUND']);
  });

  it('stay as they are when a file has no payment, and are first imported without lines', async () => {
    await collected('a', 0);
    expect((await importFile(`${HEAD}\na,20000,0,2200,17800\n`)).status).toBe(200);
    for (const file of [`${HEAD}\na,20.5,0,2200,17800\n`, `${HEAD}\n`, `${HEAD}\n,,,,\n`]) {
      const refused = await importFile(file);
      expect([refused.status, refused.body['errors']]).toMatchObject([400, [{ path: 'file', code: 'no_payments' }]]);
    }
    const listed = await desk.admin.call('GET', url());
    expect(itemsOf(listed.body)).toMatchObject([{ counts: { MATCHED: 1 } }]);
    expect(problem(await importFile(`${HEAD}\na,x,0,0,0\n`, { from: '2026-10-01', to: '2026-10-31' }))).toEqual([
      400,
      'INVALID_INPUT',
    ]);
  });

  it('compare only the payments of their channel and of their period', async () => {
    await collected('a', 0);
    const other = await makeKey(server, desk.shop);
    await collected('a', 1, other.call);
    const october = await importFile(`${HEAD}\n`, { from: '2026-10-01', to: '2026-10-31' });
    expect(october.body['statement']).toMatchObject({ counts: { MATCHED: 0, MISSING: 0 } });
    const november = await importFile(`${HEAD}\n`);
    expect(november.body['statement']).toMatchObject({ counts: { MATCHED: 0, MISSING: 1 } });
  });

  it('are refused for a file without the columns, a period that ends before it begins, and a key of another product', async () => {
    expect(problem(await importFile('name,sum\na,1\n'))).toEqual([400, 'INVALID_INPUT']);
    expect(problem(await importFile(HEAD, { from: '2026-11-02', to: '2026-11-01' }))).toEqual([400, 'INVALID_INPUT']);
    const foreign = await makeKey(server, await server.makeShop());
    expect(problem(await importFile(HEAD, { keyId: foreign.id }))).toEqual([404, 'NOT_FOUND']);
    const franchisee = await server.signIn(desk.shop, ['FRANCHISEE'], desk.shop.stores);
    expect(problem(await importFile(HEAD, { by: franchisee }))).toEqual([403, 'CAPABILITY_MISSING']);
    expect(problem(await franchisee.call('GET', url()))).toEqual([403, 'CAPABILITY_MISSING']);
  });
});
