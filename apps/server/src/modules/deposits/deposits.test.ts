// @sweep 1/8 (decision 086)
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDepositDesk, type DepositDesk } from '../../testing/desks/deposit-desk.ts';
import { fakeClock, listenToEvents, startTestServer, type Answer, type TestServer } from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';

/** 21 November 2026, 15:00 in Seoul. */
const NOW = new Date('2026-11-21T06:00:00Z');

describe('deposits (PY-3, NX-6)', () => {
  const clock = fakeClock(NOW);
  let one: TestServer;
  let two: TestServer;
  let desk: DepositDesk;
  beforeAll(async () => {
    one = await startTestServer({ clock });
    two = await startTestServer({ beside: one });
  });
  beforeEach(async () => {
    clock.set(NOW);
    desk = await openDepositDesk(one);
  });
  afterEach(async () => expect(await one.withActor(desk.admin.actor, ledgerFaults)).toEqual([]));
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  const notifications = async (q: string) =>
    ((await desk.admin.call('GET', `/${desk.shop.slug}/payment/notification?limit=200`)).body['items'] ?? [])
      .filter((it) => String(it['text']).includes(q))
      .map((it) => [it['kind'], it['text']]);
  const paymentsOf = async (of: Answer['body']) =>
    (await desk.admin.call('GET', `/${desk.shop.slug}/payment?reservationId=${of['id']}`)).body['items'] ?? [];
  const codeOf = ({ status, body }: Answer) => [status, body['code']];

  it('matches a certain deposit, records the payment in the name of the relay, and confirms the reservation', async () => {
    const held = await desk.held('홍길동');
    const stream = await listenToEvents(two.url, desk.shop.slug, desk.admin.token);
    await desk.relay(desk.text({ name: '홍 길동님' }));
    const [deposit] = await desk.of('홍 길동');
    expect(deposit).toMatchObject({
      storeId: desk.storeId,
      state: 'MATCHED_AUTO',
      kind: 'DEPOSIT',
      amount: 20_000,
      depositorName: '홍 *동',
      bank: 'KB국민',
      accountEnd: '789',
      at: NOW.toISOString(),
      receivedAt: NOW.toISOString(),
      sources: ['SMS'],
      fault: null,
      withheld: [],
      reservationId: held['id'],
      settled: { at: NOW.toISOString(), by: '카운터 전화', note: null },
    });
    expect((await stream.first('deposit.changed')).data).toEqual(deposit);
    stream.close();
    const after = await desk.read(held);
    expect([after['state'], after['paidAmount'], after['holdExpiresAt']]).toEqual(['CONFIRMED', 20_000, null]);
    expect(after['history']?.slice(1).map((it) => [it['kind'], it['actorKind'], it['actorLabel']])).toEqual([
      ['PAID', 'SYSTEM', '카운터 전화'],
      ['CONFIRMED', 'SYSTEM', '카운터 전화'],
    ]);
    expect(await paymentsOf(held)).toMatchObject([
      {
        id: deposit?.paymentId,
        method: 'TRANSFER',
        provider: 'MANUAL',
        state: 'DONE',
        amount: 20_000,
        vatAmount: 1818,
        createdBy: '카운터 전화',
      },
    ]);
    expect(await notifications('홍*동 님의 계좌이체')).toEqual([
      ['DEPOSIT', '홍*동 님의 계좌이체 20,000원 입금을 예약에 연결했어요'],
    ]);
    const audited = await one.withActor(desk.admin.actor, (tx) =>
      tx
        .selectFrom('audit_log')
        .select(['action', 'actor_kind'])
        .where('subject_id', '=', deposit?.paymentId ?? '')
        .execute(),
    );
    expect(audited).toEqual([{ action: 'payment.recorded', actor_kind: 'SYSTEM' }]);
  });

  it('merges SMS, push and file of one movement, and separates two movements by their balances', async () => {
    const held = await desk.held('김민서');
    const sms = desk.text({ name: '김민서', balance: 5_020_000 });
    await desk.relay(sms);
    await desk.relay(`${sms}  `);
    await desk.relay(
      '입금 20,000원 KB국민은행 11/21 15:00 123456-**-***789 김민서 전자금융입금 20,000 잔액 5,020,000원',
      { source: 'PUSH' },
    );
    const file =
      '계좌번호,123-456-78000789\n거래일시,보낸분/받는분,출금액(원),입금액(원),잔액(원)\n2026.11.21 15:00:31,김민서,0,"20,000","5,020,000"\n2026.11.21 15:00:40,김민서,0,"20,000","5,040,000"\n';
    const csv = () =>
      desk.admin.call('POST', desk.url(`/csv?storeId=${desk.storeId}`), file, { 'content-type': 'text/csv' });
    expect((await csv()).body).toEqual({ storeId: desk.storeId, deposits: 2, withdrawals: 0, unreadableLines: [] });
    await desk.worked();
    expect((await csv()).status).toBe(200);
    await desk.worked();
    expect((await desk.of('김민서')).map((it) => [it.state, it.sources, it.withheld])).toEqual([
      ['MATCHED_AUTO', ['SMS', 'PUSH', 'CSV'], []],
      ['UNMATCHED', ['CSV'], ['NO_CANDIDATE']],
    ]);
    expect(await paymentsOf(held)).toHaveLength(1);
  });

  it('merges texts of one movement when some of them have no balance', async () => {
    const push = '[카카오뱅크] 11/21 15:00 입금 20,000원 이서준';
    await desk.relay(push, { source: 'PUSH' });
    await desk.relay(JSON.stringify({ text: push }), { source: 'PUSH' });
    await desk.relay('[카카오뱅크] 11/21 15:00 입금 20,000원 이서준 잔액 70,000원');
    expect((await desk.of('이서준')).map((it) => it.sources)).toEqual([['PUSH', 'SMS']]);
    await desk.relay('[카카오뱅크] 11/21 15:00 입금 20,000원 이서준 잔액 90,000원');
    expect((await desk.of('이서준')).map((it) => it.sources)).toEqual([['PUSH', 'SMS'], ['SMS']]);
  });

  it('notifies once about a doubtful deposit, lists candidates with reasons, and matches the chosen one once', async () => {
    const [first, second] = [await desk.held('박도윤'), await desk.held('박도윤')];
    await desk.relay(desk.text({ name: '박도윤' }));
    const [deposit] = await desk.of('박도윤');
    if (!deposit) throw new Error('no deposit');
    expect(deposit).toMatchObject({
      state: 'SUGGESTED',
      withheld: ['SEVERAL_CANDIDATES'],
      reservationId: null,
      paymentId: null,
      settled: null,
    });
    const notices = await notifications('박*윤 이름으로');
    expect(notices).toHaveLength(1);
    for (const held of [first, second]) expect(notices[0]?.[1]).toContain(held['code']);
    const { candidates, text } = await desk.detail(deposit);
    expect(text).toContain('박*윤');
    expect(text).not.toContain('박도윤');
    const mine = candidates.filter((it) => [first, second].some((held) => held['id'] === it.reservationId));
    expect(mine.map((it) => [it.guestName, it.dueAmount, it.isPayable, it.reasons])).toEqual(
      [1, 2].map(() => ['박*윤', 20_000, true, ['AMOUNT_EQUAL', 'NAME_EQUAL', 'HELD', 'MADE_SHORTLY_BEFORE']]),
    );

    const key = uuidv7();
    const match = (version = deposit.version, it = key) =>
      desk.choose({ ...deposit, version }, 'match', { reservationId: second['id'] }, desk.admin.call, it);
    const done = await match();
    expect(done.body).toMatchObject({ state: 'MATCHED_MANUAL', reservationId: second['id'], settled: { by: 'ADMIN' } });
    expect((await match()).body).toEqual(done.body);
    expect(codeOf(await match(deposit.version, uuidv7()))).toEqual([409, 'STALE']);
    expect(codeOf(await match(Number(done.body['version']), uuidv7()))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect([(await desk.read(first))['state'], (await desk.read(second))['state']]).toEqual(['PENDING', 'CONFIRMED']);
    expect(await paymentsOf(second)).toHaveLength(1);
  });

  it('reverses the payment on undo, keeps the reservation confirmed and unpaid, and does not match the deposit automatically again', async () => {
    const held = await desk.held('최예준');
    const text = desk.text({ name: '최예준' });
    await desk.relay(text);
    const [matched] = await desk.of('최예준');
    if (!matched) throw new Error('no deposit');
    const undone = await desk.choose(matched, 'undo');
    expect(undone.body).toMatchObject({
      state: 'SUGGESTED',
      withheld: ['UNDONE'],
      reservationId: null,
      paymentId: null,
      settled: null,
      left: { reservationId: held['id'], code: held['code'], state: 'CONFIRMED', dueAmount: 20_000 },
    });
    expect(await paymentsOf(held)).toMatchObject([
      { state: 'CANCELED', reversal: { by: 'ADMIN', reason: '잘못 연결함' } },
    ]);
    expect(await desk.read(held)).toMatchObject({ state: 'CONFIRMED', paidAmount: 0 });
    await desk.relay(text);
    const [open] = await desk.of('최예준');
    expect(open).toMatchObject({ id: matched.id, state: 'SUGGESTED' });
    expect(codeOf(await desk.choose(open ?? matched, 'undo'))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect((await desk.choose(open ?? matched, 'match', { reservationId: held['id'] })).body).toMatchObject({
      state: 'MATCHED_MANUAL',
    });
  });

  it('rejects the undo after a partial refund, and accepts it after the payment was reversed', async () => {
    for (const [guestName, verb, body, expected] of [
      ['정하준', 'refund', { amount: 5000 }, [409, 'STATE_NOT_ALLOWED']],
      ['정하윤', 'reverse', {}, [200, undefined]],
    ] as const) {
      await desk.held(guestName);
      await desk.relay(desk.text({ name: guestName }));
      const [deposit] = await desk.of(guestName);
      if (!deposit) throw new Error('no deposit');
      expect(
        (
          await desk.admin.call('POST', `/${desk.shop.slug}/payment/${deposit.paymentId}/${verb}`, {
            version: 1,
            reason: '손님 요청',
            ...body,
          })
        ).status,
      ).toBe(200);
      expect(codeOf(await desk.choose(deposit, 'undo'))).toEqual(expected);
    }
  });

  it('ignores a deposit with a reason, and opens it again by undo', async () => {
    await desk.relay(desk.text({ name: '거래처' }));
    const [deposit] = await desk.of('거래처');
    if (!deposit) throw new Error('no deposit');
    const ignored = await desk.choose(deposit, 'ignore', { reason: '월세' });
    expect(ignored.body).toMatchObject({ state: 'IGNORED', settled: { by: 'ADMIN', note: '월세' } });
    const open = async () =>
      (
        (await desk.admin.call('GET', desk.url(`?state=OPEN&limit=200&storeId=${desk.storeId}`))).body['items'] ?? []
      ).map((it) => String(it['id']));
    expect(await open()).not.toContain(deposit.id);
    expect(
      (await desk.choose({ id: deposit.id, version: Number(ignored.body['version']) }, 'undo')).body,
    ).toMatchObject({ settled: null, left: null });
    expect(await open()).toContain(deposit.id);
  });

  it('pays a part, and more than is due only with mayExceedDue', async () => {
    const held = await desk.held('강유진');
    await desk.relay(desk.text({ name: '강유진', amount: 15_000 }));
    const [part] = await desk.of('강유진');
    if (!part) throw new Error('no deposit');
    expect(part.withheld).toEqual(['AMOUNT_DIFFERS']);
    expect((await desk.choose(part, 'match', { reservationId: held['id'] })).status).toBe(200);
    expect(await desk.read(held)).toMatchObject({ state: 'PENDING', paidAmount: 15_000 });
    await desk.relay(desk.text({ name: '강유진', amount: 6000 }));
    const more = (await desk.of('강유진'))[1] ?? part;
    expect(codeOf(await desk.choose(more, 'match', { reservationId: held['id'] }))).toEqual([409, 'MORE_THAN_DUE']);
    expect((await desk.choose(more, 'match', { reservationId: held['id'], mayExceedDue: true })).status).toBe(200);
    expect(await desk.read(held)).toMatchObject({ state: 'CONFIRMED', paidAmount: 21_000 });
  });

  it('matches one of two concurrent deposits, and accepts one of two concurrent choices', async () => {
    const held = await desk.held('조시우');
    await Promise.all(
      [desk.text({ name: '조시우' }), desk.text({ name: '조시우' })].map((text, index) =>
        desk.send(text, { call: (token) => (index === 0 ? one : two).caller(token) }),
      ),
    );
    await desk.worked();
    expect((await desk.of('조시우')).map((it) => it.state === 'MATCHED_AUTO').sort()).toEqual([false, true]);
    expect(await paymentsOf(held)).toHaveLength(1);

    const [other, twin] = [await desk.held('윤지우'), await desk.held('윤지우')];
    await desk.relay(desk.text({ name: '윤지우' }));
    const [deposit] = await desk.of('윤지우');
    if (!deposit) throw new Error('no deposit');
    const answers = await Promise.all([
      desk.choose(deposit, 'match', { reservationId: other['id'] }),
      desk.choose(deposit, 'match', { reservationId: twin['id'] }, two.caller(desk.admin.token)),
    ]);
    expect(answers.map(codeOf).sort()).toEqual([
      [200, undefined],
      [409, 'STALE'],
    ]);
    expect((await paymentsOf(other)).length + (await paymentsOf(twin)).length).toBe(1);
  });

  it('does not match a deposit that is a day old, one of a cancelled reservation, or one that the bank took back', async () => {
    const late = await desk.held('장민준');
    await desk.relay(desk.text({ name: '장민준', time: '11/20 14:00' }));
    expect((await desk.of('장민준'))[0]?.withheld).toEqual(['MADE_AFTER', 'TOO_OLD']);
    expect(await notifications('장*준 이름으로')).toEqual([]);
    expect((await desk.read(late))['paidAmount']).toBe(0);

    const over = await desk.held('임수아');
    expect((await desk.verb(over, 'cancel')).status).toBe(200);
    await desk.relay(desk.text({ name: '임수아' }));
    const [deposit] = await desk.of('임수아');
    if (!deposit) throw new Error('no deposit');
    expect(deposit.withheld).toEqual(['OVER']);
    expect((await desk.detail(deposit)).candidates[0]).toMatchObject({ reservationId: over['id'], isPayable: false });
    expect(codeOf(await desk.choose(deposit, 'match', { reservationId: over['id'] }))).toEqual([
      409,
      'STATE_NOT_ALLOWED',
    ]);

    await desk.relay(desk.text({ name: '한지민', word: '입금취소' }));
    expect((await desk.of('한지민'))[0]).toMatchObject({
      kind: 'TAKEN_BACK',
      state: 'UNMATCHED',
      withheld: ['TAKEN_BACK'],
    });
  });
});
