// @sweep 1/8 (decision 086)
import { guestExtension, reservationDetail, type GuestExtension } from '@munjigi/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../db/index.ts';
import {
  fakeClock,
  HOUR_MS,
  itemsOf,
  makeGuest,
  makeKey,
  MINUTE_MS,
  startTestServer,
  until,
  type Answer,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { openPayingDesk, type PayingDesk } from '../../testing/desks/paying-desk.ts';

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
let startOfTest: Date;
beforeEach(() => {
  startOfTest = clock.now();
});
afterEach(async () => {
  desk.toss.faults.next = [];
  clock.set(startOfTest);
  // The recurring jobs ran at later times, and would wait for them.
  await server.withActor(SYSTEM, (tx) =>
    tx.updateTable('jobs').set({ due_at: startOfTest }).where('due_at', '>', startOfTest).execute(),
  );
});

const at = (rest = '') => `/${desk.shop.slug}/guest/${rest}`;

interface Staying {
  readonly of: Answer['body'];
  readonly token: string;
  readonly call: Caller['call'];
  readonly endsMs: number;
}

/** The guest of a paid stay of two hours that ends in so many minutes. */
async function stayingGuest(minutesLeft = 40, record: Readonly<Record<string, unknown>> = {}): Promise<Staying> {
  const of = await desk.held({ state: 'CONFIRMED', ...record });
  const paid = await desk.admin.call('POST', desk.url(), { reservationId: of['id'], method: 'CASH', amount: 20_000 });
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  const guest = await makeGuest(server, desk.shop, desk.storeId, String(of['id']));
  const endsMs = Date.parse(String(of['endsAt']));
  clock.set(new Date(endsMs - minutesLeft * MINUTE_MS));
  return { of, ...guest, endsMs };
}

async function read(call: Caller['call']): Promise<GuestExtension> {
  const { status, body } = await call('GET', at('extension'));
  expect(status, JSON.stringify(body)).toBe(200);
  return guestExtension.strict().parse(body);
}

/** Asks for more time, by default for the shortest extension at its price. */
async function extend(call: Caller['call'], body: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
  const { version, choices } = await read(call);
  const [first] = choices;
  return call('POST', at('extension'), {
    version,
    minutes: 30,
    expectedPriceAmount: first?.totalAmount ?? 0,
    ...body,
  });
}

async function held(minutesLeft?: number): Promise<Staying & { readonly extension: GuestExtension }> {
  const guest = await stayingGuest(minutesLeft);
  const { status, body } = await extend(guest.call);
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...guest, extension: guestExtension.strict().parse(body) };
}

/** Begins the payment of what is due and agrees to it in the window of the provider. */
async function agreed(call: Caller['call'], provider: 'TOSS' | 'PORTONE' = 'TOSS') {
  const { status, body } = await call('POST', at('payment/begin'), { provider });
  expect(status, JSON.stringify(body)).toBe(200);
  const [id, amount] = [String(body['orderId']), Number(body['payment']?.['amount'])];
  const book = provider === 'TOSS' ? desk.toss.book : desk.portone.book;
  return { id, amount, key: book.agree({ orderId: id, amount }).paymentKey, holdExpiresAt: body['holdExpiresAt'] };
}
const confirm = (call: Caller['call'], { id, key, amount }: { id: string; key?: string; amount: number }) =>
  call('POST', at(`payment/${id}/confirm`), { ...(key === undefined ? {} : { paymentKey: key }), amount });

const stayOf = async ({ of }: Pick<Staying, 'of'>) => {
  const { state, endsAt, bufferEndsAt, priceAmount, paidAmount } = await desk.read(of);
  return {
    state,
    endsMs: Date.parse(String(endsAt)),
    bufferMs: Date.parse(String(bufferEndsAt)),
    priceAmount,
    paidAmount,
  };
};
const historyOf = async ({ of }: Pick<Staying, 'of'>) =>
  ((await desk.read(of))['history'] ?? []).map((event) => `${String(event['kind'])} ${String(event['actorKind'])}`);
/** Books the time after the stay for the next guest. */
const bookNext = ({ of, endsMs }: Staying) =>
  desk.book({
    roomId: of['roomId'],
    startsAt: new Date(endsMs + 30 * MINUTE_MS).toISOString(),
    endsAt: new Date(endsMs + 90 * MINUTE_MS).toISOString(),
  });
const returned = (guest: Pick<Staying, 'of'>) =>
  until('the extension is returned', async () => (await historyOf(guest)).includes('EXTENSION_RETURNED SYSTEM'));
/** The guest of a stay with 5,000 won owed, which PortOne took after the guest gave the time back. */
async function owingGuest(minutesLeft?: number): Promise<Staying & { readonly paymentId: string }> {
  const guest = await held(minutesLeft);
  const { id } = await agreed(guest.call, 'PORTONE');
  expect((await guest.call('DELETE', at('extension'))).status).toBe(200);
  const booked = desk.portone.book.find(id);
  if (!booked) throw new Error('PortOne does not know the payment');
  desk.portone.book.take(booked);
  expect((await confirm(guest.call, { id, amount: 5000 })).status).toBe(200);
  return { ...guest, paymentId: id };
}
const owedOf = async ({ of }: Pick<Staying, 'of'>) =>
  itemsOf((await desk.admin.call('GET', desk.url(`/refund-owed?reservationId=${String(of['id'])}`))).body);
const SLOT_MS = 30 * MINUTE_MS;
/** Lets time pass no faster than the server does what is due, or the time to pay would end before a provider is asked. */
async function passTime(): Promise<void> {
  clock.advance(2000);
  await server.app.jobs.runDue();
}

describe('extending as a guest (GT-12)', () => {
  it('offers times with prices, holds the chosen one without changing the stay, and extends it with the payment', async () => {
    const guest = await stayingGuest();
    const before = await read(guest.call);
    expect(before.choices[0]).toEqual({
      minutes: 30,
      endsAt: new Date(guest.endsMs + SLOT_MS).toISOString(),
      addedAmount: 5000,
      totalAmount: 25_000,
    });
    expect([before.mayExtend.isAllowed, before.reason, before.held]).toEqual([true, null, null]);
    const offered = await stayOf(guest);

    const answer = await extend(guest.call);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { held: now } = guestExtension.strict().parse(answer.body);
    expect(now).toMatchObject({ endsAt: new Date(guest.endsMs + SLOT_MS).toISOString(), addedAmount: 5000 });
    // The stay, its price and so its access and messages are as before; the room is kept longer.
    expect(await stayOf(guest)).toEqual({ ...offered, bufferMs: offered.bufferMs + SLOT_MS });
    expect((await desk.read(guest.of))['heldExtension']).toEqual(now);
    expect((await historyOf(guest)).at(-1)).toBe('EXTENSION_HELD GUEST');
    expect(problem(await bookNext({ ...guest, endsMs: guest.endsMs - SLOT_MS }))).toEqual([409, 'SLOT_TAKEN']);
    const { body: sees } = await guest.call('GET', at('reservation'));
    expect(sees).toMatchObject({ heldExtension: now, may: { extend: { isAllowed: false }, pay: { isAllowed: true } } });

    const payment = await agreed(guest.call);
    expect(payment.amount).toBe(5000);
    expect((await confirm(guest.call, payment)).status).toBe(200);
    expect(await stayOf(guest)).toEqual({
      state: 'CONFIRMED',
      endsMs: guest.endsMs + SLOT_MS,
      bufferMs: offered.bufferMs + SLOT_MS,
      priceAmount: 25_000,
      paidAmount: 25_000,
    });
    const after = await desk.read(guest.of);
    expect(after['heldExtension']).toBeNull();
    const { priceLines } = reservationDetail.parse(after);
    expect(priceLines.reduce((sum, { amount }) => sum + amount, 0)).toBe(25_000);
    expect(after['history']?.at(-1)).toMatchObject({
      kind: 'EXTENDED',
      amount: 5000,
      before: { endsAt: new Date(guest.endsMs).toISOString() },
    });
    // A second extension follows the first one.
    expect((await extend(guest.call)).status).toBe(200);
  });

  it('is allowed from the start to the end of a paid stay, and not for what a channel collected', async () => {
    const guest = await stayingGuest(121);
    expect(problem(await extend(guest.call))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(await read(guest.call)).toMatchObject({ mayExtend: { isAllowed: false }, choices: [], reason: null });
    clock.set(new Date(guest.endsMs - 120 * MINUTE_MS));
    expect((await read(guest.call)).mayExtend.isAllowed).toBe(true);

    clock.set(startOfTest);
    const unpaid = await desk.held({ state: 'CONFIRMED' });
    const { call } = await makeGuest(server, desk.shop, desk.storeId, String(unpaid['id']));
    clock.set(new Date(Date.parse(String(unpaid['endsAt'])) - MINUTE_MS));
    expect(problem(await extend(call))).toEqual([409, 'STATE_NOT_ALLOWED']);

    clock.set(startOfTest);
    const { call: channel } = await makeKey(server, desk.shop);
    const free = await desk.held();
    await desk.verb(free, 'cancel', { refundPercent: 0 });
    const { body: reservation } = await channel('POST', `/${desk.shop.slug}/channel/reservation`, {
      roomId: free['roomId'],
      startsAt: free['startsAt'],
      endsAt: free['endsAt'],
      headCount: 2,
      guestName: '채널손님',
      guestPhone: '010-3333-4444',
    });
    const collected = await channel('POST', `/${desk.shop.slug}/channel/reservation/${reservation['id']}/payment`, {
      amount: 20_000,
      commissionAmount: 2000,
      commissionVatAmount: 200,
      reference: 'channel-1',
    });
    expect(collected.status, JSON.stringify(collected.body)).toBe(200);
    const ofChannel = await makeGuest(server, desk.shop, desk.storeId, String(reservation['id']));
    clock.set(new Date(Date.parse(String(reservation['endsAt'])) - MINUTE_MS));
    expect(problem(await extend(ofChannel.call))).toEqual([409, 'STATE_NOT_ALLOWED']);
  });

  it('says why no time is free: the next guest, or the closing time', async () => {
    const guest = await stayingGuest();
    expect((await bookNext({ ...guest, endsMs: guest.endsMs - SLOT_MS })).status).toBe(200);
    expect(await read(guest.call)).toMatchObject({ choices: [], reason: 'SLOT_TAKEN' });
    const refused = await extend(guest.call, { expectedPriceAmount: 25_000 });
    expect(problem(refused)).toEqual([409, 'SLOT_TAKEN']);
    expect(refused.body['current']).toBeUndefined();

    clock.set(startOfTest);
    // From midnight to 02:00 in Seoul.
    const late = await stayingGuest(40, { startsAt: '2026-11-21T15:00:00.000Z', endsAt: '2026-11-21T17:00:00.000Z' });
    const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt: '10:00', closesAt: '02:00' }));
    const [open] = await server.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('stores').select('hours').where('id', '=', desk.storeId).execute(),
    );
    await desk.set({ hours: JSON.stringify(hours) });
    try {
      expect(await read(late.call)).toMatchObject({ choices: [], reason: 'STORE_CLOSED' });
      expect(problem(await extend(late.call, { expectedPriceAmount: 25_000 }))).toEqual([422, 'STORE_CLOSED']);
    } finally {
      await desk.set({ hours: JSON.stringify(open?.hours) });
    }
  });

  it('refuses a former version, another price and garbage', async () => {
    const guest = await stayingGuest();
    const { version } = await read(guest.call);
    const ask = (body: object) => guest.call('POST', at('extension'), body);
    const stale = await ask({ version: version - 1, minutes: 30, expectedPriceAmount: 25_000 });
    expect([...problem(stale), stale.body['current']]).toEqual([409, 'STALE', undefined]);
    const dear = await ask({ version, minutes: 30, expectedPriceAmount: 20_000 });
    expect([...problem(dear), dear.body['current']]).toEqual([409, 'PRICE_CHANGED', undefined]);
    expect(problem(await ask({ version, minutes: 7, expectedPriceAmount: 25_000 }))).toEqual([422, 'OFF_SLOT_GRID']);
    expect(problem(await ask({ version, minutes: -30, expectedPriceAmount: 1 }))).toEqual([400, 'INVALID_INPUT']);
    expect(problem(await ask({ version, minutes: 30, expectedPriceAmount: 25_000, amount: 1 }))).toEqual([
      400,
      'INVALID_INPUT',
    ]);
    expect(problem(await guest.call('DELETE', at('extension')))).toEqual([409, 'STATE_NOT_ALLOWED']);
  });

  it('gives the time to one of two phones, and to one of two guests', async () => {
    const guest = await stayingGuest();
    const { version } = await read(guest.call);
    const body = { version, minutes: 30, expectedPriceAmount: 25_000 };
    const phones = await Promise.all(
      [guest.call, beside.caller(guest.token)].map((call) => call('POST', at('extension'), body)),
    );
    expect(phones.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(phones.map(({ body: { code } }) => code)).toContain('STALE');
    expect((await historyOf(guest)).filter((kind) => kind === 'EXTENSION_HELD GUEST')).toHaveLength(1);

    clock.set(startOfTest);
    const second = await stayingGuest();
    const [extended, booked] = await Promise.all([
      extend(second.call),
      desk.book({
        roomId: second.of['roomId'],
        startsAt: second.of['endsAt'],
        endsAt: new Date(second.endsMs + 2 * HOUR_MS).toISOString(),
      }),
    ]);
    expect([extended.status, booked.status].toSorted()).toEqual([200, 409]);
  });

  it('adds time that is paid already at once', async () => {
    const guest = await stayingGuest();
    const overpaid = await desk.admin.call('POST', desk.url(), {
      reservationId: guest.of['id'],
      method: 'CASH',
      amount: 5000,
      mayExceedDue: true,
    });
    expect(overpaid.status).toBe(200);
    const answer = await extend(guest.call);
    expect([answer.status, answer.body['held']]).toEqual([200, null]);
    expect(await stayOf(guest)).toMatchObject({ endsMs: guest.endsMs + SLOT_MS, priceAmount: 25_000 });
    expect((await historyOf(guest)).at(-1)).toBe('EXTENDED GUEST');
  });
});

describe('time that is held and not paid (GT-13)', () => {
  it('is returned when the time to pay is over, and is free for the next guest', async () => {
    const guest = await held();
    const before = await stayOf(guest);
    const expiresMs = Date.parse(String(guest.extension.held?.holdExpiresAt));
    expect(expiresMs - clock.now().getTime()).toBe(10 * MINUTE_MS);
    clock.set(new Date(expiresMs));
    await returned(guest);
    expect(await stayOf(guest)).toEqual({ ...before, bufferMs: before.bufferMs - SLOT_MS });
    expect((await bookNext(guest)).status).toBe(200);
  });

  it('is held longer while the guest pays, for twenty minutes at most', async () => {
    const guest = await held();
    const since = clock.now().getTime();
    clock.set(new Date(since + 9 * MINUTE_MS));
    expect((await agreed(guest.call)).holdExpiresAt).toBe(new Date(since + 19 * MINUTE_MS).toISOString());
    clock.set(new Date(since + 18 * MINUTE_MS));
    const payment = await guest.call('POST', at('payment/begin'), { provider: 'TOSS' });
    expect(payment.body['holdExpiresAt']).toBe(new Date(since + 20 * MINUTE_MS).toISOString());
    // The provider is not asked for money that it might take after the return.
    clock.set(new Date(since + 19 * MINUTE_MS + 30_000));
    const { paymentKey } = desk.toss.book.find(String(payment.body['orderId'])) ?? {};
    const late = await confirm(guest.call, {
      id: String(payment.body['orderId']),
      key: String(paymentKey),
      amount: 5000,
    });
    expect(problem(late)).toEqual([409, 'HOLD_ENDING']);
  });

  it('keeps a stay open after its end until the time to pay is over, and ends it then', async () => {
    const guest = await held(2);
    clock.set(new Date(guest.endsMs + 3 * MINUTE_MS));
    const payment = await agreed(guest.call);
    expect((await confirm(guest.call, payment)).status).toBe(200);
    expect(await stayOf(guest)).toMatchObject({ state: 'CONFIRMED', endsMs: guest.endsMs + SLOT_MS });

    clock.set(startOfTest);
    const gone = await held(2);
    clock.set(new Date(Date.parse(String(gone.extension.held?.holdExpiresAt))));
    await until('the stay has ended', async () => (await stayOf(gone)).state === 'NO_SHOW');
    expect((await historyOf(gone)).slice(-2)).toEqual(['EXTENSION_RETURNED SYSTEM', 'NO_SHOW SYSTEM']);
  });

  it('is returned by the guest, and not while a payment is being confirmed', async () => {
    const guest = await held();
    const before = await stayOf(guest);
    const back = await guest.call('DELETE', at('extension'));
    expect([back.status, back.body['held']]).toEqual([200, null]);
    expect(await stayOf(guest)).toEqual({ ...before, bufferMs: before.bufferMs - SLOT_MS });
    expect(problem(await guest.call('DELETE', at('extension')))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(problem(await guest.call('POST', at('payment/begin'), { provider: 'TOSS' }))).toEqual([
      409,
      'STATE_NOT_ALLOWED',
    ]);

    expect((await extend(guest.call)).status).toBe(200);
    const payment = await agreed(guest.call);
    desk.toss.faults.next = ['unanswered'];
    expect((await confirm(guest.call, payment)).body['isConfirming']).toBe(true);
    expect(problem(await guest.call('DELETE', at('extension')))).toEqual([409, 'PAYMENT_UNDER_WAY']);
    await until('the payment is found', async () => {
      await passTime();
      return (await stayOf(guest)).endsMs === guest.endsMs + SLOT_MS;
    });
    expect(desk.toss.done.filter((key) => key === payment.id)).toHaveLength(1);
  });

  it('takes no money through Toss after the return', async () => {
    const guest = await held();
    const payment = await agreed(guest.call);
    expect((await guest.call('DELETE', at('extension'))).status).toBe(200);
    expect(problem(await confirm(guest.call, payment))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(desk.toss.book.find(payment.id)?.state).toBe('IN_PROGRESS');
  });

  it('owes money that PortOne took after the next guest got the time, and asks PortOne to return it', async () => {
    const guest = await held();
    const payment = await agreed(guest.call, 'PORTONE');
    clock.set(new Date(clock.now().getTime() + 20 * MINUTE_MS));
    await returned(guest);
    expect((await bookNext({ ...guest, endsMs: guest.endsMs - SLOT_MS })).status).toBe(200);
    const booked = desk.portone.book.find(payment.id);
    if (!booked) throw new Error('PortOne does not know the payment');
    desk.portone.book.take(booked);
    expect((await confirm(guest.call, { id: payment.id, amount: 5000 })).body['state']).toBe('DONE');
    expect(await stayOf(guest)).toMatchObject({ endsMs: guest.endsMs, priceAmount: 20_000, paidAmount: 25_000 });
    const owed = await desk.admin.call('GET', desk.url(`/refund-owed?reservationId=${String(guest.of['id'])}`));
    expect(itemsOf(owed.body)).toMatchObject([{ amount: 5000, parts: [{ state: 'REQUESTED', amount: 5000 }] }]);
    const { body: page } = await guest.call('GET', '/guest/page');
    expect(page).toMatchObject({ isExtensionReturned: true, reservation: { owedAmount: 5000 } });
    const notices = await desk.admin.call('GET', desk.url('/notification?kind=REFUND_OWED&limit=50'));
    expect(itemsOf(notices.body).find((item) => item['reservationId'] === guest.of['id'])).toMatchObject({
      amount: 5000,
    });

    await until('the money is back', async () => {
      await passTime();
      return Number((await stayOf(guest)).paidAmount) === 20_000;
    });
    const after = await desk.admin.call('GET', desk.url(`/refund-owed?reservationId=${String(guest.of['id'])}`));
    expect(itemsOf(after.body)).toEqual([]);
  });

  it('is held three times at most without a payment', async () => {
    const guest = await stayingGuest();
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await extend(guest.call)).status).toBe(200);
      expect((await guest.call('DELETE', at('extension'))).status).toBe(200);
    }
    expect(await read(guest.call)).toMatchObject({ mayExtend: { isAllowed: false }, choices: [] });
    expect(problem(await extend(guest.call))).toEqual([409, 'STATE_NOT_ALLOWED']);
  });

  it('goes back and does not pay for more time meanwhile', async () => {
    const guest = await owingGuest();
    expect(await owedOf(guest)).toMatchObject([{ amount: 5000 }]);
    expect((await read(guest.call)).mayExtend.isAllowed).toBe(false);
    expect(problem(await extend(guest.call))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(await stayOf(guest)).toMatchObject({ endsMs: guest.endsMs, priceAmount: 20_000, paidAmount: 25_000 });
    expect(await owedOf(guest)).toMatchObject([{ amount: 5000 }]);
  });

  it('stays owed in full when the stay is cancelled, at every tier and for every right of the person', async () => {
    for (const person of [desk.admin, await server.signIn(desk.shop, ['CUSTOMER_MANAGER'])]) {
      const guest = await owingGuest(119);
      clock.set(new Date(guest.endsMs - 121 * MINUTE_MS));
      const existing = await desk.read(guest.of);
      expect(existing['cancellation']).toMatchObject({ refundPercent: 0, owedAmount: 5000, refundAmount: 5000 });
      const { body } = await guest.call('GET', at('cancellation'));
      expect(body['cancellation']).toEqual(existing['cancellation']);
      const path = `/${desk.shop.slug}/reservation/${String(guest.of['id'])}/cancel`;
      const cancelled = await person.call('POST', path, { version: existing['version'] });
      expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
      expect(cancelled.body).toMatchObject({ refundPercent: 0, refundAmount: 5000 });
      expect(await owedOf(guest)).toMatchObject([{ amount: 5000 }]);
      clock.set(startOfTest);
    }
  });

  it.each(['extend', 'cancel', 'edit', 'complete'] as const)(
    'is returned when staff %s the reservation, and staff see it in the history',
    async (act) => {
      const guest = await held(act === 'cancel' ? 119 : 40);
      if (act === 'cancel') clock.set(new Date(guest.endsMs - 121 * MINUTE_MS));
      if (act === 'complete') await desk.verb(await desk.read(guest.of), 'check-in');
      const existing = await desk.read(guest.of);
      const answer =
        act === 'edit'
          ? await desk.edit(existing, { headCount: 3 })
          : await desk.verb(
              existing,
              act,
              act === 'extend' ? { minutes: 60 } : act === 'cancel' ? { refundPercent: 0 } : {},
            );
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(await historyOf(guest)).toContain('EXTENSION_RETURNED PERSON');
    },
  );

  it('stays when staff check the guest in or change the memo', async () => {
    const guest = await held();
    expect((await desk.verb(await desk.read(guest.of), 'check-in')).status).toBe(200);
    expect((await desk.edit(await desk.read(guest.of), { memo: '연장 문의' })).status).toBe(200);
    expect((await desk.read(guest.of))['heldExtension']).toEqual(guest.extension.held);
  });

  it('waits for a payment that is being confirmed when its time is over, and takes the money once', async () => {
    const guest = await held();
    const payment = await agreed(guest.call);
    desk.toss.faults.next = ['unanswered', 'error', 'error', 'error'];
    expect((await confirm(guest.call, payment)).body['isConfirming']).toBe(true);
    clock.advance(11 * MINUTE_MS);
    await until('the payment is found', async () => {
      await passTime();
      return (await stayOf(guest)).endsMs === guest.endsMs + SLOT_MS;
    });
    expect(await historyOf(guest)).not.toContain('EXTENSION_RETURNED SYSTEM');
    expect(desk.toss.done.filter((key) => key === payment.id)).toHaveLength(1);
  });

  it('is paid by staff as well, and becomes part of the stay', async () => {
    const guest = await held();
    const cash = await desk.admin.call('POST', desk.url(), {
      reservationId: guest.of['id'],
      method: 'CASH',
      amount: 5000,
    });
    expect(cash.status, JSON.stringify(cash.body)).toBe(200);
    expect(await stayOf(guest)).toMatchObject({
      endsMs: guest.endsMs + SLOT_MS,
      priceAmount: 25_000,
      paidAmount: 25_000,
    });
  });

  it('is returned with the token, and is refused without it', async () => {
    const guest = await held();
    const path = `/${desk.shop.slug}/reservation/${String(guest.of['id'])}/guest-access`;
    expect((await desk.admin.call('DELETE', path)).status).toBe(200);
    expect((await desk.read(guest.of))['heldExtension']).toBeNull();
    expect(await historyOf(guest)).toContain('EXTENSION_RETURNED PERSON');
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect(
        problem(
          await guest.call(
            method,
            at('extension'),
            method === 'POST' ? { version: 1, minutes: 30, expectedPriceAmount: 1 } : undefined,
          ),
        ),
      ).toEqual([401, 'GUEST_TOKEN_INVALID']);
  });
});
