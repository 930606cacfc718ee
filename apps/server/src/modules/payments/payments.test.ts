import { payment as paymentShape, type Payment, type PaymentProvider } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  itemsOf,
  listenToEvents,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  until,
  type Answer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';

const NOW = new Date('2026-11-21T06:00:00Z');

describe('manual payments (PY-1, PY-4)', () => {
  const clock = fakeClock(NOW);
  let one: TestServer;
  let two: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    one = await startTestServer({ clock });
    two = await startTestServer({ beside: one });
    desk = await openBookingDesk(one, { rooms: 60 });
  });
  beforeEach(() => clock.set(NOW));
  afterAll(async () => {
    // The ledger is consistent after all tests.
    expect(await one.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
    await two.close();
    await one.close();
  });

  let room = 0;
  /** Books an unused room for two hours, an hour from now: 20,000 won. */
  const booked = async (it: Readonly<Record<string, unknown>> = {}) => {
    room += 1;
    return desk.createReservation({ roomId: desk.roomIds[room], ...it });
  };
  const url = (rest = '') => `/${desk.shop.slug}/payment${rest}`;
  const pay = (
    of: Answer['body'],
    body: Readonly<Record<string, unknown>> = {},
    call: Caller['call'] = desk.admin.call,
    key: string = uuidv7(),
  ) =>
    call(
      'POST',
      url(),
      { reservationId: of['id'], method: 'CASH', amount: 20_000, ...body },
      { 'idempotency-key': key },
    );
  /** Lets the time to pay run out. The timer may have run at a later time of the clock, which tests set back. */
  const passHold = async (held: Answer['body']) => {
    clock.advance(16 * MINUTE_MS);
    await until('the hold is over', async () => {
      clock.advance(1000);
      return (await desk.read(held))['state'] === 'EXPIRED';
    });
  };
  const paid = async (of: Answer['body'], body: Readonly<Record<string, unknown>> = {}): Promise<Payment> => {
    const answer = await pay(of, body);
    expect(answer.body['code']).toBeUndefined();
    return paymentShape.parse(answer.body);
  };
  const giveBack = (
    { id, version }: Payment,
    body: Readonly<Record<string, unknown>> = {},
    call: Caller['call'] = desk.admin.call,
    key: string = uuidv7(),
  ) => call('POST', url(`/${id}/refund`), { version, reason: '손님 요청', ...body }, { 'idempotency-key': key });
  const reverse = ({ id, version }: Payment, call: Caller['call'] = desk.admin.call) =>
    call('POST', url(`/${id}/reverse`), { version, reason: '금액을 잘못 적음' });
  const waterfall = async (query: string) => {
    const { status, body } = await desk.admin.call('GET', url(`/waterfall?${query}`));
    expect(status).toBe(200);
    const lines = body['lines'] as unknown as { step: string; amount: number }[];
    const accounts = body['accounts'] as unknown as { account: string; amount: number }[];
    for (const all of [lines, accounts]) expect(all.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    return {
      due: Number(body['dueAmount']),
      toRefund: Number(body['toRefundAmount']),
      steps: Object.fromEntries(lines.map(({ step, amount }) => [step, amount])),
      accounts,
    };
  };

  it('records cash: the split, the confirmation of the reservation, its history, the event, the notification and the audit entry', async () => {
    const held = await booked({ state: 'PENDING' });
    const stream = await listenToEvents(two.url, desk.shop.slug, desk.admin.token);
    const payment = await paid(held);
    expect(payment).toMatchObject({
      storeId: desk.storeId,
      reservationId: held['id'],
      method: 'CASH',
      provider: 'MANUAL',
      state: 'DONE',
      amount: 20_000,
      supplyAmount: 18_182,
      vatAmount: 1818,
      taxFreeAmount: 0,
      feeAmount: 0,
      refundedAmount: 0,
      approvedAt: NOW.toISOString(),
      businessDate: '2026-11-21',
      createdBy: 'ADMIN',
      reversal: null,
      refunds: [],
      version: 1,
    });
    expect((await stream.first('payment.changed')).data).toEqual(payment);
    stream.close();
    expect((await desk.admin.call('GET', url(`/${payment.id}`))).body).toEqual(payment);
    const after = await desk.read(held);
    expect([after['state'], after['paidAmount'], after['holdExpiresAt']]).toEqual(['CONFIRMED', 20_000, null]);
    expect(after['history']?.map((it) => [it['kind'], it['amount']])).toEqual([
      ['CREATED', null],
      ['PAID', 20_000],
      ['CONFIRMED', null],
    ]);
    const { body: notifications } = await desk.admin.call('GET', url('/notification?limit=1'));
    expect(notifications['items']?.[0]).toMatchObject({
      kind: 'PAID',
      amount: 20_000,
      reservationId: held['id'],
      text: '홍*동 님의 현금 20,000원 결제를 기록했어요',
    });
    const audited = await one.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('audit_log').select(['action', 'actor_label']).where('subject_id', '=', payment.id).execute(),
    );
    expect(audited).toEqual([{ action: 'payment.recorded', actor_label: 'ADMIN' }]);
  });

  it('confirms the reservation only when the partial payments cover the price', async () => {
    const held = await booked({ state: 'PENDING' });
    await paid(held, { amount: 19_999, method: 'TRANSFER', cashReceiptNumber: 'C-1' });
    expect(await desk.read(held)).toMatchObject({ state: 'PENDING', paidAmount: 19_999 });
    expect(await waterfall(`reservationId=${held['id']}`)).toMatchObject({
      due: 1,
      toRefund: 0,
      steps: { PRICE: 20_000, UNPAID: -1, VAT: -1818, LEFT: -18_181 },
    });
    expect(await paid(held, { amount: 1, method: 'ON_SITE' })).toMatchObject({ supplyAmount: 1, vatAmount: 0 });
    expect(await desk.read(held)).toMatchObject({ state: 'CONFIRMED', paidAmount: 20_000 });
  });

  it('rejects invalid amounts with 400 and accepts 1 and 2,000,000,000 won', async () => {
    const it = await booked();
    for (const wrong of [
      { amount: 0 },
      { amount: -1 },
      { amount: 1.5 },
      { amount: 2_000_000_001 },
      { amount: '20000' },
      { amount: null },
      { amount: 10, taxFreeAmount: 11 },
      { amount: 10, taxFreeAmount: -1 },
      { method: 'VIRTUAL_ACCOUNT' },
      { provider: 'TOSS' },
    ]) {
      expect([wrong, (await pay(it, wrong)).status]).toEqual([wrong, 400]);
    }
    await paid(it, { amount: 1 });
    expect(await paid(it, { amount: 2_000_000_000, taxFreeAmount: 1_000_000_000, mayExceedDue: true })).toMatchObject({
      supplyAmount: 909_090_909,
      vatAmount: 90_909_091,
      taxFreeAmount: 1_000_000_000,
    });
    expect(await waterfall(`reservationId=${it['id']}`)).toMatchObject({ due: 0, toRefund: 1_999_980_001 });
  });

  it('rejects more than is due with MORE_THAN_DUE unless mayExceedDue is set', async () => {
    const it = await booked();
    const refused = await pay(it, { amount: 20_001 });
    expect([refused.status, refused.body['code'], refused.body['detail'], refused.body['current']?.['id']]).toEqual([
      409,
      'MORE_THAN_DUE',
      '20000',
      it['id'],
    ]);
    await paid(it, { amount: 20_001, mayExceedDue: true });
    expect(await waterfall(`reservationId=${it['id']}`)).toMatchObject({
      due: 0,
      toRefund: 1,
      steps: { PRICE: 20_000, OVERPAID: 1, VAT: -1818, LEFT: -18_183 },
    });
  });

  it('returns the same payment for a repeated key and 422 for another body (AP-3)', async () => {
    const it = await booked();
    const key = uuidv7();
    const [first, repeated] = [
      await pay(it, {}, desk.admin.call, key),
      await pay(it, {}, two.caller(desk.admin.token), key),
    ];
    expect([first.status, repeated.status, repeated.body]).toEqual([200, 200, first.body]);
    expect((await pay(it, { amount: 5 }, desk.admin.call, key)).status).toBe(422);
    const payment = paymentShape.parse(first.body);
    const [back, second] = [
      await giveBack(payment, { amount: 5000 }, desk.admin.call, key + '-back'),
      await giveBack(payment, { amount: 5000 }, desk.admin.call, key + '-back'),
    ];
    expect([back.status, second.status, second.body]).toEqual([200, 200, back.body]);
    const { body } = await desk.admin.call('GET', url(`?reservationId=${it['id']}`));
    expect(body['items']?.map((found) => [found['id'], found['refundedAmount']])).toEqual([[payment.id, 5000]]);
  });

  it('records a payment once when eight identical requests run concurrently at two processes', async () => {
    const it = await booked({ state: 'PENDING' });
    const calls = [desk.admin.call, two.caller(desk.admin.token)];
    const answers = await Promise.all(Array.from({ length: 8 }, (_, number) => pay(it, {}, calls[number % 2])));
    expect(answers.map(({ status, body }) => `${status} ${body['code'] ?? ''}`).sort()).toEqual([
      '200 ',
      ...Array<string>(7).fill('409 MORE_THAN_DUE'),
    ]);
    expect(await desk.read(it)).toMatchObject({ state: 'CONFIRMED', paidAmount: 20_000 });
  });

  it('rejects payments of a block, a cancelled and an expired reservation with STATE_NOT_ALLOWED', async () => {
    const block = await booked({ kind: 'BLOCK' });
    const cancelled = (await desk.verb(await booked(), 'cancel')).body;
    const held = await booked({ state: 'PENDING' });
    await passHold(held);
    for (const of of [block, cancelled, held]) {
      const { status, body } = await pay(of);
      expect([status, body['code']]).toEqual([409, 'STATE_NOT_ALLOWED']);
    }
  });

  it('owes the paid part of a reservation whose time to pay ran out (RV-5)', async () => {
    const held = await booked({ state: 'PENDING' });
    expect((await pay(held, { amount: 5000 })).status).toBe(200);
    await passHold(held);
    const { body } = await desk.admin.call('GET', `/${desk.shop.slug}/payment/refund-owed?reservationId=${held['id']}`);
    expect(itemsOf(body)).toMatchObject([{ amount: 5000, parts: [{ state: 'NOT_STARTED', amount: 5000 }] }]);
  });

  it('answers 403 without the capability and 404 for another store (AC-1)', async () => {
    const it = await booked();
    const [care, elsewhere] = [
      await one.signIn(desk.shop, ['CUSTOMER_MANAGER']),
      await one.signIn(desk.shop, ['FRANCHISEE'], []),
    ];
    const byCare = await pay(it, {}, care.call);
    expect([byCare.status, byCare.body['capability']]).toEqual([403, 'payments:write']);
    expect((await pay(it, {}, elsewhere.call)).status).toBe(404);
    const payment = await paid(it);
    expect((await giveBack(payment, {}, elsewhere.call)).status).toBe(404);
    expect((await reverse(payment, elsewhere.call)).status).toBe(404);
    const refused = await giveBack(payment, {}, care.call);
    expect([refused.status, refused.body['capability']]).toEqual([403, 'payments:refund']);
    expect((await care.call('GET', url(`/${payment.id}`))).status).toBe(200);
  });

  it('splits partial refunds in proportion, gives the last one the rest, and rejects more than is left', async () => {
    const it = await booked();
    const payment = await paid(it, { amount: 15_000 });
    const first = paymentShape.parse((await giveBack(payment, { amount: 5000 })).body);
    expect(first).toMatchObject({
      state: 'PARTIAL_CANCELED',
      refundedAmount: 5000,
      version: 2,
      refunds: [{ amount: 5000, supplyAmount: 4545, vatAmount: 455, reason: '손님 요청', state: 'DONE', by: 'ADMIN' }],
    });
    const tooMuch = await giveBack(first, { amount: 10_001 });
    expect([tooMuch.status, tooMuch.body['code'], tooMuch.body['detail'], tooMuch.body['current']]).toEqual([
      409,
      'MORE_THAN_PAID',
      '10000',
      first,
    ]);
    const stale = await giveBack(payment, { amount: 1 });
    expect([stale.status, stale.body['code'], stale.body['current']]).toEqual([409, 'STALE', first]);
    for (const wrong of [{ amount: 0 }, { amount: -5 }, { reason: '' }, { reason: ' ' }])
      expect([wrong, (await giveBack(first, wrong)).status]).toEqual([wrong, 400]);
    expect(await desk.read(it)).toMatchObject({ state: 'CONFIRMED', paidAmount: 10_000 });

    const second = paymentShape.parse((await giveBack(first)).body);
    expect(second).toMatchObject({ state: 'CANCELED', refundedAmount: 15_000, version: 3 });
    expect(second.refunds.map((refund) => [refund.amount, refund.vatAmount])).toEqual([
      [5000, 455],
      [10_000, 909],
    ]);
    const repeated = await giveBack(second);
    expect([repeated.status, repeated.body['code']]).toEqual([409, 'STATE_NOT_ALLOWED']);
    const after = await desk.read(it);
    expect(after['paidAmount']).toBe(0);
    expect(after['history']?.map((event) => event['kind'])).toEqual(['CREATED', 'PAID', 'REFUNDED', 'REFUNDED']);
    const { body: notifications } = await desk.admin.call('GET', url('/notification?limit=1'));
    expect(notifications['items']?.[0]).toMatchObject({
      kind: 'CANCELED',
      amount: 10_000,
      text: '홍*동 님의 현금 결제에서 10,000원을 환불했어요',
    });
  });

  it('refunds once when six requests run concurrently at two processes', async () => {
    const it = await booked();
    const payment = await paid(it);
    const calls = [desk.admin.call, two.caller(desk.admin.token)];
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        giveBack(payment, number % 3 === 0 ? {} : { amount: 20_000 }, calls[number % 2]),
      ),
    );
    expect(answers.map(({ status, body }) => `${status} ${body['code'] ?? ''}`).sort()).toEqual([
      '200 ',
      ...Array<string>(5).fill('409 STALE'),
    ]);
    expect((await desk.read(it))['paidAmount']).toBe(0);
  });

  it('reverses a payment once, and rejects the reversal of a partly refunded one', async () => {
    const it = await booked();
    const mistake = await paid(it, { method: 'CARD' });
    const after = paymentShape.parse((await reverse(mistake)).body);
    expect(after).toMatchObject({
      state: 'CANCELED',
      refundedAmount: 0,
      refunds: [],
      reversal: { by: 'ADMIN', reason: '금액을 잘못 적음' },
    });
    expect(await desk.read(it)).toMatchObject({ state: 'CONFIRMED', paidAmount: 0 });
    expect(await waterfall(`reservationId=${it['id']}`)).toMatchObject({
      due: 20_000,
      steps: { PRICE: 20_000, UNPAID: -20_000, LEFT: 0 },
      accounts: [],
    });
    for (const answer of [await reverse(after), await giveBack(after)])
      expect([answer.status, answer.body['code']]).toEqual([409, 'STATE_NOT_ALLOWED']);
    const right = await paid(it, { amount: 10_000 });
    const part = paymentShape.parse((await giveBack(right, { amount: 1 })).body);
    expect((await reverse(part)).body['code']).toBe('STATE_NOT_ALLOWED');
    const kinds = await one.withActor(desk.admin.actor, (tx) =>
      tx
        .selectFrom('ledger_transactions')
        .select('kind')
        .where('payment_id', '=', mistake.id)
        .orderBy('kind')
        .execute(),
    );
    expect(kinds).toEqual([{ kind: 'PAYMENT' }, { kind: 'REVERSAL' }]);
  });

  it('owes the refund of a cancellation with 50 percent and posts it when it is marked as sent (RV-5)', async () => {
    const it = await booked(desk.time(30));
    const [cash, card] = [await paid(it, { amount: 8000 }), await paid(it, { amount: 12_000, method: 'CARD' })];
    const { body: cancelled } = await desk.verb(await desk.read(it), 'cancel', { refundPercent: 50 });
    expect([
      cancelled['refundAmount'],
      cancelled['refund'],
      await waterfall(`reservationId=${it['id']}`),
    ]).toMatchObject([10_000, { owedAmount: 10_000 }, { due: 0, toRefund: 0 }]);
    clock.advance(HOUR_MS);
    for (const { id } of [cash, card]) {
      const owed = paymentShape.parse((await desk.admin.call('GET', `/${desk.shop.slug}/payment/${id}`)).body);
      expect(
        (
          await desk.admin.call('POST', `/${desk.shop.slug}/payment/refund/${owed.refunds[0]?.id}/sent`, {
            version: owed.version,
          })
        ).status,
      ).toBe(200);
    }
    expect(await waterfall(`reservationId=${it['id']}`)).toMatchObject({
      due: 0,
      toRefund: 0,
      steps: { PRICE: 20_000, REFUNDED: -10_000, VAT: -909, LEFT: -9091 },
    });
  });

  it('rejects refund and reversal of a provider payment without provider data, and refunds a payment without a reservation', async () => {
    const insert = (provider: PaymentProvider) => {
      const id = uuidv7();
      return one.withActor(desk.admin.actor, async (tx) => {
        const row = { product_id: desk.shop.productId, store_id: desk.storeId };
        await tx
          .insertInto('payments')
          .values({
            ...row,
            id,
            reservation_id: null,
            method: 'TRANSFER',
            provider,
            state: 'DONE',
            amount: 1100,
            supply_amount: 1000,
            vat_amount: 100,
            tax_free_amount: 0,
            receipt_url: null,
            cash_receipt_number: null,
            tax_invoice_number: null,
            paid_at: NOW,
            business_date: '2026-11-21',
            created_at: NOW,
            created_by: null,
            created_by_name: 'test',
            reversed_by: null,
            reversed_by_name: null,
            reverse_reason: null,
          })
          .execute();
        await tx
          .insertInto('ledger_transactions')
          .values({
            ...row,
            id,
            kind: 'PAYMENT',
            payment_id: id,
            refund_id: null,
            reverses_id: null,
            reservation_id: null,
            room_id: null,
            method: 'TRANSFER',
            provider,
            channel: null,
            occurred_at: NOW,
            business_date: '2026-11-21',
          })
          .execute();
        await tx
          .insertInto('ledger_entries')
          .values(
            (
              [
                ['MONEY_AT_STORE', 1100],
                ['SALES_SUPPLY', -1000],
                ['SALES_VAT', -100],
              ] as const
            ).map(([account, amount], index) => ({ ...row, transaction_id: id, line: index + 1, account, amount })),
          )
          .execute();
        return { id, version: 1 } as Payment;
      });
    };
    const toss = await insert('TOSS');
    for (const answer of [await giveBack(toss), await reverse(toss)])
      expect([answer.status, answer.body['code']]).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect((await giveBack(await insert('MANUAL'), { amount: 11 })).body).toMatchObject({
      state: 'PARTIAL_CANCELED',
      refundedAmount: 11,
      reservationId: null,
    });
  });

  it('assigns the business date of the payment time, which a new cut-off does not change', async () => {
    const another = await openBookingDesk(one, { rooms: 2 });
    const it = await another.createReservation();
    clock.set(new Date('2026-11-20T20:59:00Z'));
    const at = (body: Readonly<Record<string, unknown>>) =>
      another.admin.call('POST', `/${another.shop.slug}/payment`, { reservationId: it['id'], method: 'CASH', ...body });
    expect((await at({ amount: 1000 })).body['businessDate']).toBe('2026-11-20');
    clock.set(new Date('2026-11-20T21:00:00Z'));
    expect((await at({ amount: 2000 })).body['businessDate']).toBe('2026-11-21');
    await another.set({ day_cutoff: '00:00' });
    const ofDate = async (date: string) =>
      (
        await another.admin.call(
          'GET',
          `/${another.shop.slug}/payment/waterfall?storeId=${another.storeId}&date=${date}`,
        )
      ).body['lines']?.[0];
    expect([await ofDate('2026-11-20'), await ofDate('2026-11-21')]).toEqual([
      { step: 'RECEIVED', amount: 1000 },
      { step: 'RECEIVED', amount: 2000 },
    ]);
  });

  it('lists by store, reservation, state, method and dates, and pages by cursor', async () => {
    const another = await openBookingDesk(one, { rooms: 2 });
    const it = await another.createReservation();
    const createdRows: string[] = [];
    for (const amount of [1, 2, 3, 4, 5]) {
      clock.advance(24 * HOUR_MS);
      const { body } = await another.admin.call('POST', `/${another.shop.slug}/payment`, {
        reservationId: it['id'],
        method: amount % 2 ? 'CASH' : 'CARD',
        amount,
      });
      createdRows.unshift(String(body['id']));
    }
    const ask = async (query: string) =>
      (await another.admin.call('GET', `/${another.shop.slug}/payment?${query}`)).body;
    const ids = async (query: string) =>
      (await ask(query))['items']?.map((found) => createdRows.indexOf(String(found['id'])));
    expect(await ids('')).toEqual([0, 1, 2, 3, 4]);
    expect(await ids('method=CARD')).toEqual([1, 3]);
    expect(await ids('from=2026-11-23&to=2026-11-25')).toEqual([1, 2, 3]);
    expect(await ids(`storeId=${another.storeId}&reservationId=${it['id']}&state=DONE&limit=1`)).toEqual([0]);
    expect(await ids('state=CANCELED')).toEqual([]);
    const first = await ask('limit=2');
    expect(await ids(`limit=2&cursor=${first['nextCursor']}`)).toEqual([2, 3]);
    expect((await ask('limit=5'))['nextCursor']).toBeNull();
    for (const wrong of ['cursor=x', 'from=2026-02-30', 'state=PAID', 'limit=0', 'more=1']) {
      expect([wrong, (await another.admin.call('GET', `/${another.shop.slug}/payment?${wrong}`)).status]).toEqual([
        wrong,
        400,
      ]);
    }
  });

  it('requires a reservation, or a store and a date, for a waterfall', async () => {
    const it = await booked();
    const ask = (query: string) => desk.admin.call('GET', url(`/waterfall?${query}`));
    for (const wrong of ['', `storeId=${desk.storeId}`, 'date=2026-11-21', `reservationId=${it['id']}&date=2026-11-21`])
      expect([wrong, (await ask(wrong)).status]).toEqual([wrong, 400]);
    for (const absent of [`reservationId=${uuidv7()}`, `storeId=${uuidv7()}&date=2026-11-21`])
      expect([absent, (await ask(absent)).status]).toEqual([absent, 404]);
  });
});
