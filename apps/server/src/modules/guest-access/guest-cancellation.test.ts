// @sweep 1/8 (decision 086)
import { cancelAsGuest, type Payment } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  insertCancelCode,
  itemsOf,
  makeGuest,
  MINUTE_MS,
  startTestServer,
  until,
  type Answer,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { openPayingDesk, type PayingDesk } from '../../testing/desks/paying-desk.ts';

const NO_REFUND = { requestedAmount: 0, owedAmount: 0, waitingAmount: 0, notStartedAmount: 0 };
const problem = ({ status, body }: Answer) => [status, body['code']];

const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
let server: TestServer;
let beside: TestServer;
let desk: PayingDesk;
beforeAll(async () => {
  server = await startTestServer({ clock });
  beside = await startTestServer({ beside: server });
  desk = await openPayingDesk(server);
});
afterAll(async () => {
  expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
  await beside.close();
  await server.close();
  await Promise.all([desk.toss.close(), desk.portone.close()]);
});

const at = (rest: string) => `/${desk.shop.slug}/guest/${rest}`;
const guestOf = (of: Answer['body']) => makeGuest(server, desk.shop, desk.storeId, String(of['id']));

describe('cancelling as a guest (GT-8)', () => {
  const stayIn = (hours: number) => {
    const startsMs = Math.ceil(clock.now().getTime() / HOUR_MS + hours) * HOUR_MS;
    return { startsAt: new Date(startsMs).toISOString(), endsAt: new Date(startsMs + 2 * HOUR_MS).toISOString() };
  };
  /** A reservation in two days, paid by card: the tier gives everything back. */
  async function paidGuest(startsInHours = 48): Promise<{
    of: Answer['body'];
    paid: Payment;
    token: string;
    call: Caller['call'];
  }> {
    const of = await desk.held(stayIn(startsInHours));
    return { of, paid: await desk.paid(of), ...(await guestOf(of)) };
  }
  const read = async (call: Caller['call']) => (await call('GET', at('cancellation'))).body;
  const cancel = (call: Caller['call'], body: object, headers: Record<string, string> = {}) =>
    call('POST', at('cancel'), body, headers);
  const refundedBy = (paid: Payment, amount: number) =>
    until('the provider has refunded', async () => {
      clock.advance(1500);
      return desk.toss.book.find(paid.id)?.cancels.reduce((sum, it) => sum + it.amount, 0) === amount;
    });

  it('refunds the tier through the provider, keeps the page, and records the guest as the actor', async () => {
    const { of, paid, call } = await paidGuest();
    const shown = await read(call);
    expect(shown).toMatchObject({
      mayCancel: { isAllowed: true, until: of['startsAt'] },
      cancellation: { hoursBefore: 24, refundPercent: 100, owedAmount: 0, refundAmount: 20_000 },
    });
    const { status, body } = await cancel(call, {
      version: shown['version'],
      expectedRefundAmount: 20_000,
      reason: '일정 변경',
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(cancelAsGuest.reply.strict().parse(body)).toEqual({
      reservationId: of['id'],
      storeId: desk.storeId,
      state: 'CANCELLED',
      refundPercent: 100,
      refundAmount: 20_000,
      refund: { ...NO_REFUND, requestedAmount: 20_000 },
    });
    await refundedBy(paid, 20_000);
    expect((await call('GET', at('reservation'))).body).toMatchObject({ state: 'CANCELLED' });
    const staffSees = await desk.read(of);
    expect(
      staffSees['history']
        ?.filter((it) => String(it['actorKind']) === 'GUEST')
        .map((it) => [it['kind'], it['actorLabel'], it['reason']]),
    ).toEqual([
      ['CANCELLED', of['code'], '일정 변경'],
      ['REFUND_REQUESTED', of['code'], '일정 변경'],
    ]);
    const audited = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.selectFrom('audit_log').selectAll().where('actor_id', '=', String(of['id'])).orderBy('seq').execute(),
    );
    expect(audited.map((row) => [row.action, row.actor_kind])).toEqual([
      ['reservation.cancelled', 'GUEST'],
      ['payment.refund-requested', 'GUEST'],
    ]);
    const log = itemsOf((await desk.admin.call('GET', `/${desk.shop.slug}/audit?actorId=${of['id']}`)).body);
    expect(log.map((entry) => entry['actor']?.['label'])).toEqual([of['code'], of['code']]);
  });

  it('is refused with the present refund when the tier has changed since the guest looked', async () => {
    const { of, paid, call } = await paidGuest(25);
    const { version } = await read(call);
    clock.advance(2 * HOUR_MS);
    const refused = await cancel(call, { version, expectedRefundAmount: 20_000 });
    expect([...problem(refused), refused.body['current']?.['cancellation']]).toEqual([
      409,
      'REFUND_CHANGED',
      { hoursBefore: 2, refundPercent: 50, owedAmount: 0, refundAmount: 10_000 },
    ]);
    expect((await desk.read(of))['state']).toBe('CONFIRMED');
    expect((await cancel(call, { version, expectedRefundAmount: 10_000 })).status).toBe(200);
    await refundedBy(paid, 10_000);
  });

  it('starts one refund when the guest cancels twice, and when staff cancel at the same time', async () => {
    const { of, paid, token, call } = await paidGuest();
    const body = { version: (await read(call))['version'], expectedRefundAmount: 20_000 };
    const answers = await Promise.all([
      cancel(call, body),
      cancel(beside.caller(token), body),
      desk.verb({ ...of, version: body.version } as unknown as Answer['body'], 'cancel', { refundPercent: 100 }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status !== 200))
      expect([
        [409, 'STATE_NOT_ALLOWED'],
        [409, 'STALE'],
      ]).toContainEqual(problem(refused));
    await refundedBy(paid, 20_000);
    expect(problem(await cancel(call, body))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect((await desk.read1(paid)).refunds).toHaveLength(1);
  });

  it('is refused for a stale version without notes of staff, and for what only staff can do', async () => {
    const { of, call } = await paidGuest();
    const { version } = await read(call);
    expect((await desk.edit(await desk.read(of), { memo: '까다로운 손님' })).status).toBe(200);
    const stale = await cancel(call, { version, expectedRefundAmount: 20_000 });
    expect(problem(stale)).toEqual([409, 'STALE']);
    expect(JSON.stringify(stale.body)).not.toMatch(/까다로운|홍|ADMIN/);
    for (const more of [{ refundPercent: 100 }, { scope: 'ALL' }, { reservationId: of['id'] }])
      expect(
        problem(
          await cancel(call, { version: stale.body['current']?.['version'], expectedRefundAmount: 20_000, ...more }),
        ),
      ).toEqual([400, 'INVALID_INPUT']);
  });

  it('is refused from the start on, and for a hold that has ended', async () => {
    const started = await paidGuest(1);
    const { version } = await read(started.call);
    const back = clock.now();
    try {
      clock.set(new Date(started.of['startsAt'] ?? ''));
      expect(await read(started.call)).toMatchObject({ mayCancel: { isAllowed: false } });
      const refused = await cancel(started.call, { version, expectedRefundAmount: 0 });
      expect(problem(refused)).toEqual([409, 'STATE_NOT_ALLOWED']);
    } finally {
      clock.set(back);
    }
    const held = await desk.held();
    const { call } = await guestOf(held);
    try {
      clock.advance(16 * MINUTE_MS);
      const late = await cancel(call, { version: held['version'], expectedRefundAmount: 0 });
      expect(problem(late)).toEqual([409, 'STATE_NOT_ALLOWED']);
    } finally {
      clock.set(back);
    }
  });

  it('owes cash, which a person sends to the account of the guest, and starts nothing above the limit of one person', async () => {
    const cash = async () => {
      const of = await desk.held({ ...stayIn(50), state: 'CONFIRMED' });
      const answer = await desk.admin.call('POST', desk.url(), {
        reservationId: of['id'],
        method: 'CASH',
        amount: 20_000,
      });
      expect(answer.status).toBe(200);
      const { call } = await guestOf(of);
      return { of, call, version: (await read(call))['version'] };
    };
    const first = await cash();
    const refundAccount = { bank: '004', accountNumber: '110-987654-32199', holderName: '계좌주인' };
    const body = { version: first.version, expectedRefundAmount: 20_000, refundAccount };
    expect(problem(await cancel(first.call, body))).toEqual([403, 'PHONE_CODE_REQUIRED']);
    const phoneCode = await insertCancelCode(server, desk, String(first.of['id']));
    const owed = await cancel(first.call, { ...body, phoneCode });
    expect([owed.status, owed.body['refund']]).toEqual([200, { ...NO_REFUND, owedAmount: 20_000 }]);
    expect(JSON.stringify(owed.body)).not.toMatch(/110-987654-32199|11098765432199|계좌주인/);
    const notified = await desk.admin.call('GET', desk.url('/notification?kind=REFUND_OWED&limit=1'));
    expect(itemsOf(notified.body)).toMatchObject([{ reservationId: first.of['id'], amount: 20_000 }]);
    const second = await cash();
    await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx
        .insertInto('approval_rules')
        .values({
          product_id: desk.shop.productId,
          refund_limit: 10_000,
          fire_release: false,
          lockdown: false,
          changed_at: clock.now(),
          changed_by_name: 'test',
          version: 1,
        })
        .execute(),
    );
    const above = await cancel(second.call, { version: second.version, expectedRefundAmount: 20_000 });
    expect([above.status, above.body['refund']]).toEqual([200, { ...NO_REFUND, notStartedAmount: 20_000 }]);
  });

  it('sets the waiting guest of the freed time to FREE, as a cancellation by staff does', async () => {
    const { of, call } = await paidGuest();
    const waiting = await desk.admin.call('POST', `/${desk.shop.slug}/waitlist`, {
      storeId: desk.storeId,
      roomId: of['roomId'],
      startsAt: of['startsAt'],
      endsAt: of['endsAt'],
      headCount: 2,
      guestName: '김대기',
      guestPhone: '010-2222-3333',
    });
    expect([waiting.status, waiting.body['state']]).toEqual([200, 'WAITING']);
    const { version } = await read(call);
    expect((await cancel(call, { version, expectedRefundAmount: 20_000 })).status).toBe(200);
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/waitlist?storeId=${desk.storeId}&limit=100`);
    expect(itemsOf(body).find((entry) => entry['id'] === waiting.body['id'])?.['state']).toBe('FREE');
  });
});

describe('asking for help as a guest (GT-9)', () => {
  const cases = async () => itemsOf((await desk.admin.call('GET', `/${desk.shop.slug}/help-desk/case?limit=200`)).body);

  it('opens one case at the help desk until it is resolved, and shows staff when', async () => {
    const of = await desk.held({ state: 'CONFIRMED' });
    const { token, call } = await guestOf(of);
    const own = async () => (await cases()).filter((item) => item['reservationId'] === of['id']);
    const ask = (by = call) => by('POST', at('help'), {});
    const answers = await Promise.all([ask(), ask(beside.caller(token)), ask(), ask(beside.caller(token))]);
    const openedAt = String(answers[0]?.body['openedAt']);
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { reservationId: of['id'], storeId: desk.storeId, openedAt }]);
    expect(await own()).toMatchObject([{ personName: null, openedAt, resolvedAt: null, outcome: null }]);
    const page = `/${desk.shop.slug}/help-desk/reservation/${of['id']}`;
    expect((await desk.admin.call('GET', page)).body).toMatchObject({ guestAskedAt: openedAt, people: [] });
    clock.advance(MINUTE_MS);
    expect((await desk.admin.call('POST', `${page}/resolve`, { outcome: 'EXPLAINED' })).status).toBe(200);
    expect((await desk.admin.call('GET', page)).body['guestAskedAt']).toBeNull();
    expect((await ask()).body['openedAt']).toBe(clock.now().toISOString());
    expect(await own()).toHaveLength(2);
    const request = await server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
      tx.selectFrom('help_desk_cases').select('person_id').where('reservation_id', '=', String(of['id'])).execute(),
    );
    expect(request).toEqual([{ person_id: null }, { person_id: null }]);
    const audited = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.selectFrom('audit_log').select('action').where('actor_id', '=', String(of['id'])).execute(),
    );
    expect(audited).toEqual([{ action: 'help-desk.asked' }, { action: 'help-desk.asked' }]);
  });
});
