/** @module-tag engines */
// @sweep 1/12 (decision 086)
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDepositDesk, type DepositDesk } from '../../testing/desks/deposit-desk.ts';
import { fakeClock, HOUR_MS, startTestServer, type Answer, type TestServer } from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { salesFaults } from '../../testing/faults/sales-faults.ts';

/** Concurrent work on deposits at two processes, and undoing after the paid reservation changed. */
describe('concurrent and late changes of deposits (PY-3)', () => {
  const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
  let one: TestServer;
  let two: TestServer;
  let desk: DepositDesk;
  beforeAll(async () => {
    one = await startTestServer({ clock });
    two = await startTestServer({ beside: one });
    desk = await openDepositDesk(one);
  });
  afterAll(async () => {
    expect(await one.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
    expect(await one.withActor(desk.admin.actor, salesFaults)).toEqual([]);
    await two.close();
    await one.close();
  });

  const codeOf = ({ status, body }: Answer) => [status, body['code']];
  const paymentsOf = async (of: Answer['body']) =>
    (await desk.admin.call('GET', `/${desk.shop.slug}/payment?reservationId=${of['id']}`)).body['items'] ?? [];
  const theOnly = async (name: string) => {
    const [deposit, ...others] = await desk.of(name);
    if (!deposit || others.length > 0) throw new Error(`${others.length + 1} deposits of ${name}`);
    return deposit;
  };

  it('creates one deposit when two phones send its text twice each at the same time', async () => {
    const other = await desk.makeRelay({ name: '사장님 전화' });
    const held = await desk.held('동시에');
    const text = desk.text({ name: '동시에' });
    const answers = await Promise.all(
      [desk.token, other, desk.token, other].map((token, index) =>
        desk.send(text, { token, call: (of) => (index < 2 ? one : two).caller(of) }),
      ),
    );
    expect(answers.map((it) => it.status)).toEqual([200, 200, 200, 200]);
    await desk.worked();
    expect(await theOnly('동시에')).toMatchObject({ state: 'MATCHED_AUTO', reservationId: held['id'] });
    expect(await paymentsOf(held)).toHaveLength(1);
  });

  it('creates two deposits when the balances differ, although name, amount and minute are the same', async () => {
    const held = await desk.held('쌍둥이');
    await Promise.all(
      [desk.text({ name: '쌍둥이', balance: 3_020_000 }), desk.text({ name: '쌍둥이', balance: 3_040_000 })].map(
        (text, index) => desk.send(text, { call: (of) => (index === 0 ? one : two).caller(of) }),
      ),
    );
    await desk.worked();
    expect((await desk.of('쌍둥이')).map((it) => it.state === 'MATCHED_AUTO').sort()).toEqual([false, true]);
    expect(await paymentsOf(held)).toHaveLength(1);
  });

  it('records one payment when a deposit and a cash payment of a reservation are concurrent', async () => {
    for (let round = 0; round < 6; round += 1) {
      const name = `경주${'가나다라마바'[round]}`;
      const held = await desk.held(name);
      const [, occupied] = await Promise.all([
        desk.send(desk.text({ name })),
        two.caller(desk.admin.token)('POST', `/${desk.shop.slug}/payment`, {
          reservationId: held['id'],
          method: 'CASH',
          amount: 20_000,
        }),
      ]);
      await desk.worked();
      const deposit = await theOnly(name);
      const isAutomatic = deposit.state === 'MATCHED_AUTO';
      expect(codeOf(occupied)).toEqual(isAutomatic ? [409, 'MORE_THAN_DUE'] : [200, undefined]);
      expect((await paymentsOf(held)).map((it) => it['method'])).toEqual([isAutomatic ? 'TRANSFER' : 'CASH']);
      expect(await desk.read(held)).toMatchObject({ state: 'CONFIRMED', paidAmount: 20_000 });
      if (!isAutomatic) expect(deposit).toMatchObject({ paymentId: null, settled: null });
    }
  });

  it('undoes a match once when two requests are concurrent', async () => {
    const held = await desk.held('두사람');
    await desk.relay(desk.text({ name: '두사람' }));
    const deposit = await theOnly('두사람');
    const answers = await Promise.all(
      [one, two].map((server) => desk.choose(deposit, 'undo', {}, server.caller(desk.admin.token))),
    );
    expect(answers.map(codeOf).sort()).toEqual([
      [200, undefined],
      [409, 'STALE'],
    ]);
    expect((await paymentsOf(held)).map((it) => it['state'])).toEqual(['CANCELED']);
    expect(await desk.read(held)).toMatchObject({ paidAmount: 0 });
  });

  it('undoes the match of a reservation that was cancelled meanwhile, and rejects another match', async () => {
    const held = await desk.held('취소함');
    await desk.relay(desk.text({ name: '취소함' }));
    const deposit = await theOnly('취소함');
    expect((await desk.verb(await desk.read(held), 'cancel', { refundPercent: 0 })).status).toBe(200);
    const undone = await desk.choose(deposit, 'undo');
    expect(undone.body).toMatchObject({
      state: 'SUGGESTED',
      left: { reservationId: held['id'], state: 'CANCELLED', dueAmount: 0 },
    });
    expect(await desk.read(held)).toMatchObject({ state: 'CANCELLED', paidAmount: 0 });
    expect((await paymentsOf(held)).map((it) => it['state'])).toEqual(['CANCELED']);
    const open = { id: deposit.id, version: Number(undone.body['version']) };
    expect((await desk.detail(open)).candidates[0]).toMatchObject({ reservationId: held['id'], isPayable: false });
    expect(codeOf(await desk.choose(open, 'match', { reservationId: held['id'] }))).toEqual([409, 'STATE_NOT_ALLOWED']);
  });

  it('leaves a closed settlement unchanged when a match is undone later, and corrects the next one', async () => {
    const slug = desk.shop.slug;
    const terms = {
      storeId: desk.storeId,
      validFrom: '2026-11-01',
      royaltyRate: 500,
      royaltyBase: 'NET_OF_REFUND',
      royaltyVat: 'EXCLUSIVE',
      cycle: 'WEEKLY',
      payAfterBankDays: 2,
    };
    expect((await desk.admin.call('POST', `/${slug}/settlement/terms`, terms)).status).toBe(200);
    await desk.held('마감뒤');
    await desk.relay(desk.text({ name: '마감뒤' }));
    const deposit = await theOnly('마감뒤');
    const listed = async (state: string) =>
      (await desk.admin.call('GET', `/${slug}/settlement?storeId=${desk.storeId}&state=${state}`)).body['items'] ?? [];
    const read = async (id: unknown) => (await desk.admin.call('GET', `/${slug}/settlement/${String(id)}`)).body;
    // The current week has ended.
    clock.advance(8 * 24 * HOUR_MS);
    for (
      let open = (await listed('OPEN'))[0];
      open && String(open['endsOn']) < '2026-11-28';
      [open] = await listed('OPEN')
    ) {
      const payoutAmount = Number((await read(open['id']))['figures']?.['payoutAmount']);
      expect((await desk.admin.call('POST', `/${slug}/settlement/${open['id']}/close`, { payoutAmount })).status).toBe(
        200,
      );
    }
    const closed = await Promise.all((await listed('CLOSED')).map((it) => read(it['id'])));
    expect(closed.length).toBeGreaterThan(0);
    const [next] = await listed('OPEN');
    const before = Number((await read(next?.['id']))['figures']?.['netAmount']);
    expect((await desk.choose(deposit, 'undo')).status).toBe(200);
    expect(await Promise.all(closed.map((it) => read(it['id'])))).toEqual(closed);
    const after = await read(next?.['id']);
    expect(Number(after['figures']?.['netAmount']) - before).toBe(-20_000);
    expect(after['earlier']).toMatchObject([{ amount: -20_000, count: 1 }]);
  });
});
