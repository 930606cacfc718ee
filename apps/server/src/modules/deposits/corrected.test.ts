// @sweep 1/8 (decision 086)
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDepositDesk, type DepositDesk } from '../../testing/desks/deposit-desk.ts';
import { fakeClock, MINUTE_MS, startTestServer, type TestServer } from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';

const NOW = new Date('2026-11-21T06:00:00Z');

describe('what a person teaches about a bank (PY-3)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: DepositDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  beforeEach(async () => {
    clock.set(NOW);
    desk = await openDepositDesk(server);
  });
  afterAll(() => server.close());

  const imMessage = (name: string, balance: number) =>
    `iM뱅크 11/21 15:00\n50813*03093\n입금 20,000\n잔액 ${balance.toLocaleString('ko-KR')}\n토스${name}`;
  const open = async () =>
    (await desk.admin.call('GET', desk.url(`?state=OPEN&storeId=${desk.storeId}&limit=200`))).body['items'] ?? [];
  const rules = async () =>
    (await desk.admin.call('GET', desk.url(`-rule?storeId=${desk.storeId}`))).body['items'] ?? [];
  const correct = (of: Readonly<Record<string, unknown>> | undefined, body: Readonly<Record<string, unknown>>) =>
    desk.admin.call(
      'POST',
      desk.url(`/${String(of?.['id'])}/correct`),
      { version: Number(of?.['version']), kind: 'DEPOSIT', ...body },
      { 'idempotency-key': uuidv7() },
    );

  it('matches the deposit whose name a person corrects, and reads the next message of that shape without them', async () => {
    const [first, second] = [await desk.held('김하늘'), await desk.held('이구름')];
    await desk.relay(imMessage('김하늘', 1_020_000));
    const [waiting] = await open();
    expect(waiting).toMatchObject({ depositorName: '토***늘', withheld: ['NAME_DIFFERS'] });
    const corrected = await correct(waiting, { depositorName: '김하늘' });
    expect(corrected.body).toMatchObject({
      state: 'MATCHED_AUTO',
      reservationId: first['id'],
      rule: {
        template: 'iM뱅크 0 0 0 입금 0 잔액 0 토스{name}',
        kind: 'DEPOSIT',
        createdBy: 'ADMIN',
        lastUsedAt: null,
      },
    });
    expect(await desk.read(first)).toMatchObject({ state: 'CONFIRMED', paidAmount: 20_000 });
    await desk.relay(imMessage('이구름', 1_040_000));
    expect(await desk.read(second)).toMatchObject({ state: 'CONFIRMED', paidAmount: 20_000 });
    expect((await rules()).map((rule) => rule['lastUsedAt'])).toEqual([NOW.toISOString()]);
    expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
  });

  it('reads a message by itself again once its shape is deleted, and audits both', async () => {
    await desk.relay(imMessage('김하늘', 1_020_000));
    const [waiting] = await open();
    const ruleId = String((await correct(waiting, { depositorName: '김하늘' })).body['rule']?.['id']);
    expect((await desk.admin.call('DELETE', desk.url(`-rule/${ruleId}`))).body['id']).toBe(ruleId);
    expect((await desk.admin.call('DELETE', desk.url(`-rule/${ruleId}`))).status).toBe(404);
    expect(await rules()).toEqual([]);
    await desk.relay(imMessage('이구름', 1_040_000));
    expect(await desk.of('토스이구름')).toHaveLength(1);
    const audited = await server.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('audit_log').select('action').where('subject_id', '=', ruleId).orderBy('seq').execute(),
    );
    expect(audited.map(({ action }) => action)).toEqual(['deposit-rule.created', 'deposit-rule.deleted']);
  });

  it('learns a kind: a text that was unclear becomes a deposit, and a withdrawal is put aside from then on', async () => {
    const held = await desk.held('최바다');
    await desk.relay('하늘은행 이체 20,000원 최바다 11/21 15:00');
    const [unread] = await open();
    expect(unread).toMatchObject({ state: 'UNREADABLE', fault: 'KIND_UNCLEAR' });
    expect((await correct(unread, { depositorName: '최바다' })).status).toBe(400);
    expect((await correct(unread, { depositorName: '최바다', amount: 20_000 })).body).toMatchObject({
      state: 'MATCHED_AUTO',
      amount: 20_000,
    });
    expect(await desk.read(held)).toMatchObject({ state: 'CONFIRMED' });

    await desk.relay('하늘은행 자금이동 5,000원 전력공사 11/21 15:00');
    const [out] = await open();
    expect((await correct(out, { kind: 'WITHDRAWAL', depositorName: '전력공사' })).body).toMatchObject({
      state: 'IGNORED',
    });
    await desk.relay('하늘은행 자금이동 7,000원 수도공사 11/21 15:00');
    expect(await open()).toEqual([]);
  });

  it('refuses another amount than the bank’s, a stale version and a decided deposit', async () => {
    await desk.relay(desk.text({ name: '김하늘' }));
    const [waiting] = await open();
    expect((await correct(waiting, { depositorName: '김하늘', amount: 1 })).status).toBe(400);
    expect((await correct({ id: waiting?.['id'], version: 7 }, { depositorName: '김하늘' })).status).toBe(409);
    await desk.choose({ id: String(waiting?.['id']), version: Number(waiting?.['version']) }, 'ignore');
    expect(
      (await correct({ id: waiting?.['id'], version: Number(waiting?.['version']) + 1 }, { depositorName: '김' })).body[
        'code'
      ],
    ).toBe('STATE_NOT_ALLOWED');
  });

  it('confirms a stay by a push without a time, and leaves the same push a second time to a person', async () => {
    const held = await desk.held('김하늘');
    const push = JSON.stringify({
      package: 'viva.republica.toss',
      title: '20,000원 입금',
      text: '김하늘 → 내 토스뱅크 통장',
      bigText: null,
    });
    await desk.relay(push, { source: 'PUSH' });
    expect(await desk.read(held)).toMatchObject({ state: 'CONFIRMED', paidAmount: 20_000 });
    const second = await desk.held('김하늘');
    clock.advance(10 * MINUTE_MS);
    await desk.relay(push, { source: 'PUSH' });
    expect(await desk.read(second)).toMatchObject({ state: 'PENDING', paidAmount: 0 });
    expect((await desk.of('김하늘')).map(({ state, withheld }) => [state, withheld])).toEqual([
      ['MATCHED_AUTO', []],
      ['SUGGESTED', ['TIME_UNKNOWN']],
    ]);
  });

  it('merges a message without a balance and the line of a file, and a push without a time and its line', async () => {
    const held = await desk.held('박바람');
    await desk.relay('하나,11/21,15:00\n123-******-12345\n입금20,000원\n박바람');
    await desk.relay('9,000원 입금\n최바다 → 내 토스뱅크 통장', { source: 'PUSH' });
    const file =
      '거래일시,적요,의뢰인/수취인,입금,출금,거래후잔액\n2026-11-21 15:01:05,타행이체,박바람,"20,000",0,"1,020,000"\n2026-11-21 14:58:00,타행이체,최바다,"9,000",0,"1,000,000"\n';
    clock.advance(5 * MINUTE_MS);
    const csv = await desk.admin.call('POST', desk.url(`/csv?storeId=${desk.storeId}`), file, {
      'content-type': 'text/csv',
    });
    expect(csv.body).toMatchObject({ deposits: 2 });
    await desk.worked();
    expect((await desk.of('박바람')).map((deposit) => deposit.sources)).toEqual([['SMS', 'CSV']]);
    expect((await desk.of('최바다')).map((deposit) => [deposit.sources, deposit.at])).toEqual([
      [['PUSH', 'CSV'], '2026-11-21T05:58:00.000Z'],
    ]);
    expect(await desk.read(held)).toMatchObject({ state: 'CONFIRMED', paidAmount: 20_000 });
  });

  it('keeps two payers of one amount in one minute apart in any order of the file', async () => {
    await desk.relay('하나,11/21,15:00\n123-******-12345\n입금20,000원\n박바람');
    const file =
      '거래일시,적요,의뢰인/수취인,입금,출금,거래후잔액\n2026-11-21 15:00:01,타행이체,이구름,"20,000",0,"1,020,000"\n2026-11-21 15:00:09,타행이체,박바람,"20,000",0,"1,040,000"\n';
    await desk.admin.call('POST', desk.url(`/csv?storeId=${desk.storeId}`), file, { 'content-type': 'text/csv' });
    await desk.worked();
    expect((await desk.of('박바람')).map((deposit) => deposit.sources)).toEqual([['SMS', 'CSV']]);
    expect((await desk.of('이구름')).map((deposit) => deposit.sources)).toEqual([['CSV']]);
  });
});
